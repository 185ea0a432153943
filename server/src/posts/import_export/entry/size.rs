//! Counts the values in JSON text. In memory, each takes up to a hundred bytes more than in the text, so that a few
//! bytes such as `[[],[],…` could otherwise take gigabytes.

use std::fmt;

use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Maximum number of values in a post, including structured data. A typical post has about thirty.
pub const MAX_VALUES: usize = 10_000;

/// Returns whether text has at most `most` values. Invalid JSON passes if it has no more than that before the error.
/// Allocates nothing.
pub fn is_within(json: &str, most: usize) -> bool {
    let mut left = most + 1;
    let counted = Counter(&mut left).deserialize(&mut serde_json::Deserializer::from_str(json));
    counted.is_ok() || left > 0
}

/// Returns the error of the JSON value at the start of some bytes. None when it is valid, whatever follows.
pub fn failure(json: &[u8]) -> Option<serde_json::Error> {
    let mut left = usize::MAX;
    Counter(&mut left).deserialize(&mut serde_json::Deserializer::from_slice(json)).err()
}

/// Counts down the values that are still allowed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_a_limited_number_of_values() {
        for (json, values) in [("[]", 1), ("[[],{}]", 3), ("{\"a\":[1,-1,1.5,\"x\"],\"b\":null,\"c\":true}", 8)] {
            assert!(is_within(json, values), "{json}");
            assert!(!is_within(json, values - 1), "{json}");
        }
        for broken in ["", "[", "[1,]", "{\"a\"}", "\"\\x\""] {
            assert!(is_within(broken, 100), "{broken}");
        }
    }
}
