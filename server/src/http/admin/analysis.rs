//! `/api/admin/analysis`: checks a draft against the SEO rules.

use axum::{Json, extract::State};

use crate::{
    http::{
        errors::HttpError,
        extract::{Admin, ValidJson},
    },
    posts::{
        PostAnalyser,
        analysis::{Analysis, AnalysisInput},
    },
};

/// Analyses a draft against on-page SEO rules.
///
/// An empty meta title or description falls back to the title or summary. The draft may be incomplete, and nothing is
/// saved.
#[utoipa::path(post, path = "/api/admin/analysis", tag = "admin", request_body = AnalysisInput,
    responses((status = 200, body = Analysis)))]
pub async fn create(
    _admin: Admin,
    State(analyser): State<PostAnalyser>,
    ValidJson(input): ValidJson<AnalysisInput>,
) -> Result<Json<Analysis>, HttpError> {
    Ok(Json(analyser.analyse(input).await?))
}
