//! Tests of the post store.
