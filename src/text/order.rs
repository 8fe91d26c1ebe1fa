//! Sorting in a few hundred bytes of program. The standard library's sorts are made for
//! millions of items and bring 4 to 7 KB for each type; what is sorted here is files
//! of a folder, commands of a line.

/// Sorts (Shell's method, so no better than `n^1.5` at worst). `before` says whether the
/// first of two must stand in front of the second; the order of equals is not kept.
pub fn sort<T>(items: &mut [T], before: impl Fn(&T, &T) -> bool) {
    let mut gap = items.len();
    while gap > 1 {
        // Gaps that shrink by 2.2 do well (Gonnet and Baeza-Yates); the last is 1.
        gap = (gap * 5 / 11).max(1);
        for from in gap..items.len() {
            let mut at = from;
            while at >= gap && before(&items[at], &items[at - gap]) {
                items.swap(at, at - gap);
                at -= gap;
            }
        }
    }
}

/// Sorts a few dozen items at most (by insertion); the order of equals is kept.
pub fn sort_few<T>(items: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for from in 1..items.len() {
        let mut at = from;
        while at > 0 && before(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{sort, sort_few};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_the_standard_library(mut items in prop::collection::vec(0_u16..300, 0..400)) {
            let mut sorted = items.clone();
            sorted.sort_unstable();
            sort(&mut items, |a, b| a < b);
            prop_assert_eq!(items, sorted);
        }

        #[test]
        fn equals_stay(mut items in prop::collection::vec((0_u8..4, any::<u8>()), 0..40)) {
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0);
            sort_few(&mut items, |a, b| a.0 < b.0);
            prop_assert_eq!(items, sorted);
        }
    }
}
