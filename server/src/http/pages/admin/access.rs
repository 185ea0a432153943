//! Access to the pages of staff, and the two pages for users who may not open them.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts, OptionalFromRequestParts},
    response::{IntoResponse, Response},
};
use http::{StatusCode, request::Parts};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageError, auth::sign_in_before, props::Me},
    SECTIONS, sections,
};
use crate::{
    accounts::{AccountService, Role, service},
    audit::AuditService,
    config::SiteUrl,
    error::AppError,
    http::{
        extract::{CurrentSession, refuse},
        proxies::TrustedProxies,
    },
    site::Site,
};

/// The page where staff set up their second factor.
const ACCOUNT: &str = "/admin/account";

/// Props of the page shown to editors who open a page for administrators.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminRestrictedProps {
    /// The signed-in user.
    pub me: Me,
    /// Email address for requesting access.
    pub contact_email: String,
}

/// Props of the page shown to accounts without admin rights.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminForbiddenProps {
    /// Email address of the account.
    pub email: String,
    /// Email address for requesting access.
    pub contact_email: String,
}

/// A session with admin rights, an editor's or an administrator's. Otherwise responds with a redirect to sign-in (303)
/// or with the page that explains why (403). Staff who lack a second factor that the site requires are redirected to
/// their account page.
pub struct Staff(pub service::CurrentSession);

impl Staff {
    /// Returns the signed-in user for the page's props.
    pub fn me(&self) -> Me {
        let user = &self.0.user;
        let role = user.role.unwrap_or(Role::Editor);
        Me { email: user.email.clone(), role, sections: sections::for_role(SECTIONS, role) }
    }
}

impl<S: Sync> FromRequestParts<S> for Staff
where
    AccountService: FromRef<S>,
    AuditService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
    Arc<Site>: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let session = <CurrentSession as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await;
        match session.map_err(|error| PageError::from(error).into_response())? {
            None => Err(PageError::see_other(sign_in_before(&parts.uri)).into_response()),
            Some(CurrentSession(session)) if session.user.is_admin => {
                let lacks_factor = AccountService::from_ref(state).lacks_second_factor(&session).await;
                if lacks_factor.map_err(|error| PageError::from(error).into_response())? && parts.uri.path() != ACCOUNT
                {
                    return Err(PageError::see_other(ACCOUNT).into_response());
                }
                Ok(Self(session))
            }
            Some(CurrentSession(session)) => {
                refuse(parts, state, &session, AppError::NotAdmin).await;
                let contact_email = Arc::<Site>::from_ref(state).contact_email.clone();
                let props = AdminForbiddenProps { email: session.user.email, contact_email };
                Err(Page::with_status(StatusCode::FORBIDDEN, &props).into_response())
            }
        }
    }
}

/// A session of an administrator. Editors get the page that says who to ask (403), others the same responses as from
/// [`Staff`].
pub struct Administrator(pub Staff);

impl<S: Sync> FromRequestParts<S> for Administrator
where
    AccountService: FromRef<S>,
    AuditService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
    Arc<Site>: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let staff = Staff::from_request_parts(parts, state).await?;
        if staff.0.user.is_administrator() {
            return Ok(Self(staff));
        }
        let contact_email = Arc::<Site>::from_ref(state).contact_email.clone();
        let error = AppError::NotAdministrator { contact_email: contact_email.clone() };
        refuse(parts, state, &staff.0, error).await;
        let props = AdminRestrictedProps { me: staff.me(), contact_email };
        Err(Page::with_status(StatusCode::FORBIDDEN, &props).into_response())
    }
}
