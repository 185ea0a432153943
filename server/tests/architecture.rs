//! The rule of docs/architecture.md, checked against the `use` lines of `src`: imports go down the layers, and never
//! in a circle.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "what is not as expected fails the test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The layers from the top down. A module may import only from lower layers.
const LAYERS: [&[&str]; 10] = [
    &["main", "lib"],
    &["cli"],
    &["http"],
    &[
        "accounts",
        "authors",
        "backup",
        "bookings",
        "enquiries",
        "media",
        "newsletter",
        "posts",
        "privacy",
        "redirects",
        "settings",
        "site_health",
    ],
    &["mail"],
    &["audit"],
    &["storage"],
    &["config"],
    &["detached", "site", "token"],
    &["clock", "colours", "dates", "dkim", "email_address", "error", "limits", "text", "values"],
];

/// The imports that are allowed between modules of one layer, with their reason.
const ALLOWED_SIDEWAYS: [(&str, &str, &str); 11] = [
    ("authors", "redirects", "redirects follow the addresses of authors"),
    ("backup", "media", "its files"),
    ("bookings", "enquiries", "the rules of names, addresses and messages"),
    ("enquiries", "newsletter", "a form that subscribes"),
    ("posts", "authors", "who wrote a post"),
    ("posts", "media", "images of articles and covers"),
    ("posts", "redirects", "redirects follow the addresses of posts"),
    ("privacy", "accounts", "a person's data"),
    ("privacy", "bookings", "a person's data"),
    ("privacy", "enquiries", "a person's data"),
    ("privacy", "newsletter", "a person's data"),
];

/// Crates that only some modules may use, and these modules. Features may describe their types (`utoipa::ToSchema`) for
/// the description of the API, but use nothing else of `utoipa`. Buckets are reached by HTTP requests. `lib` only names
/// the modules.
const RESTRICTED_CRATES: [(&str, &[&str]); 4] = [
    ("axum", &["http"]),
    ("http", &["http", "lib", "cli", "media::files::bucket"]),
    ("sea_orm", &["backup", "storage"]),
    ("utoipa", &["http"]),
];

/// What every module may use of a restricted crate.
const ALLOWED_NAMES: [&str; 1] = ["utoipa::ToSchema"];

/// A module's path below the crate: `["posts", "store", "read"]`.
type Module = Vec<String>;

/// An import: the importing module, the imported one, and the file.
struct Arrow {
    from: Module,
    to: Module,
    file: String,
}

/// Returns every module of the server except tests, with its file and source.
fn modules() -> BTreeMap<Module, (String, String)> {
    modules_of(Path::new(env!("CARGO_MANIFEST_DIR")))
}

/// Returns every module of a crate except tests, with its file and source.
fn modules_of(krate: &Path) -> BTreeMap<Module, (String, String)> {
    fn read(directory: &Path, module: &Module, found: &mut BTreeMap<Module, (String, String)>) {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut inner = module.clone();
            if path.is_dir() {
                inner.push(name);
                read(&path, &inner, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                if ["tests", "testing"].contains(&name.as_str()) {
                    continue;
                }
                if name != "mod" {
                    inner.push(name);
                }
                let source = fs::read_to_string(&path).unwrap();
                let source = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
                found.insert(inner, (path.display().to_string(), source));
            }
        }
    }
    let mut found = BTreeMap::new();
    read(&krate.join("src"), &Module::new(), &mut found);
    found.retain(|module, _| !module.iter().any(|name| name == "tests"));
    found
}

/// Returns the paths of a `use` tree: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let inner = rest.rsplit_once('}').unwrap().0;
    let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
    for (index, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[start..index].trim();
                if !part.is_empty() {
                    paths.extend(expand(part).into_iter().map(|path| format!("{}{path}", prefix.trim())));
                }
                start = index + 1;
            }
            _ => {}
        }
    }
    paths
}

/// Returns every imported path of a source, and whether it is re-exported (`pub use`).
fn imports(source: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for statement in source.split(';') {
        let Some(at) = statement.find("use ").filter(|at| {
            let line = statement[..*at].rsplit('\n').next().unwrap().trim();
            line.is_empty() || line == "pub" || line.starts_with("pub(")
        }) else {
            continue;
        };
        let public = statement[..at].rsplit('\n').next().unwrap().contains("pub");
        let tree = statement[at + 4..].split_whitespace().collect::<Vec<_>>().join(" ");
        found.extend(expand(&tree).into_iter().map(|path| (path, public)));
    }
    // Paths written out in full where they are used.
    for (at, _) in source.match_indices("crate::") {
        let path = source[at..].split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap();
        found.push((path.trim_end_matches(':').to_owned(), false));
    }
    found
}

/// Resolves a path within a module to names below the crate; None for other crates.
fn absolute(module: &Module, path: &str) -> Option<Module> {
    let mut names = path.split("::").map(str::to_owned).filter(|name| name != "self" || path.starts_with("self"));
    let mut base = match names.next()?.as_str() {
        "crate" => Module::new(),
        "super" => module[..module.len().checked_sub(1)?].to_vec(),
        "self" => module.clone(),
        _ => return None,
    };
    for name in names {
        if name == "super" {
            base.pop();
        } else {
            base.push(name);
        }
    }
    Some(base)
}

fn arrows() -> Vec<Arrow> {
    let arrows = arrows_of(&modules());
    assert!(arrows.len() > 500, "the imports were read: {}", arrows.len());
    arrows
}

fn arrows_of(modules: &BTreeMap<Module, (String, String)>) -> Vec<Arrow> {
    let known =
        |path: &[String]| (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|m| modules.contains_key(m));
    // Re-exports: `pub use child::Thing`.
    let mut passed = BTreeMap::new();
    for (module, (_, source)) in modules {
        for (path, public) in imports(source) {
            let local = absolute(module, &path).or_else(|| absolute(module, &format!("self::{path}")));
            if let (true, Some(target)) = (public, local) {
                let mut name = module.clone();
                name.push(target.last().unwrap().clone());
                // A macro is re-exported under its own name.
                if name != target {
                    passed.insert(name, target);
                }
            }
        }
    }
    let mut arrows = Vec::new();
    for (module, (file, source)) in modules {
        for (path, _) in imports(source) {
            let Some(mut target) = absolute(module, &path) else { continue };
            while let Some(further) = passed.get(&target) {
                target.clone_from(further);
            }
            if let Some(to) = known(&target) {
                arrows.push(Arrow { from: module.clone(), to, file: file.clone() });
            }
        }
    }
    arrows
}

fn layer(room: &str) -> usize {
    let found = LAYERS.iter().position(|rooms| rooms.contains(&room));
    found.unwrap_or_else(|| panic!("{room} is in no layer: add it to LAYERS and to docs/architecture.md"))
}

#[test]
fn imports_go_down_only() {
    let mut wrong = BTreeSet::new();
    for Arrow { from, to, file } in arrows() {
        let (Some(from), Some(to)) = (from.first(), to.first()) else { continue };
        let drawn = ALLOWED_SIDEWAYS.iter().any(|(one, other, _)| one == from && other == to);
        if from != to && layer(from) >= layer(to) && !drawn {
            wrong.insert(format!("{from} → {to}  ({file})"));
        }
    }
    assert!(wrong.is_empty(), "imports that go up, or sideways without an arrow in ALLOWED_SIDEWAYS:\n{wrong:#?}");
}

#[test]
fn every_sideways_import_is_needed() {
    let arrows = arrows();
    for (from, to, why) in ALLOWED_SIDEWAYS {
        let used = arrows.iter().any(|arrow| {
            arrow.from.first().is_some_and(|room| room == from) && arrow.to.first().is_some_and(|room| room == to)
        });
        assert!(used, "{from} → {to} ({why}) is allowed and not used: remove it from ALLOWED_SIDEWAYS");
    }
}

#[test]
fn there_are_no_circles() {
    let mut circles = circles_of(arrows());
    for krate in crates() {
        circles.extend(circles_of(arrows_of(&modules_of(&krate))));
    }
    assert!(circles.is_empty(), "these imports are circular:\n{circles:#?}");
}

/// Returns the directories of the crates beside the server.
fn crates() -> Vec<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_dir(workspace.join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn crates_know_nothing_of_the_product() {
    for krate in crates() {
        let modules = modules_of(&krate);
        assert!(!modules.is_empty(), "{} was read", krate.display());
        for (file, source) in modules.into_values() {
            for name in ["axum", "foundfirst", "sea_orm", "utoipa"] {
                assert!(!source.contains(&format!("{name}::")), "{name} in {file}");
            }
        }
    }
}

/// Returns the imports that form a circle.
fn circles_of(arrows: Vec<Arrow>) -> Vec<String> {
    // Sibling modules, and which of them import which.
    let mut graphs: BTreeMap<Module, BTreeMap<String, BTreeMap<String, String>>> = BTreeMap::new();
    for Arrow { from, to, file } in arrows {
        let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
        // From outside, a module and its contents count as one.
        if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
            let graph = graphs.entry(from[..shared].to_vec()).or_default();
            graph.entry(one.clone()).or_default().insert(other.clone(), file);
        }
    }
    let mut circles = Vec::new();
    for (parent, graph) in &graphs {
        // A module that no other imports, or that imports no other, is in no circle.
        let mut rest: BTreeSet<&String> = graph.keys().collect();
        loop {
            let outside = |node: &&String| {
                let imports = graph[*node].keys().any(|other| rest.contains(other));
                let imported = rest.iter().any(|other| graph[*other].contains_key(*node));
                !imports || !imported
            };
            let Some(node) = rest.iter().copied().find(outside) else { break };
            rest.remove(node);
        }
        for node in &rest {
            for (other, file) in graph[*node].iter().filter(|(other, _)| rest.contains(other)) {
                circles.push(format!("{}: {node} → {other}  ({file})", parent.join("::")));
            }
        }
    }
    circles
}

#[test]
fn only_the_edge_knows_http_and_only_stores_know_the_orm() {
    let mut wrong = Vec::new();
    for (module, (file, source)) in modules() {
        for (krate, rooms) in RESTRICTED_CRATES {
            let path = module.join("::");
            let is_allowed = rooms.iter().any(|room| path == *room || path.starts_with(&format!("{room}::")));
            let is_store = krate == "sea_orm" && module.iter().any(|name| name.contains("store"));
            let rest = ALLOWED_NAMES.iter().fold(source.clone(), |rest, name| rest.replace(name, ""));
            let names = rest.contains(&format!("use {krate}::")) || rest.contains(&format!("{krate}::"));
            if names && !is_allowed && !is_store {
                wrong.push(format!("{krate} in {file}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns every Rust file below a directory, with its source.
fn sources(directory: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

#[test]
fn tests_stand_in_a_module_named_tests() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let crates = fs::read_dir(workspace.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let files = crates.chain([workspace.join("server/src")]).flat_map(|directory| sources(&directory));
    let mut wrong = Vec::new();
    for (file, source) in files {
        if source.contains("#[path") {
            wrong.push(format!("{file}: a module in a file of another name"));
        }
        // Modules that only tests compile: `tests`, and `testing` for shared helpers.
        for (_, item) in source.split("#[cfg(test)]\n").skip(1).filter_map(|rest| rest.split_once("mod ")) {
            let name = item.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            if !["tests", "testing"].contains(&name) {
                wrong.push(format!("{file}: mod {name}"));
            }
        }
        let name = Path::new(&file).file_stem().unwrap().to_str().unwrap();
        if name.starts_with("test_") || name.ends_with("_test") || name.ends_with("_tests") {
            wrong.push(file);
        }
    }
    assert!(wrong.is_empty(), "tests of x.rs must be in x/tests.rs, or in its `mod tests`:\n{wrong:#?}");
}

#[test]
fn colours_come_from_the_design_tokens() {
    let is_colour = |word: &str| {
        let digits = word.bytes().take_while(u8::is_ascii_hexdigit).count();
        [6, 8].contains(&digits) && !word[digits..].starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    for (file, source) in modules().into_values() {
        let code = source.split("#[cfg(test)]").next().unwrap();
        let literal = code.split('#').skip(1).find(|word| is_colour(word));
        assert_eq!(literal, None, "{file}: colours are in tokens.css, see colours.rs");
    }
}

/// The table of requirements in docs/security.md names the tests of each. A test that is renamed or deleted would be
/// missed.
#[test]
fn the_tests_that_the_security_table_names_exist() {
    let server = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = server.parent().unwrap();
    let files = ["src", "tests"].into_iter().flat_map(|directory| sources(&server.join(directory)));
    let sources: String = files.map(|(_, source)| source).collect();
    let places =
        [root.to_owned(), server.join("src"), server.join("tests/integration"), server.join("tests/integration/http")];
    let exists = |name: &str| {
        if let Some(target) = name.strip_prefix("make ") {
            return fs::read_to_string(root.join("Makefile")).unwrap().contains(&format!("\n{target}:"));
        }
        // A module, or its tests.
        let path = name.trim_end_matches("::tests").replace("::", "/");
        let file = |name: &str| places.iter().any(|place| place.join(name).exists());
        sources.contains(&format!("fn {name}(")) || file(&path) || file(&format!("{path}.rs"))
    };
    let security = fs::read_to_string(root.join("docs/security.md")).unwrap();
    let rows = security.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| V")?.strip_suffix(" |")?.split(" | ").collect();
        (cells.len() == 3).then(|| (line, cells[2].to_owned()))
    });
    let mut count = 0;
    for (line, tests) in rows {
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test is named: {line}");
        for name in names {
            assert!(exists(name), "{name} of docs/security.md does not exist");
            count += 1;
        }
    }
    assert!(count > 80, "the table was read: {count}");
}
