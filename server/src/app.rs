//! Everything a handler may use, built once.

use std::{ops::Deref, sync::Arc};

use crate::{
    accounts::AccountService,
    assets::Assets,
    clock::{Clock, Random, SystemClock, SystemRandom},
    config::Config,
    error::AppError,
    metrics::Metrics,
    pages::{content_state::ContentState, shell::Shell},
    posts::{PostService, views::Views},
    render::{
        cache::PageCache,
        pool::{PoolConfig, RenderPool},
    },
    storage::{Database, content_version},
};

/// A handle to the application: cheap to clone, shared by every request.
#[derive(Clone)]
pub struct App(Arc<Inner>);

/// What [`App`] gives access to.
pub struct Inner {
    /// Checked configuration, with the brand.
    pub config: Config,
    /// Public address without a trailing slash.
    pub public_url: String,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The database, for health checks; features use their services.
    pub database: Database,
    /// Posts.
    pub posts: PostService,
    /// Accounts and sessions.
    pub accounts: AccountService,
    /// Which version of the content is the present one.
    pub content: ContentState,
    /// Rendered pages.
    pub cache: PageCache,
    /// React.
    pub renderer: RenderPool,
    /// The document around a rendered page.
    pub shell: Shell,
    /// The files of the front end.
    pub assets: &'static Assets,
    /// Counters.
    pub metrics: Metrics,
}

/// What tests and benchmarks replace.
pub struct Parts {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// Size and limits of the page renderer.
    pub renderer: PoolConfig,
}

impl Default for Parts {
    fn default() -> Self {
        Self { clock: Arc::new(SystemClock), random: Arc::new(SystemRandom), renderer: PoolConfig::default() }
    }
}

/// How many bytes of rendered pages are kept.
const CACHE_BYTES: u64 = 16 << 20;

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// Builds the application on an open database. `public_url` has no trailing slash.
    pub async fn new(config: Config, public_url: String, database: Database, parts: Parts) -> Result<Self, AppError> {
        let content = ContentState::new(
            content_version::read(database.reader()).await.map_err(crate::storage::StorageError::from)?,
        );
        let posts = PostService::new(
            database.clone(),
            parts.clock.clone(),
            content.clone(),
            config.site.time_zone,
            public_url.clone(),
        );
        posts.refresh_schedule().await?;
        let accounts = AccountService::new(database.clone(), parts.clock.clone(), parts.random)?;
        let assets = Assets::embedded();
        let renderer = RenderPool::start(assets.server_bundle(), parts.renderer)
            .map_err(|error| AppError::Internal(format!("the page renderer does not start: {error}")))?;
        let shell = Shell::new(assets, config.vite.clone()).map_err(AppError::Internal)?;
        Ok(Self(Arc::new(Inner {
            config,
            public_url,
            clock: parts.clock,
            database,
            posts,
            accounts,
            content,
            cache: PageCache::new(CACHE_BYTES),
            renderer,
            shell,
            assets,
            metrics: Metrics::default(),
        })))
    }

    /// Makes views of posts.
    pub fn views(&self) -> Views<'_> {
        Views { site: &self.config.site, public_url: &self.public_url }
    }

    /// Whether visitors reach the site over https.
    pub fn https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
