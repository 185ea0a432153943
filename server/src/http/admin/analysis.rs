//! `/api/admin/analysis`: the rules of search for a draft.

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

/// Holds a draft against the rules of search, as readers would get it. It may be unfinished, and nothing is saved.
#[utoipa::path(post, path = "/api/admin/analysis", tag = "admin", request_body = AnalysisInput,
    responses((status = 200, body = Analysis)))]
pub async fn create(
    _admin: Admin,
    State(analyser): State<PostAnalyser>,
    ValidJson(input): ValidJson<AnalysisInput>,
) -> Result<Json<Analysis>, HttpError> {
    Ok(Json(analyser.analyse(input).await?))
}
