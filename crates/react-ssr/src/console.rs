//! The bundle's `console`, written to the log under the target `react_ssr::console`.

use crate::failure::shorten;

/// Logs one line of the bundle, shortened, at the level that the polyfill names.
#[expect(clippy::needless_pass_by_value, reason = "the engine passes arguments by value")]
pub fn log(level: String, message: String) {
    let message = shorten(message);
    match level.as_str() {
        "error" => tracing::error!("{message}"),
        "warn" => tracing::warn!("{message}"),
        "debug" => tracing::debug!("{message}"),
        _ => tracing::info!("{message}"),
    }
}
