//! The priority of threads that search.

/// Lowers the priority of this thread permanently, so that async threads run first on the cores that they share with
/// it. The niceness ranges from 0 for normal to 19 for lowest priority.
#[cfg(target_os = "linux")]
pub(crate) fn lower(niceness: i32) {
    use rustix::process::setpriority_process;
    use rustix::thread::gettid;

    // If the system does not permit it, the thread runs at normal priority. Linux has priorities per thread.
    let _ = setpriority_process(Some(gettid()), niceness);
}

/// Does nothing: other systems have no portable priorities per thread.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower(_niceness: i32) {}
