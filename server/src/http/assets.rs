//! The built front end, embedded in the binary: scripts, styles, fonts, images and the server bundle.

use std::{collections::HashMap, sync::LazyLock};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use react_ssr::{Bundle, RenderError};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::{
    http::{
        compress::{Encoding, negotiate},
        prepared::{Negotiation, PreparedResponse},
        security,
    },
    text::hex,
};

/// Release builds embed the files. Debug builds read them at start, so that a change to the front end does not require
/// rebuilding the server.
#[derive(RustEmbed)]
#[folder = "../web/dist/client/"]
struct Client;

#[derive(RustEmbed)]
#[folder = "../web/dist/server/"]
#[include = "entry-server.js"]
#[include = "page-styles.json"]
struct Server;

/// Vite's manifest of source and built files, which is not served.
const MANIFEST: &str = "manifest.json";

/// The bundle that renders pages: one ES module.
const SERVER_BUNDLE: &str = "entry-server.js";

/// The styles that documents embed, by component.
const PAGE_STYLES: &str = "page-styles.json";

/// Every file of the front end by its path, with prepared responses.
pub struct Assets {
    files: HashMap<&'static str, Asset>,
    manifest: Bytes,
    page_styles: Bytes,
    version: String,
}

struct Asset {
    identity: PreparedResponse,
    gzip: Option<PreparedResponse>,
    brotli: Option<PreparedResponse>,
    not_modified: PreparedResponse,
    etag: String,
}

/// For sites that visitors reach over http, and over https: their headers differ. A process uses one of them.
static HTTP: LazyLock<Assets> = LazyLock::new(|| Assets::load(false));
static HTTPS: LazyLock<Assets> = LazyLock::new(|| Assets::load(true));

static BUNDLE: LazyLock<Result<Bundle, RenderError>> = LazyLock::new(|| {
    let source = Server::get(SERVER_BUNDLE).map(|file| file.data).unwrap_or_default();
    Bundle::compile(&String::from_utf8_lossy(&source))
});

/// Returns the bundle that renders pages. The first call compiles it.
///
/// # Errors
/// [`RenderError::Bundle`] when it does not parse.
pub fn server_bundle() -> Result<&'static Bundle, RenderError> {
    BUNDLE.as_ref().map_err(Clone::clone)
}

impl Assets {
    /// Returns the embedded files. `https` adds `Strict-Transport-Security` to the responses.
    pub fn embedded(https: bool) -> &'static Self {
        if https { &HTTPS } else { &HTTP }
    }

    /// Returns Vite's manifest: the built files of each source file.
    pub fn manifest(&self) -> &[u8] {
        &self.manifest
    }

    /// Returns the version of the build, which changes with any file.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the styles that documents embed: a JSON object by component.
    pub fn page_styles(&self) -> &[u8] {
        &self.page_styles
    }

    /// Returns whether there is a file at this path.
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Returns the response to a GET or HEAD request for a file; None when there is no such file.
    pub fn prepared(&self, path: &str, negotiation: &Negotiation) -> Option<&PreparedResponse> {
        let asset = self.files.get(path)?;
        if negotiation.knows(&asset.etag) {
            return Some(&asset.not_modified);
        }
        let gzip = asset.gzip.as_ref().filter(|_| takes_gzip(negotiation.encodings));
        let variant = match negotiate(negotiation.encodings) {
            Encoding::Brotli => asset.brotli.as_ref().or(gzip),
            Encoding::Gzip | Encoding::Zstd => gzip,
            Encoding::Identity => None,
        };
        Some(variant.unwrap_or(&asset.identity))
    }

    fn load(https: bool) -> Self {
        let mut files = HashMap::new();
        let mut manifest = Bytes::new();
        for name in Client::iter() {
            let Some(file) = Client::get(&name) else { continue };
            let compressed = [".br", ".gz"].iter().any(|ending| name.ends_with(ending));
            if name == MANIFEST {
                manifest = bytes_of(file.data);
            } else if !compressed {
                // Leaked once per process.
                let path: &'static str = Box::leak(format!("/{name}").into_boxed_str());
                files.insert(path, Asset::new(&name, bytes_of(file.data), https));
            }
        }
        let bundle = Server::get(SERVER_BUNDLE).map(|file| file.data).unwrap_or_default();
        let page_styles = Server::get(PAGE_STYLES).map(|file| bytes_of(file.data)).unwrap_or_default();
        let mut digest = Sha256::new();
        digest.update(&manifest);
        digest.update(&bundle);
        digest.update(&page_styles);
        let version = format!("{:.12}", hex(&digest.finalize()));
        Self { files, manifest, page_styles, version }
    }
}

impl Asset {
    fn new(name: &str, body: Bytes, https: bool) -> Self {
        let etag = format!("W/\"{:.16}\"", hex(&Sha256::digest(&body)));
        let variant = |body: Bytes, encoding| {
            let headers = headers(name, &etag, Some(body.len()), encoding, https);
            PreparedResponse::new(StatusCode::OK, headers, body)
        };
        let sibling = |extension: &str, encoding: &'static str| {
            let file = Client::get(&format!("{name}.{extension}"))?;
            Some(variant(bytes_of(file.data), Some(encoding)))
        };
        Self {
            gzip: sibling("gz", "gzip"),
            brotli: sibling("br", "br"),
            identity: variant(body, None),
            not_modified: PreparedResponse::new(
                StatusCode::NOT_MODIFIED,
                headers(name, &etag, None, None, https),
                Bytes::new(),
            ),
            etag,
        }
    }
}

fn headers(name: &str, etag: &str, length: Option<usize>, encoding: Option<&'static str>, https: bool) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(16);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    if let Some(length) = length {
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
    if let Ok(etag) = HeaderValue::try_from(etag) {
        headers.insert(header::ETAG, etag);
    }
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    // Names under assets/ contain a hash of the content; other files may change with a release.
    let lifetime =
        if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "public, max-age=86400" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(lifetime));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    security::protect(&mut headers, https);
    headers
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

fn bytes_of(data: std::borrow::Cow<'static, [u8]>) -> Bytes {
    match data {
        std::borrow::Cow::Borrowed(data) => Bytes::from_static(data),
        std::borrow::Cow::Owned(data) => Bytes::from(data),
    }
}

fn takes_gzip(accepted: Option<&str>) -> bool {
    accepted.is_some_and(|value| value.contains("gzip"))
}
