//! Extractors of JSON bodies.

use std::{fmt, marker::PhantomData};

use axum::{
    body::Bytes,
    extract::{FromRequest, OptionalFromRequest, Request},
};
use http::{HeaderMap, header};
use serde::{
    Deserialize, Deserializer,
    de::{
        self, DeserializeOwned, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor,
        value::MapAccessDeserializer,
    },
};
use serde_json::Value;

use crate::{
    error::{AppError, Fields},
    http::errors::HttpError,
};

/// A JSON object that deserialises as its type. Fails with 415, 413, 400 or 422 otherwise.
#[derive(Debug, Clone)]
pub struct ValidJson<T>(pub T);

/// Any JSON value. Fails with 415, 413 or 400 otherwise.
#[derive(Debug, Clone)]
pub struct AnyJson(pub Value);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ValidJson<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        parse_object(&body(request, state).await?).map(Self)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for ValidJson<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, HttpError> {
        if request.headers().contains_key(header::CONTENT_TYPE) {
            <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
        } else {
            Ok(None)
        }
    }
}

impl<S: Send + Sync> FromRequest<S> for AnyJson {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        let bytes = body(request, state).await?;
        check_size(&bytes, MAX_VALUES)?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| malformed(&error))
    }
}

/// Most values in a body of any shape. In memory each takes up to a hundred bytes more than in the body, so that few
/// bytes could otherwise become gigabytes: `[[],[],…`. An import of 100,000 posts has about three millions.
const MAX_VALUES: usize = 4_000_000;

/// Fails when a body is no JSON, or has more than `most` values. Allocates nothing.
fn check_size(bytes: &[u8], most: usize) -> Result<(), HttpError> {
    let mut left = most + 1;
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let counted = Counter(&mut left).deserialize(&mut reader).and_then(|()| reader.end());
    match counted {
        Err(_) if left == 0 => Err(HttpError::BodyTooLarge),
        counted => counted.map_err(|error| malformed(&error)),
    }
}

/// Counts the values that may still come.
struct Counter<'a>(&'a mut usize);

impl Counter<'_> {
    fn one<E: de::Error>(&mut self) -> Result<(), E> {
        *self.0 = self.0.saturating_sub(1);
        if *self.0 == 0 { Err(E::custom("too many values")) } else { Ok(()) }
    }
}

impl<'de> DeserializeSeed<'de> for Counter<'_> {
    type Value = ();

    fn deserialize<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Counter<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_unit<E: de::Error>(mut self) -> Result<(), E> {
        self.one()
    }

    fn visit_bool<E: de::Error>(mut self, _: bool) -> Result<(), E> {
        self.one()
    }

    fn visit_i64<E: de::Error>(mut self, _: i64) -> Result<(), E> {
        self.one()
    }

    fn visit_u64<E: de::Error>(mut self, _: u64) -> Result<(), E> {
        self.one()
    }

    fn visit_f64<E: de::Error>(mut self, _: f64) -> Result<(), E> {
        self.one()
    }

    fn visit_str<E: de::Error>(mut self, _: &str) -> Result<(), E> {
        self.one()
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.one()?;
        while list.next_element_seed(Counter(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.one()?;
        while map.next_key::<IgnoredAny>()?.is_some() {
            map.next_value_seed(Counter(self.0))?;
        }
        Ok(())
    }
}

async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, HttpError> {
    if !is_json(request.headers()) {
        return Err(HttpError::UnsupportedMediaType("application/json"));
    }
    Bytes::from_request(request, state).await.map_err(|rejection| {
        if rejection.status() == http::StatusCode::PAYLOAD_TOO_LARGE {
            HttpError::BodyTooLarge
        } else {
            HttpError::BadRequest { code: "unreadable_body", message: "The body could not be read".to_owned() }
        }
    })
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
    #[test]
    fn a_body_has_a_limited_number_of_values() {
        for (body, values) in [("[]", 1), ("[[],{}]", 3), ("{\"a\":[1,-1,1.5,\"x\"],\"b\":null,\"c\":true}", 8)] {
            assert!(check_size(body.as_bytes(), values).is_ok(), "{body}");
            assert_eq!(check_size(body.as_bytes(), values - 1).unwrap_err().status(), 413, "{body}");
        }
        for broken in ["", "[", "[1,]", "[1] x", "{\"a\"}", "\"\\x\""] {
            assert_eq!(check_size(broken.as_bytes(), 100).unwrap_err().code(), "malformed_json", "{broken}");
        }
    }

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
