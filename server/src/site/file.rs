//! Reads `site.toml`. Errors name the file, the line and the key.

use std::{fs, path::Path};

use super::Site;

/// Why `site.toml` is invalid. The message names file, line and key.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SiteError {
    /// The file exists and cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// The operating system's error.
        reason: String,
    },
    /// A key is unknown, or its value has the wrong type or form.
    #[error("{file}, line {line}: {key}: {reason}")]
    Key {
        /// The file.
        file: String,
        /// Line, counted from 1.
        line: usize,
        /// Dotted path of the key.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Site {
    /// Reads the file. `required` makes its absence an error, such as when the operator specified the file.
    pub fn load(path: &Path, required: bool) -> Result<Self, SiteError> {
        let file = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !required => Ok(Self::default()),
            Err(error) => Err(SiteError::Unreadable { file, reason: error.to_string() }),
        }
    }

    /// Parses a `site.toml`; `file` is its name in errors.
    pub fn parse(file: &str, text: &str) -> Result<Self, SiteError> {
        let fail = |key: String, error: &toml::de::Error| SiteError::Key {
            file: file.to_owned(),
            line: error.span().map_or(1, |span| line_of(text, span.start)),
            key,
            reason: error.message().to_owned(),
        };
        let input = toml::Deserializer::parse(text).map_err(|error| fail("syntax".to_owned(), &error))?;
        let site: Self = serde_path_to_error::deserialize(input).map_err(|error| {
            let path = error.path().to_string();
            let inner = error.into_inner();
            let key = match unknown_key(inner.message()) {
                Some(name) if path == "." => name,
                Some(name) if path != name && !path.ends_with(&format!(".{name}")) => format!("{path}.{name}"),
                _ => path,
            };
            fail(key, &inner)
        })?;
        let given = toml::from_str(text).map_err(|error| fail("syntax".to_owned(), &error))?;
        let site = site.without_demo(&given);
        match site.faults().into_iter().chain(site.unusable_addresses()).next() {
            None => Ok(site),
            Some((key, reason)) => {
                Err(SiteError::Key { file: file.to_owned(), line: line_of_key(text, key), key: key.to_owned(), reason })
            }
        }
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// Returns the line of the last part of a dotted key; 1 when the key is not in the text.
fn line_of_key(text: &str, key: &str) -> usize {
    let name = key.rsplit('.').next().unwrap_or(key);
    text.lines()
        .position(|line| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('=')))
        .map_or(1, |index| index + 1)
}

/// Returns the name in serde's "unknown field `x`, expected …".
fn unknown_key(message: &str) -> Option<String> {
    let rest = message.strip_prefix("unknown field `")?;
    rest.split('`').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Site::parse("site.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_key_is_named_with_file_and_line() {
        let text = error("name = \"A\"\nnmae = \"B\"\n");
        assert!(text.starts_with("site.toml, line 2: nmae: unknown field"), "{text}");
    }

    #[test]
    fn an_unknown_nested_key_is_named_by_its_path() {
        let text = error("[founder]\nname = \"A\"\nnick = \"B\"\n");
        assert!(text.starts_with("site.toml, line 3: founder.nick: unknown field"), "{text}");
    }

    #[test]
    fn a_second_factor_is_required_on_request() {
        assert!(!Site::default().security.require_second_factor);
        let site = Site::parse("site.toml", "[security]\nrequire_second_factor = true").unwrap();
        assert!(site.security.require_second_factor);
        let text = error("[security]\nrequire_2fa = true");
        assert!(text.starts_with("site.toml, line 2: security.require_2fa: unknown field"), "{text}");
    }

    #[test]
    fn a_wrong_type_is_named_with_file_line_and_key() {
        let text = error("name = \"A\"\n\nfounding_year = \"long ago\"\n");
        assert!(text.starts_with("site.toml, line 3: founding_year: invalid type"), "{text}");
    }

    #[test]
    fn broken_toml_names_the_line() {
        let text = error("name = \"A\"\nlegal_name = \n");
        assert!(text.starts_with("site.toml, line 2: "), "{text}");
    }

    #[test]
    fn a_named_file_must_exist_and_the_default_one_need_not() {
        let missing = Path::new("/nonexistent/site.toml");
        assert_eq!(Site::load(missing, false).unwrap(), Site::default());
        assert!(Site::load(missing, true).unwrap_err().to_string().starts_with("/nonexistent/site.toml: "));
    }
}
