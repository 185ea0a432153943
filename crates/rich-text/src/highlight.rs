//! Highlights code by a few rules that most languages share. Mistakes affect colours only: no character is added,
//! removed or moved.

/// A part of code and its class.
pub(crate) type Part<'c> = (Option<&'static str>, &'c str);

/// The syntax of a language.
struct Language {
    line_comments: &'static [&'static str],
    block_comment: Option<(&'static str, &'static str)>,
    quotes: &'static [char],
    keywords: &'static [&'static str],
    /// A string or word before this character is a name: `"name": …`, `name: …`, `name = …`.
    names_before: Option<char>,
}

const SCRIPT: &[&str] = &[
    "as",
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "from",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "of",
    "return",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "type",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "yield",
];
const SHELL: &[&str] = &[
    "awk", "case", "cat", "curl", "cut", "do", "done", "echo", "elif", "else", "esac", "export", "fi", "find", "for",
    "function", "grep", "head", "if", "in", "sed", "sort", "tail", "then", "uniq", "wc", "while", "xargs", "zcat",
];
const PYTHON: &[&str] = &[
    "False", "None", "True", "and", "as", "async", "await", "class", "def", "elif", "else", "except", "finally", "for",
    "from", "if", "import", "in", "is", "lambda", "not", "or", "pass", "raise", "return", "try", "while", "with",
    "yield",
];
const RUST: &[&str] = &[
    "as", "async", "await", "const", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let", "loop", "match",
    "mod", "mut", "pub", "return", "self", "struct", "trait", "true", "type", "use", "where", "while",
];
const PHP: &[&str] = &[
    "as",
    "class",
    "echo",
    "else",
    "elseif",
    "false",
    "foreach",
    "for",
    "function",
    "if",
    "namespace",
    "new",
    "null",
    "public",
    "private",
    "return",
    "static",
    "true",
    "use",
    "while",
];
const SQL: &[&str] = &[
    "and", "as", "between", "by", "case", "count", "create", "delete", "desc", "distinct", "else", "end", "from",
    "group", "having", "in", "insert", "into", "is", "join", "left", "like", "limit", "not", "null", "on", "or",
    "order", "select", "set", "sum", "table", "then", "union", "update", "values", "when", "where", "with",
];
const SERVER: &[&str] = &[
    "add_header",
    "deny",
    "allow",
    "if",
    "location",
    "return",
    "rewrite",
    "server",
    "server_name",
    "Header",
    "Redirect",
    "RewriteCond",
    "RewriteEngine",
    "RewriteRule",
    "RedirectMatch",
    "Options",
    "ErrorDocument",
];

fn language(name: &str) -> Option<Language> {
    const C_COMMENT: Option<(&str, &str)> = Some(("/*", "*/"));
    const BOTH: &[char] = &['"', '\''];
    let like = |line_comments, block_comment, quotes, keywords, names_before| {
        Some(Language { line_comments, block_comment, quotes, keywords, names_before })
    };
    match name.to_ascii_lowercase().as_str() {
        "json" | "jsonld" | "json-ld" => like(&[], None, &['"'], &["true", "false", "null"], Some(':')),
        "js" | "javascript" | "jsx" | "ts" | "typescript" | "tsx" => {
            like(&["//"], C_COMMENT, &['"', '\'', '`'], SCRIPT, Some(':'))
        }
        "css" | "scss" => like(&[], C_COMMENT, BOTH, &["important", "media", "supports", "import"], Some(':')),
        "bash" | "sh" | "shell" | "zsh" | "console" => like(&["#"], None, BOTH, SHELL, None),
        "python" | "py" => like(&["#"], None, BOTH, PYTHON, None),
        "rust" | "rs" => like(&["//"], C_COMMENT, &['"'], RUST, Some(':')),
        "php" => like(&["//", "#"], C_COMMENT, BOTH, PHP, None),
        "sql" => like(&["--"], C_COMMENT, BOTH, SQL, None),
        "yaml" | "yml" => like(&["#"], None, BOTH, &["true", "false", "null"], Some(':')),
        "toml" | "ini" => like(&["#", ";"], None, BOTH, &["true", "false"], Some('=')),
        "nginx" | "apache" | "htaccess" => like(&["#"], None, BOTH, SERVER, None),
        "robots" | "robotstxt" | "robots-txt" => like(&["#"], None, &[], &[], Some(':')),
        _ => None,
    }
}

/// Splits code into parts, `None` when the language is not known.
pub(crate) fn highlight<'c>(name: &str, code: &'c str) -> Option<Vec<Part<'c>>> {
    if matches!(name.to_ascii_lowercase().as_str(), "html" | "xml" | "svg" | "rss") {
        return Some(markup(code));
    }
    let language = language(name)?;
    let mut parts = Vec::new();
    let mut rest = code;
    while !rest.is_empty() {
        let (class, length) = next(rest, &language, code.len() == rest.len() || ends_word(code, rest));
        let (part, behind) = rest.split_at(length);
        parts.push((class, part));
        rest = behind;
    }
    Some(parts)
}

/// Returns whether a word may begin at `rest`.
fn ends_word(code: &str, rest: &str) -> bool {
    let before = code.len().checked_sub(rest.len()).and_then(|at| code.get(..at)).and_then(|text| text.chars().last());
    before.is_none_or(|c| !in_word(c))
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the class and length of the first part of some text. The length is never 0.
fn next(text: &str, language: &Language, word_begins: bool) -> (Option<&'static str>, usize) {
    let line = || text.find('\n').unwrap_or(text.len());
    // No comment begins in the middle of a word: `https://` and `page#part`.
    if word_begins && language.line_comments.iter().any(|sign| text.starts_with(sign)) {
        return (Some("hl-c"), line());
    }
    if let Some((open, close)) = language.block_comment
        && let Some(inside) = text.strip_prefix(open)
    {
        let length = inside.find(close).map_or(text.len(), |at| open.len() + at + close.len());
        return (Some("hl-c"), length);
    }
    let Some(first) = text.chars().next() else { return (None, text.len()) };
    if language.quotes.contains(&first) {
        let length = quoted(text, first);
        let named = text.get(length..).is_some_and(|behind| names(behind, language));
        return (Some(if named { "hl-p" } else { "hl-s" }), length);
    }
    if in_word(first) {
        let length = text.find(|c: char| !in_word(c) && c != '-').unwrap_or(text.len());
        let word = text.get(..length).unwrap_or_default();
        let behind = text.get(length..).unwrap_or_default();
        let is_number =
            first.is_ascii_digit() && word.bytes().all(|b| b.is_ascii_hexdigit() || matches!(b, b'_' | b'x'));
        let class = if is_number {
            Some("hl-n")
        } else if language.keywords.iter().any(|keyword| same(keyword, word, language)) {
            Some("hl-k")
        } else {
            names(behind, language).then_some("hl-p")
        };
        return (class, length);
    }
    (None, first.len_utf8())
}

/// SQL keywords are case-insensitive.
fn same(keyword: &str, word: &str, language: &Language) -> bool {
    if language.keywords.as_ptr() == SQL.as_ptr() { keyword.eq_ignore_ascii_case(word) } else { keyword == word }
}

fn names(behind: &str, language: &Language) -> bool {
    language.names_before.is_some_and(|sign| behind.trim_start_matches([' ', '\t']).starts_with(sign))
}

/// Returns the length of a string with its quotes; up to the end of the line when it is not closed.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '\n' && quote != '`' {
            return at;
        }
        if c == quote && !escaped {
            return at + c.len_utf8();
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// Splits HTML and XML into tags, attributes and comments.
fn markup(code: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = code;
    let mut in_tag = false;
    while let Some(first) = rest.chars().next() {
        let (class, length) = if !in_tag && rest.starts_with("<!--") {
            (Some("hl-c"), rest.find("-->").map_or(rest.len(), |at| at + 3))
        } else if !in_tag && first == '<' {
            in_tag = true;
            let name = rest.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(rest.len());
            (Some("hl-k"), name)
        } else if !in_tag {
            (None, rest.find('<').unwrap_or(rest.len()))
        } else if first == '>' || rest.starts_with("/>") || rest.starts_with("?>") {
            in_tag = false;
            (Some("hl-k"), rest.find('>').map_or(1, |at| at + 1))
        } else if matches!(first, '"' | '\'') {
            (Some("hl-s"), rest.char_indices().skip(1).find(|(_, c)| *c == first).map_or(rest.len(), |(at, _)| at + 1))
        } else if first.is_alphabetic() {
            (Some("hl-p"), rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/')).unwrap_or(rest.len()))
        } else {
            (None, first.len_utf8())
        };
        let (part, behind) = rest.split_at(length);
        parts.push((class, part));
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the parts of code that have a class.
    fn marked<'c>(language: &str, code: &'c str, class: &str) -> Vec<&'c str> {
        let parts = highlight(language, code).unwrap();
        parts.into_iter().filter(|(given, _)| *given == Some(class)).map(|(_, part)| part).collect()
    }

    #[test]
    fn each_language_has_its_comments_texts_names_and_words() {
        let shell = "# count\ngrep 'a b' access.log | sort -n # https://x";
        assert_eq!(marked("bash", shell, "hl-c"), ["# count", "# https://x"]);
        assert_eq!(marked("bash", shell, "hl-k"), ["grep", "sort"]);
        assert_eq!(marked("bash", shell, "hl-s"), ["'a b'"]);
        let script = "const url = \"https://x.test//\"; // said \"so\"";
        assert_eq!(marked("js", script, "hl-s"), ["\"https://x.test//\""]);
        assert_eq!(marked("js", script, "hl-c"), ["// said \"so\""]);
        assert_eq!(marked("json", r#"{"a\"b": "c", "d": [1, true]}"#, "hl-p"), [r#""a\"b""#, "\"d\""]);
        assert_eq!(marked("sql", "SELECT a -- b\nfrom t", "hl-k"), ["SELECT", "from"]);
        assert_eq!(marked("robots-txt", "Disallow: /a # no", "hl-p"), ["Disallow"]);
        assert_eq!(marked("html", "<a href=\"/x\">b</a><!-- c -->", "hl-p"), ["href"]);
        assert_eq!(marked("html", "<a href=\"/x\">b</a>", "hl-k"), ["<a", ">", "</a", ">"]);
    }

    proptest! {
        #[test]
        fn no_character_is_lost_or_moved(code in "[a-c<>&\"'`/*#=: \\n\\\\🚀1-]{0,60}", name in 0..14_usize) {
            let names = ["json", "js", "css", "bash", "python", "rust", "php", "sql", "yaml", "toml", "nginx", "robots",
                "html", "xml"];
            let text: String = highlight(names[name], &code).unwrap().into_iter().map(|(_, part)| part).collect();
            prop_assert_eq!(text, code);
        }
    }
}
