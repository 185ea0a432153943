//! The brand as it is at the moment.

use std::sync::{Arc, PoisonError, RwLock};

use super::Site;

/// The contents of `site.toml` with the settings that administrators have changed since. Clones share one value.
#[derive(Debug, Clone)]
pub struct CurrentSite(Arc<RwLock<(i64, Arc<Site>)>>);

impl CurrentSite {
    /// Returns a handle of the site of the file.
    pub fn new(site: Arc<Site>) -> Self {
        Self(Arc::new(RwLock::new((0, site))))
    }

    /// Returns the site as it is now.
    pub fn get(&self) -> Arc<Site> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// Takes the site of a version of the settings. Ignores one that is older than the current: it was read before a
    /// change and comes after it.
    pub fn take(&self, version: i64, site: Site) {
        let mut held = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if version >= held.0 {
            *held = (version, Arc::new(site));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_were_read_before_a_change_do_not_replace_it() {
        let named = |name: &str| Site { name: name.to_owned(), ..Site::default() };
        let current = CurrentSite::new(Arc::new(named("file")));
        for (version, name, expected) in [(0, "read", "read"), (2, "second", "second"), (1, "first", "second")] {
            current.take(version, named(name));
            assert_eq!(current.get().name, expected);
        }
    }
}
