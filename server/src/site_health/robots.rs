//! What robots.txt allows (RFC 9309).

/// The rules of a robots.txt for crawlers that it does not name.
#[derive(Debug, Default)]
pub(super) struct Robots {
    /// Whether each rule allows, and its pattern: the beginning of a path, with `*` for any text and a final `$` for
    /// the end of the path.
    rules: Vec<(bool, String)>,
}

impl Robots {
    pub(super) fn parse(text: &str) -> Self {
        let (mut applies, mut in_names, mut rules) = (false, false, Vec::new());
        for (name, value) in text.lines().filter_map(|line| line.split('#').next()?.split_once(':')) {
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
            let is_name = name == "user-agent";
            if is_name {
                applies = (applies && in_names) || value == "*";
            } else if matches!(name.as_str(), "allow" | "disallow") && applies && !value.is_empty() {
                rules.push((name == "allow", value.to_owned()));
            }
            in_names = is_name;
        }
        Self { rules }
    }

    /// Returns whether a path, with its query, may be fetched. The longest matching pattern decides; of two with the
    /// same length, the one that allows.
    pub(super) fn allows(&self, path: &str) -> bool {
        let applying = self.rules.iter().filter(|(_, pattern)| applies_to(pattern, path));
        applying.max_by_key(|(allows, pattern)| (pattern.len(), *allows)).is_none_or(|(allows, _)| *allows)
    }
}

fn applies_to(pattern: &str, path: &str) -> bool {
    let (pattern, is_whole) = pattern.strip_suffix('$').map_or((pattern, false), |start| (start, true));
    let Some((first, rest)) = pattern.split_once('*') else {
        return if is_whole { path == pattern } else { path.starts_with(pattern) };
    };
    let Some(mut path) = path.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = if is_whole { parts.pop() } else { None };
    for part in parts {
        let Some((_, after)) = path.split_once(part) else { return false };
        path = after;
    }
    last.is_none_or(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_every_crawler_counts() {
        let robots = Robots::parse(
            "User-agent: a\nDisallow: /a\n\nUser-agent: *\nUser-agent: b\nAllow: /\nDisallow: /admin # staff\n\
             disallow: /x*\nDisallow:\n\nUser-agent: c\nDisallow: /c\n",
        );
        for path in ["/", "/a", "/c", "/adm"] {
            assert!(robots.allows(path), "{path}");
        }
        for path in ["/admin", "/administrator", "/admin/blog?page=2", "/x", "/xy"] {
            assert!(!robots.allows(path), "{path}");
        }
        assert!(Robots::parse("").allows("/"));
    }

    #[test]
    fn the_longest_pattern_decides() {
        let robots = Robots::parse(
            "User-agent: *\nAllow: /authors/\nDisallow: /auth\nDisallow: /*.pdf$\nDisallow: /*/draft*/old$\n\
             Disallow: /same\nAllow: /same\n",
        );
        for path in ["/authors/rowan-hale", "/a.pdf?page=1", "/blog/draft/older", "/draft/old", "/same"] {
            assert!(robots.allows(path), "{path}");
        }
        for path in ["/auth", "/auth?next=/", "/authors", "/files/a.pdf", "/blog/drafts/very/old"] {
            assert!(!robots.allows(path), "{path}");
        }
    }
}
