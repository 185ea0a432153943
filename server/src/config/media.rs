//! The media store's location: a directory, or a bucket of an S3 store.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use rusty_s3::{Bucket, Credentials, UrlStyle};
use url::Url;

use super::{ConfigError, wrong};

const NAME: &str = "FOUNDFIRST_MEDIA_URL";

/// Where uploaded files are stored.
#[derive(Debug, Clone)]
pub enum MediaUrl {
    /// A directory, created when absent.
    Directory(PathBuf),
    /// A bucket of an S3 store.
    Bucket(Box<BucketUrl>),
}

/// A prefix in a bucket, with credentials.
#[derive(Clone)]
pub struct BucketUrl {
    /// Its URL and name.
    pub bucket: Bucket,
    /// Prefix of the objects' names: empty, or plain names that each end with a slash.
    pub prefix: String,
    /// The credentials; never printed.
    pub credentials: Credentials,
}

impl fmt::Display for MediaUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory(path) => write!(f, "{}", path.display()),
            Self::Bucket(bucket) => bucket.fmt(f),
        }
    }
}

impl fmt::Display for BucketUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.bucket.base_url().host_str().unwrap_or_default();
        let port = self.bucket.base_url().port().map(|port| format!(":{port}")).unwrap_or_default();
        write!(f, "s3://{}/{} at {host}{port}", self.bucket.name(), self.prefix)
    }
}

impl fmt::Debug for BucketUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Parses the variable. `environment` looks up the `AWS_*` variables.
pub(super) fn parse(
    text: Option<&str>,
    data_dir: &Path,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<MediaUrl, ConfigError> {
    let Some(text) = text else { return Ok(MediaUrl::Directory(data_dir.join("media"))) };
    if let Some(place) = text.strip_prefix("s3://") {
        return Ok(MediaUrl::Bucket(Box::new(bucket(place, environment)?)));
    }
    let path = text.strip_prefix("file://").unwrap_or(text);
    if path.is_empty() || path.contains("://") {
        return Err(wrong(NAME, "must be a directory or of the form s3://bucket/prefix"));
    }
    Ok(MediaUrl::Directory(PathBuf::from(path)))
}

fn bucket(place: &str, environment: impl Fn(&str) -> Option<String>) -> Result<BucketUrl, ConfigError> {
    let variable = |name: &'static str| environment(name).filter(|value| !value.trim().is_empty());
    let needed = |name: &'static str| {
        variable(name).ok_or_else(|| wrong(name, "must be set if FOUNDFIRST_MEDIA_URL is a bucket"))
    };
    let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
    let plain = |text: &str| {
        !text.is_empty()
            && !text.starts_with('.')
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let prefix = prefix.trim_end_matches('/');
    if !plain(name) || !(prefix.is_empty() || prefix.split('/').all(plain)) {
        let reason = "must be of the form s3://bucket/prefix, of letters, digits, hyphens, underscores and dots";
        return Err(wrong(NAME, reason));
    }
    let (endpoint, style, region) = if let Some(text) = variable("AWS_ENDPOINT_URL") {
        // A self-hosted store has one host for all buckets, and usually no regions.
        let region = variable("AWS_REGION").unwrap_or_else(|| "us-east-1".to_owned());
        (endpoint(&text)?, UrlStyle::Path, region)
    } else {
        let region = needed("AWS_REGION")?;
        let url = Url::parse(&format!("https://s3.{region}.amazonaws.com"));
        let url = url.map_err(|_| wrong("AWS_REGION", format!("\"{region}\" is not a region")))?;
        // Amazon's certificate covers only one label before the region, so names with dots go into the path.
        (url, if name.contains('.') { UrlStyle::Path } else { UrlStyle::VirtualHost }, region)
    };
    let bucket = Bucket::new(endpoint, style, name.to_owned(), region)
        .map_err(|error| wrong(NAME, format!("\"{name}\" cannot be the name of a bucket: {error}")))?;
    let (key, secret) = (needed("AWS_ACCESS_KEY_ID")?, needed("AWS_SECRET_ACCESS_KEY")?);
    let credentials = match variable("AWS_SESSION_TOKEN") {
        Some(token) => Credentials::new_with_token(key, secret, token),
        None => Credentials::new(key, secret),
    };
    let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
    Ok(BucketUrl { bucket, prefix, credentials })
}

fn endpoint(text: &str) -> Result<Url, ConfigError> {
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.host().is_some() => Ok(url),
        _ => Err(wrong("AWS_ENDPOINT_URL", "must start with http:// or https:// and name a host")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [(&str, &str); 3] =
        [("AWS_ACCESS_KEY_ID", "id"), ("AWS_SECRET_ACCESS_KEY", "hunter2"), ("AWS_REGION", "eu-west-2")];

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<MediaUrl, String> {
        let find = |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned());
        parse(Some(text), Path::new("data"), find).map_err(|error| error.to_string())
    }

    fn base(text: &str, variables: &[(&str, &str)]) -> (String, String) {
        match read(text, variables).unwrap() {
            MediaUrl::Bucket(bucket) => (bucket.bucket.base_url().to_string(), bucket.prefix),
            MediaUrl::Directory(path) => panic!("{path:?}"),
        }
    }

    #[test]
    fn an_amazon_bucket_is_in_the_host_unless_its_name_has_dots() {
        let of = |host: &str, prefix: &str| (format!("https://{host}"), prefix.to_owned());
        assert_eq!(base("s3://pictures", &KEYS), of("pictures.s3.eu-west-2.amazonaws.com/", ""));
        assert_eq!(base("s3://pictures/a/b/", &KEYS), of("pictures.s3.eu-west-2.amazonaws.com/", "a/b/"));
        assert_eq!(base("s3://a.example/x", &KEYS), of("s3.eu-west-2.amazonaws.com/a.example/", "x/"));
    }

    #[test]
    fn a_custom_endpoint_needs_no_region_and_has_the_bucket_in_its_path() {
        let mut variables = KEYS.to_vec();
        variables[2] = ("AWS_ENDPOINT_URL", "http://127.0.0.1:9000");
        assert_eq!(base("s3://pictures/x", &variables), ("http://127.0.0.1:9000/pictures/".into(), "x/".into()));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        for (name, _) in KEYS {
            let others: Vec<_> = KEYS.into_iter().filter(|(own, _)| *own != name).collect();
            let reason = read("s3://pictures", &others).unwrap_err();
            assert_eq!(reason, format!("{name}: must be set if FOUNDFIRST_MEDIA_URL is a bucket"));
        }
        for text in ["s3://", "s3:///x", "s3://a b", "s3://a/../b", "s3://a//b", "s3://a?x=1", "gs://a", "https://a"] {
            assert!(read(text, &KEYS).unwrap_err().starts_with("FOUNDFIRST_MEDIA_URL: must be "), "{text}");
        }
        let mut variables = KEYS.to_vec();
        variables.push(("AWS_ENDPOINT_URL", "minio:9000"));
        assert!(read("s3://a", &variables).unwrap_err().starts_with("AWS_ENDPOINT_URL: must start with"));
    }

    #[test]
    fn no_secret_is_ever_printed() {
        let mut variables = KEYS.to_vec();
        variables.push(("AWS_SESSION_TOKEN", "hunter3"));
        let url = read("s3://pictures/x", &variables).unwrap();
        let text = format!("{url} {url:?}");
        assert!(text.contains("s3://pictures/x/ at pictures.s3.eu-west-2.amazonaws.com"), "{text}");
        assert!(!text.contains("hunter"), "{text}");
    }
}
