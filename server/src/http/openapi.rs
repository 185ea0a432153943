//! The OpenAPI description of the API and of the pages' props. The front end's types are generated from it.

use axum::{
    Json,
    response::{IntoResponse, Redirect},
};
use utoipa::{
    OpenApi, ToSchema,
    openapi::{
        Content, OpenApiBuilder, Ref, RefOr, Response,
        path::{Operation, ParameterIn},
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
    },
};

use crate::http::{
    admin::{
        analysis, audit, authors, autosaves, bookings as admin_bookings, bulk_posts, categories,
        enquiries as admin_enquiries, history, media, posts as admin_posts, previews, privacy, redirects, settings,
        site_health, staff, subscribers,
    },
    api::{accounts, bookings, csp_reports, enquiries, factors, passkey_sign_in, passwords, posts, sessions},
    cookies,
    errors::ErrorBody,
    extract::Scheme,
    pages::{self, forms, props},
    scheme::UrlScheme,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Found First",
        description = "The API of the site: published posts, enquiries, bookings, accounts and the admin area. \
                       `/api/docs` redirects to this document."
    ),
    paths(
        posts::list,
        posts::get,
        posts::tags,
        admin_posts::list,
        admin_posts::create,
        admin_posts::get,
        admin_posts::update,
        admin_posts::delete,
        admin_posts::import,
        admin_posts::restore,
        admin_posts::check_import,
        admin_posts::duplicate,
        bulk_posts::change,
        previews::create,
        previews::end,
        analysis::create,
        history::list,
        history::get,
        autosaves::list,
        autosaves::save,
        autosaves::delete,
        accounts::sign_up,
        accounts::confirm,
        media::list,
        media::create,
        media::replace,
        media::update,
        media::uses,
        media::delete,
        site_health::get,
        site_health::check,
        redirects::list,
        redirects::create,
        redirects::update,
        redirects::delete,
        redirects::missed,
        redirects::forget,
        redirects::post_address,
        accounts::sign_in,
        passkey_sign_in::begin,
        passkey_sign_in::finish,
        factors::begin_totp,
        factors::confirm_totp,
        factors::remove_totp,
        factors::recovery_codes,
        factors::new_recovery_codes,
        factors::passkeys,
        factors::begin_passkey,
        factors::finish_passkey,
        factors::remove_passkey,
        accounts::refresh,
        accounts::sign_out,
        accounts::session,
        accounts::reset_password,
        accounts::update_password,
        sessions::list,
        sessions::end_all,
        sessions::end_one,
        sessions::reauthenticate,
        sessions::is_recent,
        passwords::change,
        enquiries::send,
        csp_reports::receive,
        bookings::availability,
        bookings::book,
        bookings::reschedule,
        bookings::cancel,
        admin_bookings::list,
        admin_bookings::cancel,
        admin_enquiries::list,
        admin_enquiries::update,
        admin_enquiries::retry,
        subscribers::list,
        subscribers::erase,
        authors::list,
        authors::create,
        authors::get,
        authors::update,
        authors::delete,
        categories::list,
        categories::update,
        categories::merge,
        audit::list,
        settings::get,
        settings::update,
        settings::versions,
        settings::version,
        staff::list,
        staff::change_role,
        staff::remove,
        staff::end_sessions,
        staff::invite,
        staff::withdraw,
        privacy::export,
        privacy::erase,
        show,
        docs,
    ),
    components(schemas(ErrorBody))
)]
struct Api;

/// Schemas for the front end only, besides the props of pages.
#[derive(OpenApi)]
#[openapi(components(schemas(props::SiteProps, forms::FormOutcome)))]
struct Shared;

/// Returns the public description, `/api/openapi.json`, for the scheme that the client uses.
pub fn api(scheme: UrlScheme) -> utoipa::openapi::OpenApi {
    let mut api = Api::openapi();
    for (path, item) in &mut api.paths.paths {
        item.get.iter_mut().for_each(|operation| complete(operation, path, false));
        let changes = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        changes.into_iter().flatten().for_each(|operation| complete(operation, path, true));
    }
    if let Some(components) = api.components.as_mut() {
        components.add_security_scheme(
            "bearer",
            SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
        );
        components.add_security_scheme(
            "cookie",
            SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(cookies::ACCESS.name(scheme)))),
        );
    }
    api
}

/// Adds to an operation what follows from its path, method and parameters: the session that it needs, and the errors of
/// extractors and middleware. Handlers declare other errors, and the codes of those that have several.
fn complete(operation: &mut Operation, path: &str, is_change: bool) {
    // Handlers share names, but ids must be unique. Method and path identify an operation well enough.
    operation.operation_id = None;
    let is_for_staff = path.starts_with("/api/admin/");
    if is_for_staff || path.starts_with("/api/account/") {
        let scheme = |name| SecurityRequirement::new(name, Vec::<String>::new());
        operation.security = Some(vec![scheme("bearer"), scheme("cookie")]);
    }
    let takes = |place| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters.any(|found| matches!(found, RefOr::T(found) if found.parameter_in == place))
    };
    let has_body = operation.request_body.is_some();
    let responses = &mut operation.responses.responses;
    for (status, is_possible) in [
        ("400", has_body),
        ("401", operation.security.is_some()),
        // Too few rights, or a request from another site's page.
        ("403", is_for_staff || is_change),
        ("404", takes(ParameterIn::Path)),
        ("413", has_body),
        ("415", has_body),
        // Browsers may report any JSON.
        ("422", takes(ParameterIn::Query) || (has_body && path != "/api/csp-reports")),
    ] {
        if is_possible {
            responses.entry(status.to_owned()).or_insert_with(|| Response::new("").into());
        }
    }
    for (status, response) in responses {
        if let RefOr::T(Response { content, .. }) = response
            && status.starts_with('4')
        {
            let schema = Ref::from_schema_name(ErrorBody::name());
            content.insert("application/json".to_owned(), Content::new(Some(schema)).into());
        }
    }
}

/// Returns the description for the front end's types: the API and the props of every page.
pub fn front_end() -> utoipa::openapi::OpenApi {
    let mut all = api(UrlScheme::Http);
    all.merge(Shared::openapi());
    all.merge(OpenApiBuilder::new().components(Some(pages::schemas())).build());
    all
}

/// Returns the OpenAPI document of this API.
#[utoipa::path(get, path = "/api/openapi.json", tag = "description",
    responses((status = 200, body = serde_json::Value)))]
pub async fn show(Scheme(scheme): Scheme) -> impl IntoResponse {
    Json(api(scheme))
}

/// Redirects to the OpenAPI document.
#[utoipa::path(get, path = "/api/docs", tag = "description",
    responses((status = 303, description = "Redirects to `/api/openapi.json`.")))]
pub async fn docs() -> Redirect {
    Redirect::to("/api/openapi.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_ends_types_are_made_from_this_description() {
        let committed = include_str!("../../../web/src/generated/openapi.json");
        let present = serde_json::to_string_pretty(&front_end()).unwrap() + "\n";
        assert!(committed == present, "web/src/generated is stale: run `cargo xtask types`");
    }

    #[test]
    fn no_two_calls_share_an_id() {
        assert!(!serde_json::to_string(&api(UrlScheme::Http)).unwrap().contains("operationId"));
    }

    #[test]
    fn the_declared_limits_of_fields_are_those_enforced() {
        use crate::{
            accounts::{Password, factors::PASSKEY_NAME},
            email_address::EmailAddress,
            enquiries::{
                domain::check::{FIX_LIST, LINE, MESSAGE, NAME, PHONE},
                service::MAX_NOTE,
            },
            media::{FOLDER_LENGTH, TEXT_LENGTH},
            posts::analysis::KEYPHRASE,
            redirects::domain::ADDRESS_LENGTH,
            settings,
        };
        let api = serde_json::to_value(api(UrlScheme::Http)).unwrap();
        let (password, name) = (Password::LENGTH, NAME);
        for (field, limit, enforced) in [
            ("AnalysisInput/allOf/1/properties/keyphrase", "maxLength", KEYPHRASE),
            ("RedirectInput/properties/source", "maxLength", ADDRESS_LENGTH),
            ("RedirectInput/properties/target", "maxLength", ADDRESS_LENGTH),
            ("SendData/properties/name", "maxLength", *name.end()),
            ("SendData/properties/email", "maxLength", EmailAddress::MAX),
            ("SendData/properties/message", "maxLength", FIX_LIST),
            ("SendData/properties/website", "maxLength", LINE),
            ("SendData/properties/company", "maxLength", LINE),
            ("SendData/properties/phone", "maxLength", PHONE),
            ("SendData/properties/report_type", "maxLength", LINE),
            ("BookBody/properties/name", "minLength", *name.start()),
            ("BookBody/properties/name", "maxLength", *name.end()),
            ("BookBody/properties/email", "maxLength", EmailAddress::MAX),
            ("BookBody/properties/website", "maxLength", LINE),
            ("BookBody/properties/message", "maxLength", MESSAGE),
            ("SignUpBody/properties/email", "maxLength", EmailAddress::MAX),
            ("ResetPasswordBody/properties/email", "maxLength", EmailAddress::MAX),
            ("SignUpBody/properties/password", "minLength", *password.start()),
            ("SignUpBody/properties/password", "maxLength", *password.end()),
            ("UpdatePasswordBody/properties/password", "minLength", *password.start()),
            ("UpdatePasswordBody/properties/password", "maxLength", *password.end()),
            ("FinishPasskeyBody/properties/name", "minLength", *PASSKEY_NAME.start()),
            ("FinishPasskeyBody/properties/name", "maxLength", *PASSKEY_NAME.end()),
            ("ChangePasswordBody/properties/password", "minLength", *password.start()),
            ("ChangePasswordBody/properties/password", "maxLength", *password.end()),
            ("InviteBody/properties/email", "maxLength", EmailAddress::MAX),
            ("EnquiryChange/properties/note", "maxLength", MAX_NOTE),
            ("SiteSettings/properties/legal_name", "maxLength", settings::domain::LINE),
            ("SiteSettings/properties/strapline", "maxLength", settings::domain::LINE),
            ("SiteSettings/properties/social_profiles", "maxItems", settings::domain::PROFILES),
            ("MediaChange/properties/alt_text", "maxLength", TEXT_LENGTH),
            ("MediaChange/properties/folder", "maxLength", FOLDER_LENGTH),
        ] {
            let declared = api.pointer(&format!("/components/schemas/{field}/{limit}"));
            assert_eq!(declared, Some(&serde_json::json!(enforced)), "{limit} of {field}");
        }
    }

    /// Returns the calls in the source of `router::api`: axum does not list its routes.
    fn routed() -> std::collections::BTreeSet<String> {
        let source = include_str!("router.rs");
        let api = source.split("\nfn api(").nth(1).unwrap().split("\n}\n").next().unwrap();
        let mut calls = std::collections::BTreeSet::new();
        for route in api.split(".route(").skip(1) {
            let path = route.split('"').nth(1).unwrap();
            for method in ["get", "post", "put", "patch", "delete"] {
                if route.contains(&format!("({method}(")) || route.contains(&format!(").{method}(")) {
                    calls.insert(format!("{method} /api{path}"));
                }
            }
        }
        calls
    }

    #[test]
    fn every_call_of_the_router_is_described_and_nothing_else() {
        let api = serde_json::to_value(api(UrlScheme::Http)).unwrap();
        let described =
            api["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
                item.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
            });
        assert_eq!(described.collect::<std::collections::BTreeSet<_>>(), routed());
        assert!(routed().contains("delete /api/admin/posts/{id}"));
    }
}
