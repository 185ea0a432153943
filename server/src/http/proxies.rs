//! Reverse proxies in front of the site: finds the client behind them, and logs each configuration error once: a proxy
//! that is not declared, or one that passes on a different `Host`.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, Once, OnceLock},
};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, HeaderValue, header};
use ipnet::IpNet;

use crate::config::SiteUrl;

/// The IP address of the connection's other end, added to each request by the listener.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// Networks of proxies whose forwarding headers are trusted.
#[derive(Debug, Clone)]
pub struct TrustedProxies(pub Arc<[IpNet]>);

impl TrustedProxies {
    /// Returns whether `ip` is a trusted proxy. A listener on `[::]` sees `10.0.0.1` as `::ffff:10.0.0.1`.
    pub fn contains(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.0.iter().any(|net| net.contains(&ip))
    }

    /// Returns the client's IP address: the last one in `X-Forwarded-For` that is not a trusted proxy, when the peer is
    /// one.
    pub fn client_ip(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.contains(peer) {
            return peer;
        }
        // As bytes, since a hop that is not text must not take the others of its line with it.
        let lines = headers.get_all("x-forwarded-for").iter().map(HeaderValue::as_bytes);
        let hops: Vec<&[u8]> = lines.flat_map(|line| line.split(|byte| *byte == b',')).collect();
        let mut client = peer;
        for hop in hops.iter().rev() {
            // A hop that is not an IP address may have been invented by a client, so the search ends there.
            let Some(ip) = str::from_utf8(hop).ok().and_then(|hop| ip_of(hop.trim())) else { break };
            client = ip;
            if !self.contains(ip) {
                break;
            }
        }
        client
    }
}

/// Returns the IP address of a hop. Some proxies add the port: `192.0.2.5:4711` or `[2001:db8::1]:4711`.
fn ip_of(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    bare.parse().ok().or_else(|| hop.parse().ok().map(|socket: SocketAddr| socket.ip()))
}

/// The headers in which proxies name the client.
const FORWARDING: [&str; 3] = ["x-forwarded-for", "forwarded", "x-real-ip"];

/// Watches requests for signs of a proxy. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ProxyWatch(Arc<Watch>);

#[derive(Debug)]
struct Watch {
    trusted: TrustedProxies,
    url: SiteUrl,
    undeclared: OnceLock<IpAddr>,
    other_host: Once,
}

impl ProxyWatch {
    /// Returns a watch that has seen nothing. `trusted` are the declared proxies, `url` is the public URL.
    pub fn new(trusted: TrustedProxies, url: SiteUrl) -> Self {
        Self(Arc::new(Watch { trusted, url, undeclared: OnceLock::new(), other_host: Once::new() }))
    }

    /// Returns the IP address of the first peer that sent forwarding headers without being a declared proxy.
    pub fn undeclared(&self) -> Option<IpAddr> {
        self.0.undeclared.get().copied()
    }

    /// Logs at start that a proxy is likely but none is declared, since the site itself does not speak TLS.
    pub fn report_start(&self) {
        if self.0.url.is_https() && self.0.trusted.0.is_empty() {
            tracing::warn!(
                public_url = %self.0.url,
                "no proxy is declared, but the public URL is https: set FOUNDFIRST_TRUSTED_PROXIES to the address of the \
                 proxy that speaks TLS, or all visitors share its limits"
            );
        }
    }

    /// Returns whether a request's `Origin` is that of the public URL. Logs once when its `Host` is another.
    pub fn is_public_origin(&self, headers: &HeaderMap) -> bool {
        let url = &self.0.url;
        let is = |name, own: &str| {
            headers.get(name).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(own.as_bytes()))
        };
        let same = is(header::ORIGIN, url.as_str());
        if same && headers.contains_key(header::HOST) && !is(header::HOST, url.host()) {
            self.0.other_host.call_once(|| {
                tracing::warn!(
                    host = ?headers.get(header::HOST),
                    expected = url.host(),
                    "the proxy sends a Host other than the public URL's: make it pass on the visitor's, in nginx with \
                     `proxy_set_header Host $host`"
                );
            });
        }
        same
    }

    fn note(&self, peer: IpAddr, headers: &HeaderMap) {
        if self.0.trusted.contains(peer) || !FORWARDING.iter().any(|name| headers.contains_key(*name)) {
            return;
        }
        if self.0.undeclared.set(peer).is_ok() {
            tracing::warn!(
                %peer,
                "an undeclared proxy forwards requests, and all visitors behind it share one set of limits: if it is \
                 yours, set FOUNDFIRST_TRUSTED_PROXIES={peer}"
            );
        }
    }
}

/// Middleware that watches every request of the router.
pub async fn watch(State(watch): State<ProxyWatch>, request: Request, next: Next) -> Response {
    if let Some(Peer(peer)) = request.extensions().get() {
        watch.note(*peer, request.headers());
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn forwarding_headers_count_only_from_trusted_proxies() {
        let forwarded = |hops| {
            HeaderMap::from_iter([(http::HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static(hops))])
        };
        let (proxy, stranger) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([198, 51, 100, 7]));
        let trusted = TrustedProxies(["10.0.0.0/8".parse().unwrap()].into());
        let hops = forwarded("203.0.113.9, 192.0.2.5, 10.0.0.2");
        assert_eq!(trusted.client_ip(stranger, &hops), stranger);
        assert_eq!(trusted.client_ip(proxy, &hops).to_string(), "192.0.2.5");
        assert_eq!(trusted.client_ip(proxy, &HeaderMap::new()), proxy);
        assert_eq!(trusted.client_ip(proxy, &forwarded("nonsense")), proxy);
        for (hops, client) in [
            ("203.0.113.9:443, 192.0.2.5:50123", "192.0.2.5"),
            ("192.0.2.5:50123, 10.0.0.2:80", "192.0.2.5"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:50123", "2001:db8::1"),
        ] {
            assert_eq!(trusted.client_ip(proxy, &forwarded(hops)).to_string(), client, "{hops}");
        }
    }

    #[test]
    fn a_hop_that_is_not_text_does_not_hide_the_one_after_it() {
        let trusted = TrustedProxies(["127.0.0.0/8".parse().unwrap()].into());
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_bytes(b"\xff, 192.0.2.5").unwrap());
        assert_eq!(trusted.client_ip([127, 0, 0, 1].into(), &headers).to_string(), "192.0.2.5");
    }

    #[test]
    fn an_ipv4_proxy_is_trusted_on_an_ipv6_listener_too() {
        let trusted = TrustedProxies(["10.0.0.0/8".parse().unwrap()].into());
        assert!(trusted.contains("::ffff:10.0.0.1".parse().unwrap()));
        assert!(!trusted.contains("::ffff:198.51.100.7".parse().unwrap()));
    }
}
