//! `/auth`: sign-in, sign-up and new passwords, with forms that also work without JavaScript.

use std::sync::Arc;

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    response::{IntoResponse, Response},
};
use http::{Uri, uri::PathAndQuery};
use percent_encoding::{AsciiSet, utf8_percent_encode};

use super::{
    Page, PageError, PageResult,
    forms::{first_values, refused},
    is_for_staff,
    key::{VALUE, parameter},
    link_tokens::LinkToken,
    props::{AuthMode, AuthNotice, AuthProps, SecondStep},
};
use crate::{
    accounts::{
        AccountService, Caller, PendingKind,
        factors::{FirstFactor, SecondFactor},
        service::Session,
    },
    clock::Clock,
    error::{AppError, Fields},
    http::{
        api::accounts::set_cookies,
        cookies,
        errors::HttpError,
        extract::{CurrentSession, Scheme},
    },
};

/// Where a user goes after signing in.
const AFTER_SIGN_IN: &str = "/blog-post-manager";
/// The query parameter after a successful form.
const DONE: &str = "done";
/// The query parameter with the page for which a user signs in.
const NEXT: &str = "next";

/// Characters to escape in a path within a query value.
const PATH: &AsciiSet = &VALUE.remove(b'/');

/// Returns the URL of the sign-in page, from which the user comes back to a page for staff.
pub fn sign_in_before(page: &Uri) -> String {
    let page = page.path_and_query().map_or("/", PathAndQuery::as_str);
    format!("/auth?{NEXT}={}", utf8_percent_encode(page, PATH))
}

/// Returns the page for which a user signs in: one for staff, never another site's.
fn next_page(next: &str) -> Option<String> {
    let (path, _) = next.split_once('?').unwrap_or((next, ""));
    let is_plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    // Browsers resolve dots, also encoded ones, to another path.
    let is_direct = !["//", "/.", "/%2e", "/%2E"].iter().any(|part| path.contains(part));
    (is_for_staff(path) && is_plain && is_direct).then(|| next.to_owned())
}

/// `GET /auth`
pub async fn show(
    State(accounts): State<AccountService>,
    session: Result<Option<CurrentSession>, HttpError>,
    LinkToken(token): LinkToken,
    uri: Uri,
) -> PageResult {
    let mode = AuthMode::of(&parameter(uri.query(), "mode"));
    let brings_link = mode.takes_link() && !token.is_empty();
    let next = next_page(&parameter(uri.query(), NEXT));
    // An emailed link also works in a signed-in browser.
    if session?.is_some() && !brings_link {
        return Err(PageError::see_other(next.unwrap_or_else(|| AFTER_SIGN_IN.to_owned())));
    }
    let notice = AuthNotice::of(&parameter(uri.query(), DONE));
    let mut props = AuthProps { mode, notice, next, ..AuthProps::default() };
    if brings_link && mode == AuthMode::UpdatePassword {
        props.token = accounts.is_reset_open(&token).await?.then_some(token);
    } else if brings_link && let Some(pending) = accounts.pending(&token).await? {
        props.token = Some(token);
        props.is_invitation = pending.kind == PendingKind::Invitation;
        props.email = pending.email;
    }
    Page::new(&props)
}

/// The plain forms.
#[derive(Debug)]
struct AuthForm {
    mode: String,
    email: String,
    password: String,
    token: String,
    next: String,
    challenge: String,
    code: String,
    /// Only the form that changes a password while signed in has it.
    current_password: Option<String>,
}

impl AuthForm {
    /// Returns the form of these fields. Absent ones are empty.
    fn of(fields: Vec<(String, String)>) -> Self {
        let mut values = first_values(fields);
        let current_password = values.remove("current_password");
        let mut value = |name| values.remove(name).unwrap_or_default();
        Self {
            mode: value("mode"),
            email: value("email"),
            password: value("password"),
            token: value("token"),
            next: value("next"),
            challenge: value("challenge"),
            code: value("code"),
            current_password,
        }
    }
}

/// `POST /auth`
pub async fn submit(
    State(accounts): State<AccountService>,
    State(clock): State<Arc<dyn Clock>>,
    caller: Caller,
    Scheme(scheme): Scheme,
    session: Result<Option<CurrentSession>, HttpError>,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Response {
    let session = match session {
        Ok(session) => session.map(|CurrentSession(session)| session),
        Err(error) => return Page::failure(&error).into_response(),
    };
    let form = match form {
        Ok(Form(fields)) => AuthForm::of(fields),
        Err(rejection) => return Page::failure(&refused(&rejection)).into_response(),
    };
    let mode = AuthMode::of(&form.mode);
    let next = next_page(&form.next);
    let signed_in = next.as_deref().unwrap_or(AFTER_SIGN_IN);
    // Without scripts, the form of `/admin/account` is posted here.
    if let (AuthMode::UpdatePassword, Some(session), Some(current)) = (mode, &session, &form.current_password) {
        let changed = accounts.change_password(session, current, &form.password, &caller).await;
        return match changed {
            Ok(()) => PageError::see_other("/admin/account").into_response(),
            Err(error) => Page::failure(&error.into()).into_response(),
        };
    }
    let outcome = match mode {
        AuthMode::Login => match sign_in(&accounts, &form, &caller).await {
            Ok(session) => cookies::set(&session, clock.now(), scheme).map(|cookies| (signed_in, Some(cookies))),
            Err(error) => Err(error.into()),
        },
        AuthMode::Signup => accounts
            .sign_up(&form.email, &form.password, &caller)
            .await
            .map(|()| ("/auth?done=signed_up", None))
            .map_err(HttpError::from),
        AuthMode::Confirm => accounts
            .confirm(&form.token, &form.password, &caller)
            .await
            .map(|()| ("/auth?done=confirmed", None))
            .map_err(HttpError::from),
        AuthMode::Reset => accounts
            .request_reset(&form.email, &caller)
            .await
            .map(|()| ("/auth?mode=reset&done=reset_sent", None))
            .map_err(HttpError::from),
        AuthMode::UpdatePassword => {
            let token = Some(form.token.as_str()).filter(|token| !token.is_empty());
            let updated = accounts.update_password(&form.password, token, session.as_ref(), &caller).await;
            updated.map(|()| ("/auth?done=password_updated", None)).map_err(HttpError::from)
        }
    };
    match outcome {
        Ok((to, cookies)) => {
            let mut response = PageError::see_other(to).into_response();
            if let Some(cookies) = cookies {
                set_cookies(&mut response, cookies);
            }
            response
        }
        Err(error) if error.status().is_server_error() => Page::failure(&error).into_response(),
        Err(error) => match second_step(&accounts, &form, &error).await {
            Ok(step) => again(mode, form, &error, step).into_response(),
            Err(fault) => Page::failure(&fault).into_response(),
        },
    }
}

/// Signs in with address and password, or with the code of the second step.
async fn sign_in(accounts: &AccountService, form: &AuthForm, caller: &Caller) -> Result<Session, AppError> {
    if form.challenge.is_empty() {
        let first = FirstFactor::Password { email: &form.email, password: &form.password };
        return accounts.sign_in(first, None, caller).await;
    }
    if form.code.trim().is_empty() {
        return Err(AppError::invalid("code", "Enter a code"));
    }
    let second = SecondFactor::of_code(&form.code);
    accounts.sign_in(FirstFactor::Challenge(&form.challenge), Some(second), caller).await
}

/// Returns the second step of a sign-in that is not complete, while it can be completed.
async fn second_step(
    accounts: &AccountService,
    form: &AuthForm,
    error: &HttpError,
) -> Result<Option<SecondStep>, HttpError> {
    let challenge = error.second_step().map_or(form.challenge.as_str(), |(_, challenge)| challenge);
    if challenge.is_empty() {
        return Ok(None);
    }
    let factors = accounts.awaited_factors(challenge).await?;
    Ok(factors.map(|factors| SecondStep { challenge: challenge.to_owned(), factors }))
}

/// Returns the form with the values and the errors.
fn again(mode: AuthMode, form: AuthForm, error: &HttpError, second_step: Option<SecondStep>) -> PageResult {
    // The password was right, so asking for the second step is not a failure.
    let is_next_step = error.second_step().is_some();
    let status = match error {
        _ if is_next_step => http::StatusCode::OK,
        HttpError::App(AppError::Invalid { .. }) => http::StatusCode::UNPROCESSABLE_ENTITY,
        other if other.status() == http::StatusCode::UNAUTHORIZED => http::StatusCode::UNPROCESSABLE_ENTITY,
        other => other.status(),
    };
    let errors = match error {
        HttpError::App(AppError::Invalid { fields, .. }) => fields.clone(),
        HttpError::App(AppError::WrongSecondFactor(message)) => Fields::from([("code".into(), (*message).into())]),
        _ => Fields::new(),
    };
    // A token that is not valid is not sent again.
    let token = Some(form.token).filter(|token| !token.is_empty() && !errors.contains_key("token"));
    let props = AuthProps {
        mode,
        notice: None,
        // A sign-up's link fails only by its token, so a link with a token is an invitation here.
        is_invitation: mode == AuthMode::Confirm && token.is_some(),
        token,
        next: next_page(&form.next),
        email: form.email,
        message: (!is_next_step).then(|| error.public_message()),
        errors,
        retry_after: error.retry_after(),
        second_step,
    };
    Ok(Page::with_status(status, &props)?.after(error))
}

impl AuthMode {
    /// Returns the mode of a name in URLs and forms; sign-in by default.
    fn of(name: &str) -> Self {
        match name {
            "signup" => Self::Signup,
            "confirm" => Self::Confirm,
            "reset" => Self::Reset,
            "update_password" => Self::UpdatePassword,
            _ => Self::Login,
        }
    }

    /// Returns whether an emailed link opens the page in this mode.
    fn takes_link(self) -> bool {
        matches!(self, Self::Confirm | Self::UpdatePassword)
    }
}

impl AuthNotice {
    fn of(name: &str) -> Option<Self> {
        match name {
            "signed_up" => Some(Self::SignedUp),
            "confirmed" => Some(Self::Confirmed),
            "reset_sent" => Some(Self::ResetSent),
            "password_updated" => Some(Self::PasswordUpdated),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_for_staff_is_come_back_to() {
        for page in ["/admin", "/admin/media", "/admin/enquiries?status=new&search=a%20b", "/blog-post-manager?page=2"]
        {
            let url: Uri = sign_in_before(&page.parse().unwrap()).parse().unwrap();
            assert_eq!(url.path(), "/auth");
            assert_eq!(next_page(&parameter(url.query(), NEXT)).as_deref(), Some(page));
        }
        assert_eq!(sign_in_before(&"/admin/media".parse().unwrap()), "/auth?next=/admin/media");
    }

    #[test]
    fn sign_in_returns_only_to_pages_of_this_site() {
        for page in [
            "",
            "/",
            "/about",
            "//evil.example/admin",
            "https://evil.example/admin",
            "/administrator",
            "/admin/\\evil.example",
            "/admin/../blog",
            "/admin/%2e%2E/blog",
            "/admin/..//evil.example",
            "/admin/\r\nset-cookie: a=b",
            "admin",
        ] {
            assert_eq!(next_page(page), None, "{page}");
        }
    }
}
