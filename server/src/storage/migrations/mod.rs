//! Applies `server/migrations/`: hand-written SQL, one file per engine, in numerical order. A released migration is
//! never edited.

mod author_lists;
mod email_keys;
mod plain_titles;
mod search_text;

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, Statement};
use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager, async_trait};

use super::{Database, Engine, StorageError};

struct SqlMigration {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! migrations {
    ($($name:literal),* $(,)?) => {
        /// Returns the names of all migrations, in order.
        pub fn names() -> Vec<String> {
            vec![$($name.to_owned()),*]
        }

        fn all() -> Vec<SqlMigration> {
            vec![$(SqlMigration {
                name: $name,
                sqlite: include_str!(concat!("../../../migrations/", $name, ".sqlite.sql")),
                postgres: include_str!(concat!("../../../migrations/", $name, ".postgres.sql")),
            }),*]
        }
    };
}

migrations![
    "0001_content",
    "0002_accounts",
    "0003_enquiries",
    "0004_search",
    "0005_bookings",
    "0006_recovery",
    "0007_revisions",
    "0008_lists",
    "0009_staff_search",
    "0010_folded_search",
    "0011_staff_words",
    "0012_plain_lists",
    "0013_folded_staff_search",
    "0014_sign_in_attempts",
    "0015_confirmation",
    "0016_sessions",
    "0017_second_factor",
    "0018_audit",
    "0019_booking_holds",
    "0020_trash",
    "0021_sign_ups",
    "0022_redirects",
    "0024_authors",
    "0025_staff_list_dates",
    "0026_last_sign_in",
    "0027_site_settings",
    "0028_categories",
    "0029_site_health",
    "0030_former_media_files",
    "0031_media_folders",
    "0032_focal_points",
    "0033_plain_titles",
    "0034_mail_expiry",
    "0035_status_order",
    "0036_reminder_expiry",
    "0037_avif",
    "0038_email_keys",
    "0039_removed_files",
    "0040_former_author_names",
    "0041_title_order",
];

/// Returns the names of the site's tables: those that migrations create on either engine, former names included. Every
/// other table is the operator's.
pub fn tables() -> HashSet<&'static str> {
    let texts = all().into_iter().flat_map(|SqlMigration { sqlite, postgres, .. }| [sqlite, postgres]);
    let words = texts.flat_map(|sql| sql.split(|end: char| end.is_whitespace() || "(;".contains(end)));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let named = words.windows(4).filter_map(|words| match words {
        ["CREATE", "TABLE", name, _] | ["CREATE", "VIRTUAL", "TABLE", name] | ["RENAME", "TO", name, _] => Some(*name),
        _ => None,
    });
    named.chain([TABLE]).collect()
}

/// The migration whose columns are filled by Rust code, which folds text.
const SEARCH_TEXT: &str = "0013_folded_staff_search";

/// The migration whose lists are filled by Rust code, which folds the names of authors.
const AUTHOR_LISTS: &str = "0024_authors";

/// The migration whose search text is written by Rust code, which removes the `==` marks of titles.
const PLAIN_TITLES: &str = "0033_plain_titles";

/// The migration whose keys are written by Rust code, which converts domains.
const EMAIL_KEYS: &str = "0038_email_keys";

impl MigrationName for SqlMigration {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for SqlMigration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sql = match manager.get_database_backend() {
            sea_orm::DbBackend::Postgres => self.postgres,
            _ => self.sqlite,
        };
        manager.get_connection().execute_unprepared(sql).await?;
        if self.name == SEARCH_TEXT {
            search_text::fill(manager.get_connection()).await?;
        }
        if self.name == AUTHOR_LISTS {
            author_lists::fill(manager.get_connection()).await?;
        }
        if self.name == PLAIN_TITLES {
            plain_titles::fill(manager.get_connection()).await?;
        }
        if self.name == EMAIL_KEYS {
            email_keys::fill(manager.get_connection()).await?;
        }
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

/// The table of applied migrations.
const TABLE: &str = "schema_migrations";

struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        all().into_iter().map(|migration| Box::new(migration) as Box<dyn MigrationTrait>).collect()
    }

    fn migration_table_name() -> sea_orm::DynIden {
        sea_orm::sea_query::IntoIden::into_iden(TABLE)
    }
}

/// An arbitrary number: replicas that start together lock it and migrate one after another.
const LOCK: i64 = 0x666f_756e_6466_6972;

/// Applies missing migrations. Returns how many there were. When several processes start at once, one migrates and the
/// others wait.
pub(super) async fn apply(database: &Database) -> Result<usize, DbErr> {
    let transaction = database.begin_write().await?;
    lock(&transaction, database.engine()).await?;
    let missing = names().len().saturating_sub(applied(&transaction).await?.len());
    match database.engine() {
        // On a separate connection; the lock ends with the transaction, even when the process dies.
        Engine::Postgres => Migrator::up(database.writer(), None).await?,
        Engine::Sqlite => Migrator::up(&transaction, None).await?,
    }
    transaction.commit().await?;
    Ok(missing)
}

/// Keeps other processes from migrating until the transaction ends. On SQLite, writers are serialised anyway.
pub async fn lock(transaction: &DatabaseTransaction, engine: Engine) -> Result<(), DbErr> {
    if engine == Engine::Postgres {
        transaction.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({LOCK})")).await?;
    }
    Ok(())
}

/// Applies missing migrations within a transaction: the first `steps`, or all.
pub async fn up(transaction: &DatabaseTransaction, steps: Option<usize>) -> Result<(), DbErr> {
    Migrator::up(transaction, steps.and_then(|steps| u32::try_from(steps).ok())).await
}

/// The database has a migration that this version of the program does not know.
#[derive(Debug, thiserror::Error)]
#[error(
    "the database was prepared by a newer foundfirst: it is at {0}. Start that version, or restore the backup made \
     before the update."
)]
pub struct NewerDatabase(pub String);

/// Returns how many migrations are missing. Fails with [`NewerDatabase`] when one is unknown.
pub(super) async fn missing(transaction: &DatabaseTransaction) -> Result<usize, StorageError> {
    let (applied, known) = (applied(transaction).await?, names());
    match applied.iter().rev().find(|name| !known.contains(name)) {
        Some(unknown) => Err(StorageError::other(NewerDatabase(unknown.clone()))),
        None => Ok(known.len().saturating_sub(applied.len())),
    }
}

/// Returns the names of the applied migrations, in order; none for an empty database.
pub async fn applied(transaction: &DatabaseTransaction) -> Result<Vec<String>, DbErr> {
    if !SchemaManager::new(transaction).has_table(TABLE).await? {
        return Ok(Vec::new());
    }
    let query = format!("SELECT version FROM {TABLE} ORDER BY version");
    let query = Statement::from_string(transaction.get_database_backend(), query);
    transaction.query_all_raw(query).await?.iter().map(|row| row.try_get_by_index(0)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sea_orm::{ActiveModelTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::{
        audit::domain::Actor,
        bookings::REMINDER,
        clock::ManualClock,
        mail::store::{Cause, NewMail, enqueue},
        posts::{
            PostService,
            domain::PostInput,
            service::{AdminFilter, ListFilter},
        },
        storage::{
            content_state::{ContentState, Versions},
            entities::{bookings, enquiries, outbox, users},
            search,
            testing::{TestDatabase, on_both_engines},
        },
    };

    const POST: &str = "INSERT INTO blog_posts (id, title, slug, summary, word_count, author, label, published, trending, \
        crawl_log, inside_the_index, listed_at, meta_title, meta_description, version, created_at, updated_at, \
        author_bio, schema_markup, headings, public_search, staff_search, content) VALUES \
        (ID, 'Old', 'old', '', 1, 'A', 'Local SEO', TRUE, FALSE, FALSE, FALSE, '2026-01-01T00:00:00+00:00', '', '', 1, \
        '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00', '', '', '[]', 'old λόγος' || SEPARATOR || 'a', 'λόγος', \
        '<p>a</p><!-- pagebreak --><p>b</p>')";

    /// A checksum of each released migration's two files: a database that has applied one never sees a change to it.
    const RELEASED: &[(&str, u64)] = &[
        ("0001_content", 0xb6a9_6818_31a3_5cae),
        ("0002_accounts", 0x3aaf_04c8_2607_4cc0),
        ("0003_enquiries", 0x9efd_d8fb_b71c_30ca),
        ("0004_search", 0x872e_8013_b6c7_32b3),
        ("0005_bookings", 0x425a_5cc6_b4a0_e061),
        ("0006_recovery", 0xc900_4bf9_3122_2b3b),
        ("0007_revisions", 0xb40e_4de0_96cd_e0b3),
        ("0008_lists", 0xd5e7_5407_f7d0_933c),
        ("0009_staff_search", 0xff39_574b_7d98_4367),
        ("0010_folded_search", 0x500f_3db6_bdb2_dec3),
        ("0011_staff_words", 0x604b_5549_9b69_d271),
        ("0012_plain_lists", 0x6de9_9326_7298_c54d),
        ("0013_folded_staff_search", 0x26cc_4e62_2031_4a8a),
        ("0014_sign_in_attempts", 0xdf21_2694_2684_a928),
        ("0015_confirmation", 0xb9fc_bc8c_f8dd_f3cd),
        ("0016_sessions", 0x73bb_6c58_b576_d7da),
        ("0017_second_factor", 0xe7d0_4cca_27d7_5e4e),
        ("0018_audit", 0xe2f0_4305_f816_e04f),
        ("0019_booking_holds", 0xc0c2_d89e_c219_d848),
        ("0020_trash", 0x9bdd_c2fe_daef_0449),
        ("0021_sign_ups", 0x8932_91e3_872f_ce45),
        ("0022_redirects", 0x059d_776a_0fb7_2238),
        ("0024_authors", 0x8744_3909_c1ea_a5df),
        ("0025_staff_list_dates", 0x0d03_8d14_772d_6c82),
        ("0026_last_sign_in", 0x3f20_3aad_6278_379d),
        ("0027_site_settings", 0x99ce_43d6_179c_0816),
        ("0028_categories", 0x8adc_376d_286c_40ec),
        ("0029_site_health", 0x17de_047b_c28a_ca3d),
        ("0030_former_media_files", 0x8181_db97_cbd2_4877),
        ("0031_media_folders", 0xd4d7_3acc_d9d3_e287),
        ("0032_focal_points", 0x8356_8a29_5fcf_b401),
        ("0033_plain_titles", 0xea00_d04f_b467_7e1b),
        ("0034_mail_expiry", 0x59a4_bb2e_18f4_8048),
        ("0035_status_order", 0x2a33_af17_0738_187d),
        ("0036_reminder_expiry", 0xe442_422c_d097_fd23),
        ("0037_avif", 0x6ed1_cc52_a97d_b581),
        ("0038_email_keys", 0x5a9f_aa44_dcb7_e1ed),
        ("0039_removed_files", 0x4dd4_53df_060b_23e5),
        ("0040_former_author_names", 0x2f00_5502_820f_fb3b),
        ("0041_title_order", 0x9ca5_f145_e14b_0464),
    ];

    #[test]
    fn a_released_migration_is_never_edited() {
        let digest = |SqlMigration { sqlite, postgres, .. }: &SqlMigration| {
            let digest = Sha256::new().chain_update(sqlite).chain_update(postgres).finalize();
            u64::from_be_bytes(digest[..8].try_into().unwrap())
        };
        let found: Vec<_> = all().iter().map(|migration| (migration.name, digest(migration))).collect();
        assert_eq!(found, RELEASED);
    }

    /// Posts from before the search table are found, counted and paged like new ones.
    async fn posts_move_into_search(database: Database, id: &str, separator: &str) {
        let connection = database.writer();
        Migrator::up(connection, Some(2)).await.unwrap();
        let tag = format!("INSERT INTO tags (id, name, key) VALUES ({id}, 'Local SEO', 'local seo')");
        let link = format!("INSERT INTO blog_posts_tags (blog_post_id, tag_id, position) VALUES ({id}, {id}, 0)");
        for sql in [POST.replace("ID", id).replace("SEPARATOR", separator), tag, link] {
            connection.execute_unprepared(&sql).await.unwrap();
        }
        Migrator::up(connection, None).await.unwrap();
        let clock = ManualClock::new(chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap());
        let posts = PostService::new(
            database.clone(),
            Arc::new(clock),
            ContentState::new(Versions::default()),
            chrono_tz::Tz::UTC,
            String::new(),
        );
        for (text, found) in [("old", 1), ("local", 1), ("aloc", 0), ("oc", 1), ("absent", 0), ("ΛΌΓΟΣ", 1)] {
            let filter = ListFilter { search: Some(text.into()), ..Default::default() };
            assert_eq!(posts.stats(&filter).await.unwrap().total, found, "{text}");
        }
        let filter = ListFilter { tag: Some("LOCAL seo".into()), ..Default::default() };
        assert_eq!(posts.stats(&filter).await.unwrap().total, 1);
        let filter = ListFilter { author: Some("a".into()), ..Default::default() };
        assert_eq!(posts.stats(&filter).await.unwrap().total, 1);
        assert_eq!(posts.canonical().await.unwrap()[0].pages, 2);
        let filter = AdminFilter { search: Some("ΛΌΓΟΣ".into()), ..Default::default() };
        assert_eq!(posts.admin_list(&filter, 1, 10).await.unwrap().posts.total, 1);
    }

    #[tokio::test]
    async fn old_posts_move_into_search_on_sqlite() {
        let file = TestDatabase::empty_sqlite();
        let database = Database::connect(&file.url, true).await.unwrap();
        posts_move_into_search(database, "x'018f0000000070008000000000000001'", "char(31)").await;
    }

    #[tokio::test]
    async fn old_posts_move_into_search_on_postgres() {
        let empty = TestDatabase::empty_postgres().await;
        let database = Database::connect(&empty.url, true).await.unwrap();
        posts_move_into_search(database, "'018f0000-0000-7000-8000-000000000001'", "chr(31)").await;
    }

    on_both_engines![
        every_table_of_the_site_is_named,
        titles_from_before_are_found_as_readers_see_them,
        reminders_from_before_end_when_their_call_begins,
    ];

    async fn every_table_of_the_site_is_named(file: TestDatabase) {
        let database = file.open().await;
        let catalogue = match database.engine() {
            Engine::Sqlite => {
                "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') \
                 AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
            }
            Engine::Postgres => "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()",
        };
        let query = Statement::from_string(database.writer().get_database_backend(), catalogue);
        let rows = database.writer().query_all_raw(query).await.unwrap();
        let found: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
        assert!(found.len() > 40, "{found:?}");
        let tables = tables();
        let unnamed: Vec<_> = found.iter().filter(|name| !tables.contains(name.as_str())).collect();
        assert_eq!(unnamed, Vec::<&String>::new());
        // Nothing but tables, and an index that was renamed.
        assert!(
            tables.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')),
            "{tables:?}"
        );
    }

    async fn titles_from_before_are_found_as_readers_see_them(file: TestDatabase) {
        let database = file.open().await;
        let clock = ManualClock::new(chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap());
        let content = ContentState::new(Versions::default());
        let posts = PostService::new(database.clone(), Arc::new(clock), content, chrono_tz::Tz::UTC, String::new());
        let title = "Seven ==robots.txt== mistakes".to_owned();
        let input = PostInput { title, slug: "marked".into(), published: true, ..PostInput::default() };
        posts.create(input, &Actor::command_line()).await.unwrap();
        let found = async || {
            let text = Some("seven robots.txt mistakes".to_owned());
            let readers = posts.stats(&ListFilter { search: text.clone(), ..Default::default() }).await.unwrap().total;
            let filter = AdminFilter { search: text, ..Default::default() };
            (readers, posts.admin_list(&filter, 1, 10).await.unwrap().posts.total)
        };
        let connection = database.writer();
        // Writes the rows as they were before.
        for table in ["blog_posts_search", "blog_posts_staff_search"] {
            let sql = format!(
                "CREATE TEMPORARY TABLE before AS SELECT * FROM {table}; DELETE FROM {table}; UPDATE before SET text = \
                 replace(text, 'robots.txt', '==robots.txt=='); INSERT INTO {table} SELECT * FROM before; DROP TABLE before"
            );
            connection.execute_unprepared(&sql).await.unwrap();
        }
        assert_eq!(found().await, (0, 0));
        let forget = format!("DELETE FROM {TABLE} WHERE version = '{PLAIN_TITLES}'");
        connection.execute_unprepared(&forget).await.unwrap();
        Migrator::up(connection, None).await.unwrap();
        assert_eq!(found().await, (1, 1));
    }

    async fn reminders_from_before_end_when_their_call_begins(file: TestDatabase) {
        let database = file.open().await;
        let connection = database.writer();
        let start_at = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let call = bookings::Model {
            id: uuid::Uuid::now_v7(),
            status: "booked".to_owned(),
            start_at,
            end_at: start_at + chrono::TimeDelta::minutes(30),
            name: String::new(),
            email: "anna@example.org".to_owned(),
            website: String::new(),
            message: String::new(),
            search_text: String::new(),
            token_hash: Vec::new(),
            sequence: 0,
            network: String::new(),
            held_until: None,
            confirm_hash: None,
            created_at: start_at,
            updated_at: start_at,
        };
        let transaction = database.begin_write().await.unwrap();
        let (cause, row) = (Cause::Booking(call.id), bookings::ActiveModel::from(call).reset_all());
        bookings::Entity::insert(row).exec_without_returning(&transaction).await.unwrap();
        let mails = vec![NewMail::short(REMINDER, "anna@example.org")];
        enqueue(&transaction, cause, mails, start_at).await.unwrap();
        transaction.commit().await.unwrap();
        let forget = format!("DELETE FROM {TABLE} WHERE version = '0036_reminder_expiry'");
        connection.execute_unprepared(&forget).await.unwrap();
        Migrator::up(connection, None).await.unwrap();
        let row = outbox::Entity::find().one(connection).await.unwrap().unwrap();
        assert_eq!(row.expires_at, Some(start_at));
    }

    const ENQUIRY: &str = "INSERT INTO enquiries (id, type, status, name, email, website, company, phone, message, \
        report_type, answers, source_page, consent, note, fingerprint, repeats, created_at, updated_at) VALUES \
        (ID, 'contact', 'new', 'ÉMILE', '', '', '', '', 'ΛΌΓΟΣ', '', '{}', '', '', 'Ärger', ID, 0, \
        '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')";

    /// Enquiries from before the column of folded text are found like new ones.
    async fn enquiries_are_folded(database: Database, id: impl Fn(u32) -> String, bytes: impl Fn(u32) -> String) {
        let connection = database.writer();
        let before = names().iter().position(|name| name == SEARCH_TEXT).unwrap();
        Migrator::up(connection, u32::try_from(before).ok()).await.unwrap();
        // More than one batch.
        for number in 1..=201 {
            let enquiry = ENQUIRY.replacen("ID", &id(number), 1).replace("ID", &bytes(number));
            connection.execute_unprepared(&enquiry).await.unwrap();
        }
        Migrator::up(connection, None).await.unwrap();
        for (text, found) in [("émile", 201), ("λόγος", 201), ("ärger", 201), ("emile", 0)] {
            let filter = search::containing(enquiries::Column::SearchText, text);
            let count = enquiries::Entity::find().filter(filter).count(database.reader()).await.unwrap();
            assert_eq!(count, found, "{text}");
        }
    }

    #[tokio::test]
    async fn old_enquiries_are_folded_on_sqlite() {
        let file = TestDatabase::empty_sqlite();
        let database = Database::connect(&file.url, true).await.unwrap();
        let bytes = |number| format!("x'{number:032x}'");
        enquiries_are_folded(database, bytes, bytes).await;
    }

    #[tokio::test]
    async fn old_enquiries_are_folded_on_postgres() {
        let empty = TestDatabase::empty_postgres().await;
        let database = Database::connect(&empty.url, true).await.unwrap();
        let id = |number| format!("'{}'", uuid::Uuid::from_u128(u128::from(number)));
        enquiries_are_folded(database, id, |number| format!("'\\x{number:032x}'")).await;
    }

    /// Accounts from before sign-ups had to be confirmed stay. Those with rights become administrators.
    async fn old_accounts_count_as_confirmed(database: Database, id: impl Fn(u32) -> String) {
        let connection = database.writer();
        let before = names().iter().position(|name| name == "0015_confirmation").unwrap();
        Migrator::up(connection, u32::try_from(before).ok()).await.unwrap();
        for (number, email, is_admin) in [(1, "anna@example.org", "TRUE"), (2, "bob@example.org", "FALSE")] {
            let sql = format!(
                "INSERT INTO users (id, email, email_key, password_hash, is_admin, created_at, updated_at) VALUES ({}, \
                 '{email}', '{email}', 'hash', {is_admin}, '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')",
                id(number)
            );
            connection.execute_unprepared(&sql).await.unwrap();
        }
        Migrator::up(connection, None).await.unwrap();
        let rows = users::Entity::find().order_by_asc(users::Column::Email).all(connection).await.unwrap();
        let found: Vec<_> = rows.iter().map(|row| (row.email.as_str(), row.is_admin, row.role.as_deref())).collect();
        assert_eq!(found, [("anna@example.org", true, Some("administrator")), ("bob@example.org", false, None)]);
    }

    #[tokio::test]
    async fn old_accounts_count_as_confirmed_on_sqlite() {
        let file = TestDatabase::empty_sqlite();
        let database = Database::connect(&file.url, true).await.unwrap();
        old_accounts_count_as_confirmed(database, |number| format!("x'{number:032x}'")).await;
    }

    #[tokio::test]
    async fn old_accounts_count_as_confirmed_on_postgres() {
        let empty = TestDatabase::empty_postgres().await;
        let database = Database::connect(&empty.url, true).await.unwrap();
        let id = |number| format!("'{}'", uuid::Uuid::from_u128(u128::from(number)));
        old_accounts_count_as_confirmed(database, id).await;
    }
}
