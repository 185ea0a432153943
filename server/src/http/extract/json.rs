//! Extractors of JSON bodies.

use std::{fmt, fs::File, io::Write, marker::PhantomData, sync::Arc};

use axum::{
    RequestExt,
    body::Bytes,
    extract::{FromRef, FromRequest, OptionalFromRequest, Request},
};
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::Value;

use super::{not_stored, unnamed_file};
use crate::{
    config::Config,
    error::{AppError, Fields},
    http::errors::HttpError,
};

/// A JSON object that deserialises as its type. Fails with 415, 413, 400 or 422 otherwise.
#[derive(Debug, Clone)]
pub struct ValidJson<T>(pub T);

/// A JSON body in an unnamed file, not parsed. Fails with 415 or 413 otherwise.
#[derive(Debug)]
pub struct JsonFile(pub File);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ValidJson<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        parse_object(&body(request, state).await?).map(Self)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for ValidJson<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, HttpError> {
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            return Ok(None);
        }
        // Clients may send a content type with an empty body.
        let bytes = body(request, state).await?;
        if bytes.is_empty() { Ok(None) } else { parse_object(&bytes).map(|value| Some(Self(value))) }
    }
}

impl<S: Send + Sync> FromRequest<S> for JsonFile
where
    Arc<Config>: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        if !is_json(request.headers()) {
            return Err(HttpError::UnsupportedMediaType("application/json"));
        }
        let mut file = unnamed_file(&Arc::<Config>::from_ref(state).data_dir)?;
        let mut body = request.into_limited_body();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| unread(is_too_long(&error)))?;
            if let Some(bytes) = frame.data_ref() {
                file.write_all(bytes).map_err(|error| not_stored(&error))?;
            }
        }
        Ok(Self(file))
    }
}

/// Returns whether an error was caused by a body that exceeds its limit.
fn is_too_long(error: &(dyn std::error::Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_too_long)
}

fn unread(is_too_long: bool) -> HttpError {
    if is_too_long {
        return HttpError::BodyTooLarge;
    }
    HttpError::BadRequest { code: "unreadable_body", message: "The body could not be read".to_owned() }
}

async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, HttpError> {
    if !is_json(request.headers()) {
        return Err(HttpError::UnsupportedMediaType("application/json"));
    }
    let read = Bytes::from_request(request, state).await;
    read.map_err(|rejection| unread(rejection.status() == http::StatusCode::PAYLOAD_TOO_LARGE))
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|value| {
        let kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
    })
}

fn parse_object<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, HttpError> {
    let mut input = serde_json::Deserializer::from_slice(bytes);
    let mut track = serde_path_to_error::Track::new();
    let value = object(serde_path_to_error::Deserializer::new(&mut input, &mut track));
    let value = value.map_err(|error| {
        // A wrong type is found before the rest of the body is parsed: malformed JSON comes first.
        if let Err(error) = serde_json::from_slice::<Value>(bytes) {
            return malformed(&error);
        }
        let path = track.path().to_string();
        let field = if path == "." { "body".to_owned() } else { path };
        let message = without_position(&error.to_string());
        AppError::Invalid { fields: Fields::from([(field, message.clone())]), message }.into()
    })?;
    input.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

/// Deserialises a struct from an object only: serde would also accept a list of the fields' values.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_map(Object(PhantomData))
}

fn malformed(error: &serde_json::Error) -> HttpError {
    HttpError::BadRequest { code: "malformed_json", message: format!("The body is not valid JSON: {error}") }
}

fn without_position(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(text, _)| text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only the types matter")]
    struct Body {
        count: u8,
        #[serde(default)]
        text: String,
        #[serde(default)]
        inner: Option<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only the types matter")]
    struct Inner {
        #[serde(deserialize_with = "object")]
        data: Data,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Data {
        name: String,
    }

    #[test]
    fn malformed_json_is_a_bad_request_and_a_wrong_type_names_its_field() {
        for broken in ["", "{\"count\": ", "{\"count\": 1} x", "{\"count\": \"x\", ", "[[[["] {
            let error = parse_object::<Body>(broken.as_bytes()).unwrap_err();
            assert_eq!((error.status().as_u16(), error.code()), (400, "malformed_json"), "{broken}");
        }
        let not_utf8 = [&b"{\"count\": 1, \"text\": \""[..], &[0xff], b"\"}"].concat();
        assert_eq!(parse_object::<Body>(&not_utf8).unwrap_err().status(), 400);
        for (wrong, field) in [
            ("{\"count\": \"x\"}", "count"),
            ("{\"count\": 1, \"inner\": {\"data\": {\"name\": 1}}}", "inner.data.name"),
            ("null", "body"),
        ] {
            let fields = parse_object::<Body>(wrong.as_bytes()).unwrap_err().fields();
            assert!(fields[field].starts_with("invalid type"), "{wrong}: {fields:?}");
        }
    }

    #[test]
    fn a_list_is_not_an_object() {
        for list in ["[1]", "[1, null]", "{\"count\": 1, \"inner\": {\"data\": [\"x\"]}}"] {
            let error = parse_object::<Body>(list.as_bytes()).unwrap_err();
            assert_eq!((error.status().as_u16(), error.code()), (422, "invalid"), "{list}");
        }
        assert!(parse_object::<Body>(b"{\"count\": 1, \"inner\": {\"data\": {\"name\": \"x\"}}}").is_ok());
    }
}
