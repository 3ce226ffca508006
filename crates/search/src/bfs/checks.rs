//! Invariants of every layer, however it was generated. A violation panics: no figures are better
//! than wrong ones. If the search was resumed from files of an earlier process, the files are wrong
//! instead.

use super::BfsRun;
use crate::context::Stop;
use crate::keys::Stride;

impl<S: Stride> BfsRun<'_, '_, '_, S> {
    /// Checks the last complete layer, of which `some` are keys.
    ///
    /// # Errors
    /// [`Stop::Storage`] if it is wrong and the search was resumed from files.
    pub(super) fn check_layer<'k>(&mut self, some: impl Iterator<Item = &'k [u64]>) -> Result<(), Stop> {
        if let Some(all) = self.space.positions() {
            let sum = self.result.positions();
            self.must(sum <= all, || format!("{sum} positions were found where there are {all}"))?;
            let is_last = self.result.sizes.last() == Some(&0) && self.limit.is_none();
            let all_found = !is_last || sum == all;
            self.must(all_found, || format!("{sum} positions were found, and all {all} can be reached"))?;
        }
        let odd = self.result.sizes.len().is_multiple_of(2);
        for key in some {
            let Some(side) = self.space.side(key) else { return Ok(()) };
            let first = *self.even_side.get_or_insert(side != odd);
            let layer = self.result.sizes.len() - 1;
            self.must((side != odd) == first, || {
                format!("a position of the other side is in layer {layer}")
            })?;
        }
        Ok(())
    }

    fn must(&self, holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Stop> {
        assert!(holds || self.resumed, "{}", otherwise());
        if holds { Ok(()) } else { Err(Stop::Storage) }
    }
}
