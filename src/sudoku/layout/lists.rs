//! Many short lists in one allocation.

/// Many short lists in one allocation.
#[derive(Debug)]
pub(super) struct Lists<T> {
    items: Box<[T]>,
    /// The start of each list, and the end of the last.
    starts: Box<[u32]>,
}

impl<T: Copy> Lists<T> {
    /// Stores these lists.
    pub(super) fn new<L: IntoIterator<Item = T>>(lists: impl IntoIterator<Item = L>) -> Lists<T> {
        let (mut items, mut starts) = (Vec::new(), vec![0]);
        for list in lists {
            items.extend(list);
            starts.push(narrow(items.len()));
        }
        Lists {
            items: items.into(),
            starts: starts.into(),
        }
    }

    /// Returns the number of lists.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the list with this index.
    pub(super) fn get(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Returns the items of all lists, one list after another.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }
}

impl Lists<u16> {
    /// Returns, for each number below `count`, the indexes of the lists that contain it, in ascending order.
    pub(super) fn inverse(&self, count: usize) -> Lists<u32> {
        let mut ends = vec![0_u32; count + 1];
        for item in &self.items {
            ends[usize::from(*item) + 1] += 1;
        }
        for number in 0..count {
            ends[number + 1] += ends[number];
        }
        let starts = ends.clone().into();
        let mut indexes = vec![0; self.items.len()];
        for list in 0..self.len() {
            for item in self.get(list) {
                let end = &mut ends[usize::from(*item)];
                indexes[*end as usize] = narrow(list);
                *end += 1;
            }
        }
        Lists {
            items: indexes.into(),
            starts,
        }
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("a layout has fewer than 2^32 houses, groups and cells in them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_stored_one_after_another() {
        let lists = Lists::new([vec![3_u16, 1], vec![], vec![1, 0]]);
        assert_eq!(lists.len(), 3);
        assert_eq!(lists.items(), [3, 1, 1, 0]);
        assert_eq!([0, 1, 2].map(|list| lists.get(list).len()), [2, 0, 2]);
    }

    #[test]
    fn the_inverse_lists_the_lists_of_each_number() {
        let inverse = Lists::new([vec![3, 1], vec![], vec![1, 0]]).inverse(5);
        let expected: [&[u32]; 5] = [&[2], &[0, 2], &[], &[0], &[]];
        assert_eq!(inverse.len(), 5);
        assert!((0..5).all(|number| inverse.get(number) == expected[number]));
    }
}
