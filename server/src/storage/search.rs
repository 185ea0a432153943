//! Searching text for what somebody typed.

use sea_orm::sea_query::LikeExpr;

/// `LIKE` pattern of a literal substring, in lower case.
pub fn pattern(text: &str) -> LikeExpr {
    let escaped: String = text
        .to_lowercase()
        .chars()
        .flat_map(|c| if matches!(c, '%' | '_' | '\\') { vec!['\\', c] } else { vec![c] })
        .collect();
    LikeExpr::new(format!("%{escaped}%")).escape('\\')
}

/// Whether a text can be part of a stored one: PostgreSQL refuses this character, and SQLite stops reading at it.
pub fn can_be_stored(text: &str) -> bool {
    !text.contains('\0')
}
