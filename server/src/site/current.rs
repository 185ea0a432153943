//! The current contents of `site.toml`.

use std::sync::{Arc, PoisonError, RwLock};

use super::Site;

/// The contents of `site.toml` with the settings that administrators have changed since. Clones share one value.
#[derive(Debug, Clone)]
pub struct CurrentSite(Arc<RwLock<Arc<Site>>>);

impl CurrentSite {
    /// Returns a handle to the contents of the file.
    pub fn new(site: Arc<Site>) -> Self {
        Self(Arc::new(RwLock::new(site)))
    }

    /// Returns the site as it is now.
    pub fn get(&self) -> Arc<Site> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the site.
    pub fn set(&self, site: Site) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(site);
    }
}
