//! The site's tables as read from the database's catalogue, so that backups include what a migration adds.

use sea_orm::{ConnectionTrait, DbErr, QueryResult, Statement};

use crate::storage::{Engine, migrations};

/// Tables that are not backed up. Restored sessions, locks and emailed links would grant access that has since been
/// revoked. Challenges of second factors and the lease of a running site check last only minutes. Files that are still to
/// be removed may be used again by the restored images. The content version and the migrations are in the manifest.
/// Triggers fill `blog_posts_staff_words`, which exists only before migration 0012.
const EXCLUDED_TABLES: [&str; 14] = [
    "schema_migrations",
    "content_version",
    "sessions",
    "spent_refresh_tokens",
    "sign_in_attempts",
    "sign_in_challenges",
    "passkey_registrations",
    "password_resets",
    "pending_sign_ups",
    "invitations",
    "post_previews",
    "site_check_lease",
    "removed_files",
    "blog_posts_staff_words",
];

/// Conditions on the rows that are backed up. Emails that are not delivered yet and contain a secret link, in their
/// text or their invitation, are left out: anybody who finds the backup could follow it. Delivered emails have neither.
const KEPT_ROWS: [(&str, &str); 1] = [(
    "outbox",
    "state = 'sent' OR (calendar IS NULL AND kind NOT IN ('password-reset', 'account-confirmation', 'account-invitation', \
     'newsletter-confirmation', 'visitor-booking-held', 'visitor-booking', 'visitor-booking-moved', \
     'visitor-booking-reminder'))",
)];

/// Columns that only one engine has.
const ENGINE_COLUMNS: [(&str, &str); 1] = [("blog_posts_search", "number")];

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSchema {
    /// Its name.
    pub name: String,
    /// The columns that a backup includes.
    pub columns: Vec<Column>,
}

/// A column with its type as the engine names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    kind: String,
}

const SQLITE_COLUMNS: &str = "SELECT t.name, c.name, c.type FROM pragma_table_list t JOIN pragma_table_info(t.name) c \
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY t.name, c.cid";
const POSTGRES_COLUMNS: &str = "SELECT t.table_name::text, c.column_name::text, c.data_type::text \
    FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name) \
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' \
    ORDER BY t.table_name, c.ordinal_position";
const SQLITE_REFERENCES: &str = "SELECT t.name, r.\"table\" FROM pragma_table_list t \
    JOIN pragma_foreign_key_list(t.name) r WHERE t.schema = 'main' AND t.type = 'table'";
const POSTGRES_REFERENCES: &str = "SELECT a.relname::text, b.relname::text FROM pg_constraint \
    JOIN pg_class a ON a.oid = conrelid JOIN pg_class b ON b.oid = confrelid \
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace";

/// Returns the tables that are backed up, each after those that it references.
pub async fn read(connection: &impl ConnectionTrait, engine: Engine) -> Result<Vec<TableSchema>, DbErr> {
    let mut schemas = all(connection, engine).await?;
    schemas.retain(|schema| !EXCLUDED_TABLES.contains(&schema.name.as_str()));
    for schema in &mut schemas {
        let name = schema.name.as_str();
        schema.columns.retain(|column| !ENGINE_COLUMNS.contains(&(name, column.name.as_str())));
    }
    Ok(schemas)
}

/// Returns the site's tables, each after those that it references. Tables of the engine and of the operator are left
/// out.
pub async fn all(connection: &impl ConnectionTrait, engine: Engine) -> Result<Vec<TableSchema>, DbErr> {
    let (columns, references) = match engine {
        Engine::Sqlite => (SQLITE_COLUMNS, SQLITE_REFERENCES),
        Engine::Postgres => (POSTGRES_COLUMNS, POSTGRES_REFERENCES),
    };
    let mut schemas: Vec<TableSchema> = Vec::new();
    for row in query(connection, columns).await? {
        let (table, name, kind): (String, String, String) =
            (row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?);
        let column = Column { name, kind: kind.to_ascii_lowercase() };
        match schemas.last_mut().filter(|schema| schema.name == table) {
            Some(schema) => schema.columns.push(column),
            None => schemas.push(TableSchema { name: table, columns: vec![column] }),
        }
    }
    let known = migrations::tables();
    schemas.retain(|schema| known.contains(schema.name.as_str()));
    let mut pairs: Vec<(String, String)> = Vec::new();
    for row in query(connection, references).await? {
        pairs.push((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
    }
    in_order(schemas, &pairs)
}

async fn query(connection: &impl ConnectionTrait, sql: &str) -> Result<Vec<QueryResult>, DbErr> {
    connection.query_all_raw(Statement::from_string(connection.get_database_backend(), sql)).await
}

fn in_order(mut waiting: Vec<TableSchema>, references: &[(String, String)]) -> Result<Vec<TableSchema>, DbErr> {
    let mut ordered: Vec<TableSchema> = Vec::new();
    while !waiting.is_empty() {
        let (blocked, free): (Vec<TableSchema>, Vec<TableSchema>) = waiting.iter().cloned().partition(|schema| {
            references
                .iter()
                .any(|(from, to)| *from == schema.name && from != to && waiting.iter().any(|other| other.name == *to))
        });
        if free.is_empty() {
            return Err(DbErr::Custom("tables refer to each other in a circle".to_owned()));
        }
        ordered.extend(free);
        waiting = blocked;
    }
    Ok(ordered)
}

impl TableSchema {
    /// Returns the SQL condition of the rows that are backed up.
    pub fn kept_rows(&self) -> &'static str {
        KEPT_ROWS.iter().find(|(table, _)| *table == self.name).map_or("TRUE", |(_, condition)| condition)
    }

    /// Returns the names of its columns.
    pub fn columns(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// Returns an SQL expression for a row as a JSON array, the same on both engines: bytes and ids as hexadecimal
    /// digits, booleans as 0 and 1, timestamps as text.
    pub fn line(&self, engine: Engine) -> Result<String, DbErr> {
        let values = self.columns.iter().map(|column| column.value(engine)).collect::<Result<Vec<_>, _>>()?.join(", ");
        Ok(match engine {
            Engine::Sqlite => format!("json_array({values})"),
            Engine::Postgres => format!("json_build_array({values})::text"),
        })
    }

    /// Returns an SQL expression for the number of bytes of a row's long values.
    pub fn size(&self) -> String {
        let sizes = self.columns.iter().filter_map(Column::size);
        // A sum of PostgreSQL's `integer`s could overflow.
        std::iter::once("CAST(0 AS bigint)".to_owned()).chain(sizes).collect::<Vec<_>>().join(" + ")
    }

    /// Returns a statement that inserts the rows of its only parameter: a JSON array of such arrays, with values in the
    /// order of `columns`. None when the table has other columns.
    pub fn insertion(&self, engine: Engine, columns: &[String]) -> Option<String> {
        if columns.len() != self.columns.len() {
            return None;
        }
        let find = |name: &String| self.columns.iter().find(|column| column.name == *name);
        let found: Vec<&Column> = columns.iter().map(find).collect::<Option<_>>()?;
        let values: Vec<String> =
            found.iter().enumerate().map(|(index, column)| column.decoded(engine, index)).collect();
        let names: Vec<String> = found.iter().map(|column| quoted(&column.name)).collect();
        let source = match engine {
            Engine::Sqlite => "json_each(?)",
            Engine::Postgres => "json_array_elements($1::text::json)",
        };
        let (table, names, values) = (quoted(&self.name), names.join(", "), values.join(", "));
        // Without the prefix, PostgreSQL would resolve the row's name to a column of that name.
        Some(format!("INSERT INTO {table} ({names}) SELECT {values} FROM {source} AS line"))
    }
}

impl Column {
    fn value(&self, engine: Engine) -> Result<String, DbErr> {
        let name = quoted(&self.name);
        Ok(match (engine, self.kind.as_str()) {
            // Without the check, NULL would become an empty string.
            (Engine::Sqlite, "blob") => format!("CASE WHEN {name} IS NOT NULL THEN lower(hex({name})) END"),
            (Engine::Sqlite, "text" | "integer" | "real")
            | (Engine::Postgres, "text" | "smallint" | "integer" | "bigint" | "double precision") => name,
            (Engine::Postgres, "uuid") => format!("replace({name}::text, '-', '')"),
            (Engine::Postgres, "bytea") => format!("encode({name}, 'hex')"),
            (Engine::Postgres, "boolean") => format!("{name}::integer"),
            (Engine::Postgres, "json" | "jsonb") => format!("{name}::text"),
            // The format that SQLite stores and compares as text: 0, 3 or 6 digits after the seconds.
            (Engine::Postgres, "timestamp with time zone") => format!(
                "regexp_replace(to_char({name} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US'), \
                 '(\\.000)?000$', '') || '+00:00'"
            ),
            (_, kind) => return Err(DbErr::Custom(format!("backups do not support columns of type {kind}"))),
        })
    }

    /// Returns an SQL expression for the number of bytes of a value. None when values of its type are short. For text
    /// and bytes, the engines find it without reading the value.
    fn size(&self) -> Option<String> {
        let name = quoted(&self.name);
        match self.kind.as_str() {
            "text" | "blob" | "bytea" => Some(format!("coalesce(octet_length({name}), 0)")),
            "json" | "jsonb" => Some(format!("coalesce(octet_length({name}::text), 0)")),
            _ => None,
        }
    }

    fn decoded(&self, engine: Engine, index: usize) -> String {
        match (engine, self.kind.as_str()) {
            (Engine::Sqlite, "blob") => format!("unhex(line.value ->> {index})"),
            (Engine::Sqlite, _) => format!("line.value ->> {index}"),
            (Engine::Postgres, "bytea") => format!("decode(line.value ->> {index}, 'hex')"),
            (Engine::Postgres, kind) => format!("CAST(line.value ->> {index} AS {kind})"),
        }
    }
}

/// Returns a quoted SQL identifier.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
