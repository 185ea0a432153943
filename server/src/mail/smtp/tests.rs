//! Tests of what a mail server's URL says.

use super::*;

fn server(url: &str) -> Result<SmtpServer, SmtpError> {
    SmtpServer::new(&Url::parse(url).unwrap(), Duration::from_secs(20))
}

#[test]
fn a_password_is_never_sent_unencrypted_to_another_machine() {
    for (url, port, used) in [
        ("smtp://mail.example", 587, Encryption::Offered),
        ("smtp://u:p@mail.example:2525", 2525, Encryption::Required),
        ("smtp://u:p@127.0.0.1:2525", 2525, Encryption::Offered),
        ("smtp://localhost", 25, Encryption::Offered),
        ("smtp://localhost?tls=required", 587, Encryption::Required),
        ("smtp://mail.example?tls=required", 587, Encryption::Required),
        ("smtp://mail.example?tls=none", 25, Encryption::Never),
        ("smtps://u:p@mail.example", 465, Encryption::Always),
    ] {
        let server = server(url).unwrap();
        assert_eq!(server.port, port, "{url}");
        let tls = match server.tls {
            Tls::None => Encryption::Never,
            Tls::Opportunistic(_) => Encryption::Offered,
            Tls::Required(_) => Encryption::Required,
            Tls::Wrapper(_) => Encryption::Always,
        };
        assert_eq!(tls, used, "{url}");
    }
    for url in ["smtp://mail.example?tls=perhaps", "http://mail.example", "smtp:mail.example"] {
        assert!(server(url).is_err(), "{url}");
    }
}

#[test]
fn name_and_password_may_have_any_character() {
    let server = server("smtp://anna%40example.org:p%25%2F%3A@[::1]/shop.example").unwrap();
    assert_eq!(server.credentials, Some(Credentials::new("anna@example.org".into(), "p%/:".into())));
    assert_eq!((server.host.as_str(), server.port), ("::1", 25));
    assert_eq!(server.hello_name, ClientId::Domain("shop.example".into()));
    assert!(!format!("{server:?}").contains("p%/:"));
}
