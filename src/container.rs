//! The memory limit of the container that the process runs in.

use std::fs;

/// A limit of at least this number of bytes means that there is none; cgroup v1 has no other word for it.
const UNLIMITED: u64 = 1 << 60;

/// Returns the number of bytes that this process and others in its container may use, if they are limited.
///
/// Only Linux has control groups; elsewhere there is no limit.
#[must_use]
pub fn memory_limit() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    lowest_limit(&groups, |path| fs::read_to_string(path).ok())
}

/// Returns the lowest limit of the groups in `/proc/self/cgroup` and of those that contain them.
fn lowest_limit(groups: &str, read: impl Fn(&str) -> Option<String>) -> Option<u64> {
    let limits = groups.lines().filter_map(|line| {
        // number:controllers:path, and in version 2 without controllers
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let (root, file) = if controllers.is_empty() {
            ("/sys/fs/cgroup", "memory.max")
        } else if controllers.split(',').any(|name| name == "memory") {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        } else {
            return None;
        };
        // In a container the files of the group itself may be at the root.
        let ends = path.match_indices('/').map(|(end, _)| end);
        let ancestors = ends.map(|end| &path[..end]);
        let groups = ancestors.chain([path.trim_end_matches('/')]);
        groups
            .filter_map(|group| read(&format!("{root}{group}/{file}"))?.trim().parse().ok())
            .min()
    });
    limits.min().filter(|limit| *limit < UNLIMITED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(groups: &str, files: &[(&str, &str)]) -> Option<u64> {
        lowest_limit(groups, |path| {
            let file = files.iter().find(|(name, _)| *name == path);
            file.map(|(_, text)| format!("{text}\n"))
        })
    }

    #[test]
    fn the_limit_of_version_2_is_the_lowest_up_to_the_root() {
        let files = [
            ("/sys/fs/cgroup/memory.max", "max"),
            ("/sys/fs/cgroup/pods/memory.max", "268435456"),
            ("/sys/fs/cgroup/pods/one/memory.max", "536870912"),
        ];
        assert_eq!(limit("0::/pods/one\n", &files), Some(268_435_456));
        assert_eq!(limit("0::/pods\n", &files), Some(268_435_456));
        assert_eq!(limit("0::/other\n", &files), None);
        assert_eq!(
            limit("0::/\n", &[("/sys/fs/cgroup/memory.max", "1000")]),
            Some(1000)
        );
    }

    #[test]
    fn the_limit_of_version_1_is_that_of_the_memory_controller() {
        let groups = "5:cpuset:/cpus\n4:blkio,memory:/docker/1\n0::/\n";
        let file = "/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes";
        let root = "/sys/fs/cgroup/memory/memory.limit_in_bytes";
        assert_eq!(limit(groups, &[(file, "67108864")]), Some(67_108_864));
        assert_eq!(limit(groups, &[(root, "67108864")]), Some(67_108_864));
        assert_eq!(
            limit(groups, &[(root, "9223372036854771712"), (file, "67108864")]),
            Some(67_108_864)
        );
        assert_eq!(limit(groups, &[(root, "9223372036854771712")]), None);
    }

    #[test]
    fn there_may_be_no_limit() {
        assert_eq!(limit("", &[]), None);
        assert_eq!(limit("0::/\n", &[]), None);
        assert_eq!(
            limit("0::/\n", &[("/sys/fs/cgroup/memory.max", "max")]),
            None
        );
    }
}
