//! `/auth`: the sign-in page, which also works as a plain form.

use axum::{
    Form,
    extract::State,
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{Page, PageError, PageResult, props::AuthProps};
use crate::{
    accounts::{api::set_cookies, cookies},
    app::App,
    error::AppError,
    extract::{ClientIp, CurrentSession, Scheme},
};

/// Where somebody who has signed in goes.
const AFTER_SIGN_IN: &str = "/blog-post-manager";

/// `GET /auth`
pub async fn show(session: Option<CurrentSession>) -> PageResult {
    if session.is_some() {
        return Err(PageError::see_other(AFTER_SIGN_IN));
    }
    Page::new("auth", &AuthProps::default())
}

/// The sign-in form as browsers post it without JavaScript.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SignInForm {
    email: String,
    password: String,
}

/// `POST /auth`
pub async fn submit(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    Scheme(scheme): Scheme,
    Form(form): Form<SignInForm>,
) -> Response {
    match app.accounts.sign_in(&form.email, &form.password, ip).await {
        Ok(session) => {
            let mut response = PageError::see_other(AFTER_SIGN_IN).into_response();
            match cookies::give(&session, app.clock.now(), scheme.is_secure()) {
                Ok(cookies) => set_cookies(&mut response, cookies),
                Err(error) => return Page::failure(&error).into_response(),
            }
            response
        }
        Err(error) if error.status().is_server_error() => Page::failure(&error).into_response(),
        Err(error) => again(form.email, error).into_response(),
    }
}

/// The form once more, with what was typed and what was wrong with it.
fn again(email: String, error: AppError) -> PageResult {
    let status = match error {
        AppError::Invalid { .. } | AppError::InvalidCredentials => http::StatusCode::UNPROCESSABLE_ENTITY,
        ref other => other.status(),
    };
    let mut props = AuthProps {
        email,
        message: Some(error.public_message()),
        retry_after: error.retry_after(),
        ..AuthProps::default()
    };
    if let AppError::Invalid { fields, .. } = error {
        props.errors = fields;
    }
    Page::with_status(status, "auth", &props)
}
