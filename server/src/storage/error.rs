//! Kinds of database failures.

use std::error::Error;

use sea_orm::{DbErr, RuntimeErr, sqlx};

use crate::error::AppError;

/// The database could not be opened, or a statement failed. The message is one line with the cause, for the log.
#[derive(Debug, thiserror::Error)]
#[error("{context}{}", one_line(&.cause.to_string()))]
pub struct StorageError {
    kind: StorageErrorKind,
    /// What was attempted, with a colon; empty when the cause is enough.
    context: String,
    #[source]
    cause: Box<dyn Error + Send + Sync>,
}

/// The kind of a [`StorageError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageErrorKind {
    /// The database does not respond: it cannot be reached, or the connection broke.
    Unavailable,
    /// No connection or lock was available in time. The same call may succeed later.
    Busy,
    /// The statement took longer than it may, and was interrupted.
    TimedOut,
    /// Another row has the same value. None for a constraint that callers do not distinguish.
    UniqueViolation(Option<UniqueConstraint>),
    /// Anything else, such as a row that does not parse.
    Other,
}

/// A unique constraint that callers distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UniqueConstraint {
    /// Two posts with the same slug.
    PostSlug,
    /// Two accounts with the same address.
    AccountEmail,
    /// Two booked calls that begin at the same moment.
    BookingStart,
    /// Two subscribers with the same address.
    SubscriberEmail,
    /// Two passkeys with the same id.
    PasskeyCredential,
    /// Two authors with the same slug.
    AuthorSlug,
    /// Two authors with the same name.
    AuthorName,
    /// Two categories with the same name.
    CategoryName,
}

impl UniqueConstraint {
    const ALL: [Self; 8] = [
        Self::PostSlug,
        Self::AccountEmail,
        Self::BookingStart,
        Self::SubscriberEmail,
        Self::PasskeyCredential,
        Self::AuthorSlug,
        Self::AuthorName,
        Self::CategoryName,
    ];

    /// Returns the column that SQLite reports and the constraint that PostgreSQL reports.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::PostSlug => ("blog_posts.slug", "blog_posts_slug_key"),
            Self::AccountEmail => ("users.email_key", "users_email_key_key"),
            Self::BookingStart => ("bookings.start_at", "bookings_by_start"),
            Self::AuthorSlug => ("authors.slug", "authors_slug_key"),
            Self::AuthorName => ("authors.name_key", "authors_name_key_key"),
            Self::CategoryName => ("tags.key", "tags_key_key"),
            Self::PasskeyCredential => ("passkeys.credential_id", "passkeys_credential_id_key"),
            Self::SubscriberEmail => ("newsletter_subscribers.email_key", "newsletter_subscribers_email_key_key"),
        }
    }

    fn of(error: &dyn sqlx::error::DatabaseError) -> Option<Self> {
        let column = error.message().rsplit_once(": ").map_or("", |(_, column)| column);
        Self::ALL.into_iter().find(|constraint| {
            let (sqlite, postgres) = constraint.names();
            error.constraint().map_or(column == sqlite, |name| name == postgres)
        })
    }
}

impl StorageErrorKind {
    pub(super) fn of(error: &DbErr) -> Self {
        match error {
            // The driver retries a refused connection until the timeout.
            DbErr::Conn(RuntimeErr::SqlxError(error)) if matches!(**error, sqlx::Error::PoolTimedOut) => {
                Self::Unavailable
            }
            DbErr::ConnectionAcquire(sea_orm::ConnAcquireErr::Timeout) => Self::Busy,
            DbErr::ConnectionAcquire(_) => Self::Unavailable,
            DbErr::Conn(RuntimeErr::SqlxError(error))
            | DbErr::Exec(RuntimeErr::SqlxError(error))
            | DbErr::Query(RuntimeErr::SqlxError(error)) => Self::of_driver(error),
            _ => Self::Other,
        }
    }

    fn of_driver(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) if error.is_unique_violation() => {
                Self::UniqueViolation(UniqueConstraint::of(error.as_ref()))
            }
            sqlx::Error::Database(error) => Self::of_code(error.code().as_deref().unwrap_or_default()),
            sqlx::Error::PoolTimedOut => Self::Busy,
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Self::Unavailable,
            _ => Self::Other,
        }
    }

    /// SQLite's extended result codes are numbers; PostgreSQL's SQLSTATE has five characters.
    fn of_code(code: &str) -> Self {
        /// The low byte of `SQLITE_BUSY` and `SQLITE_LOCKED`.
        const SQLITE_BUSY: [u32; 2] = [5, 6];
        /// `SQLITE_IOERR`, `SQLITE_FULL` and `SQLITE_CANTOPEN`.
        const SQLITE_UNAVAILABLE: [u32; 3] = [10, 13, 14];
        /// `SQLITE_INTERRUPT`.
        const SQLITE_TIMED_OUT: u32 = 9;
        /// Query cancelled, by `statement_timeout` or by an operator.
        const POSTGRES_TIMED_OUT: &str = "57014";
        /// Serialisation failure, deadlock, lock not available.
        const POSTGRES_BUSY: [&str; 3] = ["40001", "40P01", "55P03"];
        /// The classes of connection exceptions, insufficient resources and operator intervention.
        const POSTGRES_UNAVAILABLE: [&str; 3] = ["08", "53", "57"];
        if code.len() == 5 {
            if POSTGRES_BUSY.contains(&code) {
                return Self::Busy;
            }
            if code == POSTGRES_TIMED_OUT {
                return Self::TimedOut;
            }
            let unavailable = POSTGRES_UNAVAILABLE.iter().any(|class| code.starts_with(class));
            return if unavailable { Self::Unavailable } else { Self::Other };
        }
        match code.parse::<u32>().map(|code| code & 0xff) {
            Ok(code) if SQLITE_BUSY.contains(&code) => Self::Busy,
            Ok(SQLITE_TIMED_OUT) => Self::TimedOut,
            Ok(code) if SQLITE_UNAVAILABLE.contains(&code) => Self::Unavailable,
            _ => Self::Other,
        }
    }
}

impl StorageError {
    /// Returns an error from outside the database, such as a value that does not parse.
    pub fn other(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: StorageErrorKind::Other, context: String::new(), cause: cause.into() }
    }

    /// Returns the error for work that could not start in time.
    pub(super) fn busy(cause: &'static str) -> Self {
        Self { kind: StorageErrorKind::Busy, context: String::new(), cause: cause.into() }
    }

    /// Returns an error with the attempted action in front of its message.
    pub(super) fn during(error: DbErr, attempt: &str) -> Self {
        Self { context: format!("{attempt}: "), ..Self::from(error) }
    }

    /// Returns the kind of failure.
    pub fn kind(&self) -> StorageErrorKind {
        self.kind
    }

    /// Returns whether another row has the same value under this constraint.
    pub fn violates(&self, constraint: UniqueConstraint) -> bool {
        self.kind == StorageErrorKind::UniqueViolation(Some(constraint))
    }
}

impl From<DbErr> for StorageError {
    fn from(error: DbErr) -> Self {
        Self { kind: StorageErrorKind::of(&error), context: String::new(), cause: error.into() }
    }
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        Self { kind: StorageErrorKind::of_driver(&error), context: String::new(), cause: error.into() }
    }
}

impl From<StorageError> for AppError {
    fn from(error: StorageError) -> Self {
        Self::unavailable(error)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use sea_orm::{ConnectionTrait, EntityTrait, Statement};

    use super::*;
    use crate::{
        config::DatabaseUrl,
        storage::{
            Database, Engine,
            entities::tags,
            testing::{TestDatabase, on_both_engines},
        },
    };

    on_both_engines!(every_constraint_is_the_one_of_the_schema, an_unknown_constraint_is_told_from_the_known_ones);

    /// Inserts two rows that differ in all columns but the constraint's. The table may have rows of an earlier call.
    async fn violate(database: &Database, constraint: UniqueConstraint) -> StorageError {
        let (table, column) = constraint.names().0.split_once('.').unwrap();
        let backend = database.writer().get_database_backend();
        let columns = match database.engine() {
            Engine::Sqlite => format!(
                "SELECT name, CASE WHEN \"notnull\" = 0 THEN 'null' ELSE lower(type) END FROM pragma_table_info('{table}')"
            ),
            Engine::Postgres => format!(
                "SELECT column_name::text, CASE WHEN is_nullable = 'YES' THEN 'null' ELSE data_type::text END \
                 FROM information_schema.columns WHERE table_name = '{table}'"
            ),
        };
        let columns: Vec<(String, String)> = database
            .reader()
            .query_all_raw(Statement::from_string(backend, columns))
            .await
            .unwrap()
            .iter()
            .map(|row| (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap()))
            .collect();
        let insert = |number: u32| {
            let value = |(name, kind): &(String, String)| match kind.as_str() {
                _ if name == "status" => "'booked'".to_owned(),
                "null" => "NULL".to_owned(),
                "uuid" => format!("'{}'", uuid::Uuid::from_u128(number.into())),
                "blob" if *name == column => "x'00'".to_owned(),
                "bytea" if *name == column => "'\\x00'".to_owned(),
                "blob" => format!("x'{number:032x}'"),
                "bytea" => format!("'\\x{number:032x}'"),
                "boolean" => "FALSE".to_owned(),
                "integer" | "bigint" => number.to_string(),
                "timestamp with time zone" => "'2026-01-01T00:00:00+00:00'".to_owned(),
                _ if *name == column => "'same'".to_owned(),
                _ => format!("'{number}'"),
            };
            let names: Vec<_> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            let values: Vec<_> = columns.iter().map(value).collect();
            format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "))
        };
        database.writer().execute_unprepared(&format!("DELETE FROM {table}")).await.unwrap();
        database.writer().execute_unprepared(&insert(1)).await.unwrap();
        database.writer().execute_unprepared(&insert(2)).await.unwrap_err().into()
    }

    async fn every_constraint_is_the_one_of_the_schema(test: TestDatabase) {
        let database = test.open().await;
        for constraint in UniqueConstraint::ALL {
            let error = violate(&database, constraint).await;
            assert!(error.violates(constraint), "{constraint:?}: {error:?}");
        }
    }

    async fn an_unknown_constraint_is_told_from_the_known_ones(test: TestDatabase) {
        let database = test.open().await;
        let tag = |key: &str| tags::ActiveModel {
            id: sea_orm::Set(uuid::Uuid::from_u128(1)),
            name: sea_orm::Set(key.into()),
            key: sea_orm::Set(key.into()),
            ..Default::default()
        };
        tags::Entity::insert(tag("a")).exec_without_returning(database.writer()).await.unwrap();
        let again = tags::Entity::insert(tag("b")).exec_without_returning(database.writer()).await;
        let error = StorageError::from(again.unwrap_err());
        assert_eq!(error.kind(), StorageErrorKind::UniqueViolation(None), "{error:?}");
        assert!(error.source().is_some());
        let wrong = database.reader().execute_unprepared("SELECT nothing FROM nowhere").await.unwrap_err();
        assert_eq!(StorageError::from(wrong).kind(), StorageErrorKind::Other);
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_unavailable() {
        // A port that was free a moment ago refuses connections.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("postgres://nobody@127.0.0.1:{port}/none").parse().unwrap();
        let error = Database::open(&DatabaseUrl::Postgres(url)).await.unwrap_err();
        assert_eq!(error.kind(), StorageErrorKind::Unavailable, "{error:?}");
        let text = error.to_string();
        assert!(text.contains("cannot be opened: ") && text.contains("refused"), "{text}");
    }

    #[tokio::test]
    async fn a_server_that_says_nothing_is_unavailable() {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("postgres://nobody@{}/none", silent.local_addr().unwrap()).parse().unwrap();
        let error = Database::open(&DatabaseUrl::Postgres(url)).await.unwrap_err();
        assert_eq!(error.kind(), StorageErrorKind::Unavailable, "{error:?}");
        assert!(error.to_string().contains("the server does not respond"), "{error}");
    }

    #[test]
    fn codes_of_both_engines_are_told_apart() {
        for (code, kind) in [
            ("5", StorageErrorKind::Busy),
            ("517", StorageErrorKind::Busy),
            ("40001", StorageErrorKind::Busy),
            ("40P01", StorageErrorKind::Busy),
            ("13", StorageErrorKind::Unavailable),
            ("522", StorageErrorKind::Unavailable),
            ("57P01", StorageErrorKind::Unavailable),
            ("57014", StorageErrorKind::TimedOut),
            ("9", StorageErrorKind::TimedOut),
            ("53300", StorageErrorKind::Unavailable),
            ("42P01", StorageErrorKind::Other),
            ("1", StorageErrorKind::Other),
            ("", StorageErrorKind::Other),
        ] {
            assert_eq!(StorageErrorKind::of_code(code), kind, "{code}");
        }
    }
}
