//! Short names for User-Agent strings: "Firefox on Windows".

/// The order matters: most browsers also name those that follow them here.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
];

/// The order matters: an iPhone also claims to be like a Mac, and Android to be Linux.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Returns browser and system in a few words, or the program's name when it is not a browser.
pub fn device(agent: &str) -> String {
    let find =
        |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => {
            let name: String = agent.split(['/', ' ']).next().unwrap_or_default().chars().take(40).collect();
            if name.is_empty() { "Unknown program".to_owned() } else { name }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_called_what_people_call_them() {
        const MOZILLA: &str = "Mozilla/5.0";
        for (agent, name) in [
            (
                "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
                "Edge on Windows",
            ),
            ("(X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36", "Chrome on Linux"),
            (
                "(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            ("(iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1", "Safari on iPhone"),
            ("(Android 16; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0", "Firefox on Android"),
        ] {
            assert_eq!(device(&format!("{MOZILLA} {agent}")), name);
        }
        assert_eq!(device("curl/8.14.1"), "curl");
        assert_eq!(device(""), "Unknown program");
        assert_eq!(device(&"x".repeat(300)).len(), 40);
    }
}
