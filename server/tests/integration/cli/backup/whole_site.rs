//! A site with rows in every table that is backed up.

use std::fs;

use crate::{cli::program::Place, testing::TestDatabase};
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use foundfirst::storage::entities::{
    authors, blog_post_drafts, blog_post_revisions, blog_posts, blog_posts_section_tags, blog_posts_tags, bookings,
    enquiries, former_category_names, former_media_files, manual_redirects, media, missed_addresses,
    newsletter_subscribers, newsletter_tokens, outbox, passkeys, recovery_codes, redirects, sessions, site_checks,
    site_settings, tags, totp_secrets, trashed_posts, users,
};
use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, IntoActiveModel};
use serde_json::json;
use uuid::Uuid;

pub const PICTURE: &str = "images/1700000000000-0123456789abcdef.webp";
pub const SMALLER: &str = "images/1700000000000-0123456789abcdef-320.webp";
pub const LOST: &str = "images/1700000000001-0123456789abcdef.png";

pub fn moment(micros: i64) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 29, 0, 59, 59).unwrap() + TimeDelta::microseconds(micros)
}

pub async fn add<M>(database: &impl ConnectionTrait, row: M)
where
    M: IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> + sea_orm::ModelTrait,
    <M::Entity as EntityTrait>::ActiveModel: ActiveModelTrait<Entity = M::Entity>,
{
    M::Entity::insert(row.into_active_model()).exec_without_returning(database).await.unwrap();
}

pub fn administrator(email: &str) -> users::Model {
    users::Model {
        id: Uuid::now_v7(),
        email: email.into(),
        email_key: email.into(),
        password_hash: String::new(),
        is_admin: true,
        role: Some("administrator".to_owned()),
        created_at: moment(-2),
        updated_at: moment(-1),
        last_sign_in_at: Some(moment(-1)),
    }
}

pub fn enquiry(id: Uuid) -> enquiries::Model {
    enquiries::Model {
        id,
        kind: "contact".into(),
        status: "new".into(),
        name: "Zoë “Ünïcode” 🚀".into(),
        email: "zoe@example.org".into(),
        website: String::new(),
        company: "a\tb\\c\"d'e".into(),
        phone: String::new(),
        message: "line\nline\r\n\u{2028}\u{7f}<script>".into(),
        report_type: String::new(),
        answers: r#"{"q":"a"}"#.into(),
        source_page: "/contact".into(),
        consent: "told".into(),
        note: String::new(),
        search_text: "zoë “ünïcode” 🚀".into(),
        fingerprint: vec![0, 1, 254, 255],
        repeats: 2,
        created_at: moment(0),
        updated_at: moment(500_000),
    }
}

pub fn mail(id: Uuid, enquiry_id: Option<Uuid>) -> outbox::Model {
    outbox::Model {
        id,
        kind: "test".into(),
        recipient: "a@example.org".into(),
        subject: "S".into(),
        text_body: "T".into(),
        html_body: "<p>H</p>".into(),
        headers: "[]".into(),
        state: "queued".into(),
        attempts: 1,
        next_attempt_at: moment(123_456),
        leased_until: None,
        last_error: Some(String::new()),
        enquiry_id,
        booking_id: None,
        calendar: None,
        created_at: moment(1),
        sent_at: Some(moment(120_000)),
        expires_at: Some(moment(900_000)),
    }
}

/// Adds an authenticator app, a recovery code and a passkey.
async fn add_second_factors(database: &impl ConnectionTrait, user_id: Uuid) {
    let totp = totp_secrets::Model {
        user_id,
        secret: vec![0, 1, 254, 255],
        confirmed_at: Some(moment(0)),
        last_step: 58_000_000,
        created_at: moment(0),
    };
    add(database, totp).await;
    let code =
        recovery_codes::Model { id: Uuid::now_v7(), user_id, code_hash: "$argon2id$".into(), created_at: moment(0) };
    add(database, code).await;
    let passkey = passkeys::Model {
        id: Uuid::now_v7(),
        user_id,
        name: "Zoë's key".into(),
        credential_id: vec![0, 255],
        credential: r#"{"cred":{}}"#.into(),
        created_at: moment(0),
        last_used_at: None,
    };
    add(database, passkey).await;
}

async fn add_history_and_autosave(connection: &impl ConnectionTrait, post_id: Uuid, user_id: Uuid) {
    let revision = blog_post_revisions::Model {
        id: Uuid::now_v7(),
        blog_post_id: post_id,
        version: 1,
        editor_id: None,
        created_at: moment(7),
        title: "Früher".into(),
        changes: "[]".into(),
        post: r#"{"title": "a\u0000\u2028 \\", "order": [2, 1]}"#.into(),
    };
    add(connection, revision).await;
    let draft = blog_post_drafts::Model {
        user_id,
        key: Uuid::now_v7(),
        blog_post_id: None,
        updated_at: moment(8),
        post: r#"{"b": 1, "a": "<p>\"é\"</p>"}"#.into(),
    };
    add(connection, draft).await;
}

async fn add_subscriber(connection: &impl ConnectionTrait) {
    let subscriber = Uuid::now_v7();
    add(
        connection,
        newsletter_subscribers::Model {
            id: subscriber,
            email: "S@Example.org".into(),
            email_key: "s@example.org".into(),
            state: "confirmed".into(),
            source_page: String::new(),
            consent: "told".into(),
            search_text: "s@example.org".into(),
            asked_at: moment(0),
            confirmed_at: Some(moment(999_999)),
            unsubscribed_at: None,
            created_at: moment(0),
            updated_at: moment(0),
        },
    )
    .await;
    let token =
        newsletter_tokens::Model { token_hash: vec![255; 32], subscriber_id: subscriber, created_at: moment(0) };
    add(connection, token).await;
}

/// Fills every table that is backed up, with values that could get lost on the way.
pub async fn fill(place: &Place, database: &TestDatabase) {
    place.run(&["demo", "--database-url", &database.text]).ok();
    let open = database.open().await;
    let connection = open.writer();
    let post = blog_posts::Entity::find().one(connection).await.unwrap().unwrap();
    let user = users::Entity::find().one(connection).await.unwrap().unwrap();
    add(connection, enquiry(Uuid::now_v7())).await;
    let with_mail = Uuid::now_v7();
    add(connection, enquiry(with_mail)).await;
    add(connection, mail(Uuid::now_v7(), Some(with_mail))).await;
    add(connection, mail(Uuid::now_v7(), None)).await;
    let trashed =
        trashed_posts::Model { blog_post_id: post.id, slug: post.slug.clone(), published: true, trashed_at: moment(3) };
    add(connection, trashed).await;
    add_redirects(connection, post.id).await;
    add_former_category_name(connection).await;
    add_site_check(connection).await;
    add_subscriber(connection).await;
    let settings =
        site_settings::Model { version: 1, changed: r#"{"strapline":"Ünïcode"}"#.into(), created_at: moment(4) };
    add(connection, settings).await;
    add(
        connection,
        bookings::Model {
            id: Uuid::now_v7(),
            status: "booked".into(),
            start_at: moment(0),
            end_at: moment(1_800_000_000),
            name: "B".into(),
            email: "b@example.org".into(),
            website: String::new(),
            message: String::new(),
            search_text: "b".into(),
            token_hash: vec![7; 32],
            sequence: 3,
            network: "198.51.100.0/24".into(),
            held_until: Some(moment(9)),
            confirm_hash: Some(vec![8; 32]),
            created_at: moment(0),
            updated_at: moment(0),
        },
    )
    .await;
    for (path, variants) in
        [(PICTURE, json!([{"width": 320, "format": "webp", "file_path": SMALLER}])), (LOST, json!([]))]
    {
        let picture = media::Model {
            id: Uuid::now_v7(),
            file_name: "a b.webp".into(),
            file_path: path.into(),
            mime_type: "image/webp".into(),
            size: 5,
            width: None,
            height: Some(4),
            alt_text: String::new(),
            variants: variants.to_string(),
            avif_encoded: true,
            search_text: "a b.webp".into(),
            folder: "Ünïcode".into(),
            focus_x: 100,
            focus_y: 0,
            created_at: moment(10),
        };
        let former = former_media_files::Model {
            stem: format!("{}-former", path.split('.').next().unwrap()),
            media_id: picture.id,
            replaced_at: moment(11),
        };
        add(connection, picture).await;
        add(connection, former).await;
    }
    add(
        connection,
        sessions::Model {
            id: Uuid::now_v7(),
            user_id: user.id,
            access_hash: vec![1],
            access_expires_at: moment(0),
            refresh_hash: vec![2],
            refresh_expires_at: moment(0),
            created_at: moment(0),
            updated_at: moment(0),
            ip: String::new(),
            agent: String::new(),
            authenticated_at: moment(0),
        },
    )
    .await;
    add_history_and_autosave(connection, post.id, user.id).await;
    add_second_factors(connection, user.id).await;
    open.close().await;
    fs::create_dir_all(place.path("data/media/images")).unwrap();
    fs::write(place.path("data/media").join(PICTURE), [0, 159, 146, 150, 10]).unwrap();
    fs::write(place.path("data/media").join(SMALLER), "smaller").unwrap();
}

async fn add_former_category_name(connection: &impl ConnectionTrait) {
    let tag = tags::Entity::find().one(connection).await.unwrap().unwrap();
    let former = former_category_names::Model { key: "ünïcode".into(), tag_id: tag.id, created_at: moment(5) };
    add(connection, former).await;
}

async fn add_site_check(connection: &impl ConnectionTrait) {
    let check = site_checks::Model {
        id: Uuid::now_v7(),
        checked_at: moment(6),
        addresses: 3,
        pages: 2,
        complete: false,
        errors: 1,
        warnings: 0,
        kinds: r#"[{"kind":"orphan","errors":1,"warnings":0}]"#.into(),
        findings: Some(r#"[{"value":"\u0000 ü"}]"#.into()),
    };
    add(connection, check).await;
}

async fn add_redirects(connection: &impl ConnectionTrait, post: Uuid) {
    let former = redirects::Model {
        slug: "früher".into(),
        blog_post_id: post,
        created_at: moment(-1),
        hits: 2,
        last_hit_at: Some(moment(2)),
    };
    add(connection, former).await;
    let by_hand = manual_redirects::Model {
        id: Uuid::now_v7(),
        source: "/fr%c3%bcher".into(),
        target: "https://other.test/#a".into(),
        target_path: String::new(),
        search_text: "/fr%c3%bcher".into(),
        hits: 0,
        last_hit_at: None,
        created_at: moment(1),
    };
    add(connection, by_hand).await;
    let missed =
        missed_addresses::Model { id: Uuid::now_v7(), path: "/gone".into(), misses: 3, last_seen_at: moment(2) };
    add(connection, missed).await;
}

/// Returns every row of every table that is backed up, as the ORM's debug output.
pub async fn everything(database: &TestDatabase) -> Vec<String> {
    let open = database.open().await;
    let mut rows = Vec::new();
    macro_rules! of {
        ($($table:ident),*) => {$(
            for row in $table::Entity::find().all(open.reader()).await.unwrap() {
                rows.push(format!("{} {row:?}", stringify!($table)));
            }
        )*};
    }
    of![
        authors,
        blog_post_drafts,
        blog_post_revisions,
        blog_posts,
        blog_posts_section_tags,
        blog_posts_tags,
        bookings,
        enquiries,
        former_category_names,
        former_media_files,
        manual_redirects,
        media,
        missed_addresses,
        newsletter_subscribers,
        newsletter_tokens,
        outbox,
        passkeys,
        recovery_codes,
        redirects,
        site_checks,
        site_settings,
        tags,
        totp_secrets,
        trashed_posts,
        users
    ];
    rows.sort();
    open.close().await;
    rows
}
