//! What must be true of every layer, however it was made. A walk for which it is not is stopped by a panic: better no figures
//! than wrong ones.

use super::Walker;
use crate::keys::Stride;

impl<S: Stride> Walker<'_, '_, '_, S> {
    /// Checks the last complete layer, of which `some` are keys.
    pub(super) fn check_layer<'k>(&mut self, some: impl Iterator<Item = &'k [u64]>) {
        if let Some(all) = self.packed.positions() {
            let sum = self.seen.positions();
            assert!(sum <= all, "{sum} positions were found where there are {all}");
            let is_last = self.seen.sizes.last() == Some(&0) && self.limit.is_none();
            assert!(!is_last || sum == all, "{sum} positions were found, and all {all} can be reached");
        }
        let odd = self.seen.sizes.len().is_multiple_of(2);
        for key in some {
            let Some(side) = self.packed.side(key) else { return };
            let first = *self.first_side.get_or_insert(side != odd);
            assert_eq!(
                side != odd,
                first,
                "a position of the other side is in layer {}",
                self.seen.sizes.len() - 1
            );
        }
    }
}
