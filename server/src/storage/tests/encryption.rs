//! Tests that connections to PostgreSQL are encrypted, with a server that has TLS and one that does not.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, chown},
    path::{Path, PathBuf},
    process::Command,
};

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use url::Url;

use crate::{
    config::DatabaseUrl,
    storage::{Database, testing::Cluster},
};

/// A PostgreSQL server that listens on a loopback port.
struct NetworkCluster {
    port: u16,
    _cluster: Cluster,
}

impl NetworkCluster {
    /// Starts a server, with TLS and a self-signed certificate or without TLS.
    fn start(tls: bool) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let network = format!("-c listen_addresses=127.0.0.1 -p {port}");
        let cluster = Cluster::start_with(|directory, user| {
            if !tls {
                return Ok(network);
            }
            let (certificate, key) = self_signed(directory);
            for file in [&certificate, &key] {
                fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
                if let Some(user) = user {
                    chown(file, Some(user.uid), Some(user.gid)).unwrap();
                }
            }
            let files = format!("-c ssl_cert_file={} -c ssl_key_file={}", certificate.display(), key.display());
            Ok(format!("{network} -c ssl=on {files}"))
        });
        Self { port, _cluster: cluster.unwrap_or_else(|reason| panic!("{reason}")) }
    }

    fn url(&self, mode: &str) -> DatabaseUrl {
        let text = format!("postgres://postgres@127.0.0.1:{}/postgres?sslmode={mode}", self.port);
        DatabaseUrl::Postgres(Url::parse(&text).unwrap())
    }
}

/// Writes a certificate for localhost and 127.0.0.1, and its key, in PEM.
pub(crate) fn self_signed(directory: &Path) -> (PathBuf, PathBuf) {
    let [config, certificate, key] = ["openssl.cnf", "certificate.pem", "key.pem"].map(|name| directory.join(name));
    let text = "[req]\nprompt = no\ndistinguished_name = name\nx509_extensions = extensions\n[name]\nCN = localhost\n\
        [extensions]\nsubjectAltName = DNS:localhost, IP:127.0.0.1\nbasicConstraints = critical, CA:FALSE\n";
    fs::write(&config, text).unwrap();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
        .args([Path::new("-config"), &config, Path::new("-out"), &certificate, Path::new("-keyout"), &key])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    (certificate, key)
}

#[tokio::test]
async fn a_database_that_requires_encryption_is_reached_with_it_or_not_at_all() {
    let (encrypted, plain) = (NetworkCluster::start(true), NetworkCluster::start(false));
    let database = Database::open(&encrypted.url("require")).await.unwrap();
    let asked = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    for connection in [database.reader(), database.writer()] {
        let statement = Statement::from_string(DbBackend::Postgres, asked);
        let row = connection.query_one_raw(statement).await.unwrap().unwrap();
        assert!(row.try_get_by_index::<bool>(0).unwrap());
    }
    database.close().await;
    let error = Database::open(&plain.url("require")).await.unwrap_err();
    assert!(format!("{error:?}").contains("TLS"), "{error:?}");
    Database::open(&plain.url("prefer")).await.unwrap().close().await;
}
