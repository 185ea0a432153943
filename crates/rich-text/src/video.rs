//! Videos on other sites: the addresses that lead to them, and their players.

use std::sync::LazyLock;

/// Maximum number of characters in a video's id.
const MAX_ID: usize = 100;
/// The latest start of a video, in seconds: a day.
const MAX_START: u32 = 86_400;

/// The player of a video on another site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The name of the site: `YouTube`.
    pub host: &'static str,
    /// The player's address, which begins to play.
    pub url: String,
}

/// A line of `videos.txt`.
struct Form {
    host: &'static str,
    player: &'static str,
    /// Where people watch it, without the scheme.
    watch: &'static str,
    addresses: Vec<Address<'static>>,
}

/// The parts of an address, or of the pattern of one.
struct Address<'a> {
    host: &'a str,
    path: &'a str,
    query: &'a str,
}

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let lines = include_str!("../videos.txt").lines().filter(|line| !line.starts_with('#'));
    let form = |line: &'static str| {
        let mut words = line.split(' ');
        let (host, player) = (words.next()?, words.next()?);
        let watch = words.clone().next()?;
        // The start in a pattern is optional.
        let addresses = words.map(|word| Address::of(word.split('[').next().unwrap_or(word))).collect();
        Some(Form { host, player, watch, addresses })
    };
    lines.filter_map(form).collect()
});

impl Player {
    /// Returns the player of the video at an address, `None` when it is not one of the known sites' videos.
    pub fn of(address: &str) -> Option<Self> {
        let (form, values) = find(address)?;
        Some(Self { host: form.host, url: filled(form.player, &values, start(address)) })
    }
}

/// Returns the address of the page of an embedded player's video, and the name of the site.
pub(crate) fn watched(player: &str) -> Option<(String, &'static str)> {
    // Embedding code omits the scheme.
    let absolute = player.strip_prefix("//").map(|rest| format!("https://{rest}"));
    let address = absolute.as_deref().unwrap_or(player);
    let (form, values) = find(address)?;
    Some((filled(&format!("https://{}", form.watch), &values, start(address)), form.host))
}

/// Returns whether a name is that of a known site.
pub(crate) fn is_host(name: &str) -> bool {
    FORMS.iter().any(|form| form.host == name)
}

/// What the placeholders of a pattern stand for.
type Values<'a> = Vec<(&'static str, &'a str)>;

fn find(address: &str) -> Option<(&'static Form, Values<'_>)> {
    let rest = address.trim_ascii();
    let rest = rest.strip_prefix("https://").or_else(|| rest.strip_prefix("http://"))?;
    let address = Address::of(rest.split_once('#').map_or(rest, |(before, _)| before));
    FORMS.iter().find_map(|form| {
        let mut found = form.addresses.iter().filter_map(|pattern| pattern.matched(&address));
        Some((form, found.next()?))
    })
}

/// Returns where a video starts, in seconds, when its address says so: as `t=90`, `start=90` or `t=1m30s`, in the query
/// or the fragment.
fn start(address: &str) -> Option<u32> {
    let mut parameters = address.trim_ascii().split(['?', '&', '#']).skip(1).filter_map(|one| one.split_once('='));
    let (_, given) = parameters.find(|(name, _)| matches!(*name, "t" | "start" | "startTime"))?;
    let mut seconds: u32 = 0;
    for part in given.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(['h', 'm', 's']);
        let unit = match part.strip_prefix(digits)? {
            "h" => 3600,
            "m" => 60,
            "s" | "" => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(digits.parse::<u32>().ok()?.checked_mul(unit)?)?;
    }
    (1..=MAX_START).contains(&seconds).then_some(seconds)
}

/// Fills a pattern with values. The part in brackets is kept only if there is a start.
fn filled(pattern: &str, values: &Values<'_>, start: Option<u32>) -> String {
    let text = values.iter().fold(pattern.to_owned(), |text, (name, value)| text.replace(name, value));
    let Some((before, (inner, after))) =
        text.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once(']')?)))
    else {
        return text;
    };
    let inner = start.map(|start| inner.replace("{start}", &start.to_string())).unwrap_or_default();
    format!("{before}{inner}{after}")
}

impl<'a> Address<'a> {
    /// Divides an address without scheme and fragment.
    fn of(address: &'a str) -> Self {
        let (rest, query) = address.split_once('?').unwrap_or((address, ""));
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let host = ["www.", "m."].iter().find_map(|prefix| host.strip_prefix(prefix)).unwrap_or(host);
        Self { host, path: path.strip_suffix('/').unwrap_or(path), query }
    }
}

impl Address<'static> {
    /// Returns the values of this pattern's placeholders in an address, `None` when the address does not match.
    fn matched<'a>(&self, address: &Address<'a>) -> Option<Values<'a>> {
        if self.host != address.host {
            return None;
        }
        let (wanted, given) = (self.path.split('/'), address.path.split('/'));
        if wanted.clone().count() != given.clone().count() {
            return None;
        }
        let mut parts: Vec<_> = wanted.zip(given).collect();
        for wanted in self.query.split('&').filter(|wanted| !wanted.is_empty()) {
            let (name, pattern) = wanted.split_once('=')?;
            let mut given = address.query.split('&').filter_map(|given| given.split_once('='));
            parts.push((pattern, given.find(|(given, _)| *given == name)?.1));
        }
        let is_matched = parts.iter().all(|(pattern, part)| stands_for(pattern, part));
        parts.retain(|(pattern, _)| pattern.starts_with('{'));
        is_matched.then_some(parts)
    }
}

/// Returns whether a part of a pattern matches a part of an address.
fn stands_for(pattern: &str, part: &str) -> bool {
    let fits: fn(u8) -> bool = match pattern {
        "{id}" | "{key}" => |c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_'),
        "{number}" => |c| c.is_ascii_digit(),
        _ => return pattern == part,
    };
    (1..=MAX_ID).contains(&part.len()) && part.bytes().all(fits)
}
