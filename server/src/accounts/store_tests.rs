//! Tests of the account store.
