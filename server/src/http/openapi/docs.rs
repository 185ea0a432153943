//! `/api/docs`: the description of the API as a page to read. Plain HTML that needs no script.

use std::{fmt::Write as _, sync::LazyLock};

use axum::response::Html;
use serde_json::Value;

use super::api;

static PAGE: LazyLock<String> = LazyLock::new(|| page(&serde_json::to_value(api()).unwrap_or_default()));

/// The description of the API as a page to read.
#[utoipa::path(get, path = "/api/docs", tag = "description", responses((status = 200, body = String, content_type = "text/html")))]
pub async fn docs() -> Html<&'static str> {
    Html(PAGE.as_str())
}

/// The page of an OpenAPI document.
#[expect(clippy::indexing_slicing, reason = "a JSON value answers a key that it lacks with null")]
fn page(api: &Value) -> String {
    let title = text(&api["info"]["title"]);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} API</title>\n\
         <link rel=\"stylesheet\" href=\"/api-docs.css\">\n<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n\
         </head>\n<body>\n<header><h1>{title} API</h1><p>{}</p>\
         <p><a href=\"/api/openapi.json\">OpenAPI document</a></p></header>\n",
        text(&api["info"]["description"])
    );
    let calls = calls(api);
    out.push_str("<nav aria-label=\"Calls\"><ul>");
    for call in &calls {
        let _ = write!(out, "<li><a href=\"#{}\">{}</a></li>", call.anchor(), call.name());
    }
    out.push_str("</ul></nav>\n<main>\n<h2>Calls</h2>\n");
    for call in &calls {
        call.write(&mut out);
    }
    out.push_str("<h2>Shapes</h2>\n");
    for (name, schema) in entries(&api["components"]["schemas"]) {
        let name = escaped(name);
        let _ = write!(out, "<section id=\"shape-{name}\"><h3>{name}</h3>");
        paragraph(&mut out, &schema["description"]);
        fields(&mut out, schema);
        out.push_str("</section>\n");
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

struct Call<'a> {
    method: &'a str,
    path: &'a str,
    operation: &'a Value,
}

fn calls(api: &Value) -> Vec<Call<'_>> {
    entries(&api["paths"])
        .flat_map(|(path, item)| entries(item).map(move |(method, operation)| Call { method, path, operation }))
        .filter(|call| call.operation.is_object())
        .collect()
}

impl Call<'_> {
    fn anchor(&self) -> String {
        let path: String = self.path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        format!("{}{path}", self.method)
    }

    fn name(&self) -> String {
        format!("<code>{} {}</code>", self.method.to_uppercase(), escaped(self.path))
    }

    fn write(&self, out: &mut String) {
        let _ = write!(out, "<section id=\"{}\"><h3>{}</h3>", self.anchor(), self.name());
        paragraph(out, &self.operation["summary"]);
        paragraph(out, &self.operation["description"]);
        if self.operation.get("security").is_some() {
            out.push_str("<p>Needs a session: a bearer token, or the cookie of the browser.</p>");
        }
        self.parameters(out);
        if let Some(body) = content(&self.operation["requestBody"]) {
            let _ = write!(out, "<p>Takes {body}.</p>");
        }
        out.push_str(
            "<table><thead><tr><th scope=\"col\">Status</th><th scope=\"col\">Answer</th></tr></thead><tbody>",
        );
        for (status, response) in entries(&self.operation["responses"]) {
            let _ = write!(out, "<tr><th scope=\"row\">{}</th><td>", escaped(status));
            out.push_str(&text(&response["description"]));
            if let Some(body) = content(response) {
                let _ = write!(out, " {body}");
            }
            out.push_str("</td></tr>");
        }
        out.push_str("</tbody></table></section>\n");
    }

    fn parameters(&self, out: &mut String) {
        let Some(parameters) = self.operation["parameters"].as_array().filter(|all| !all.is_empty()) else { return };
        out.push_str("<dl>");
        for parameter in parameters {
            let _ = write!(
                out,
                "<dt><code>{}</code> {} {}</dt><dd>{}</dd>",
                text(&parameter["name"]),
                text(&parameter["in"]),
                kind(&parameter["schema"]),
                text(&parameter["description"])
            );
        }
        out.push_str("</dl>");
    }
}

/// The keys of a shape.
fn fields(out: &mut String, schema: &Value) {
    let mut all = entries(&schema["properties"]).peekable();
    if all.peek().is_none() {
        let _ = write!(out, "<p>{}</p>", kind(schema));
        return;
    }
    let required = |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
    out.push_str("<dl>");
    for (name, field) in all {
        let must = if required(name) { " required" } else { "" };
        let description = text(&field["description"]);
        let _ = write!(out, "<dt><code>{}</code> {}{must}</dt><dd>{description}</dd>", escaped(name), kind(field));
    }
    out.push_str("</dl>");
}

/// The shape of a body, if there is one.
fn content(holder: &Value) -> Option<String> {
    let (media_type, body) = entries(&holder["content"]).next()?;
    Some(format!("{} as <code>{}</code>", kind(&body["schema"]), escaped(media_type)))
}

/// What a schema allows, in a few words.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        let name = escaped(name);
        return format!("<a href=\"#shape-{name}\">{name}</a>");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|value| format!("<code>{}</code>", text(value))).collect::<Vec<_>>().join(" or ");
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        if let Some(all) = schema[key].as_array() {
            return all.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(name) => escaped(name),
        Value::Array(names) => names.iter().map(text).collect::<Vec<_>>().join(" or "),
        _ => "any value".to_owned(),
    }
}

fn paragraph(out: &mut String, value: &Value) {
    let words = text(value);
    if !words.is_empty() {
        let _ = write!(out, "<p>{words}</p>");
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_call_and_every_shape_stands_on_the_page_and_every_link_leads_somewhere() {
        let api = serde_json::to_value(api()).unwrap();
        let page = page(&api);
        let all = calls(&api);
        assert!(all.len() > 10);
        for call in all {
            assert!(page.contains(&format!("<h3>{}</h3>", call.name())), "{} {}", call.method, call.path);
        }
        for (name, _) in entries(&api["components"]["schemas"]) {
            assert!(page.contains(&format!("id=\"shape-{name}\"")), "{name}");
        }
        for (_, rest) in page.match_indices("href=\"#").map(|(at, found)| page.split_at(at + found.len())) {
            let target = rest.split('"').next().unwrap();
            assert!(page.contains(&format!("id=\"{target}\"")), "#{target}");
        }
        assert!(!page.contains("style=") && !page.contains("<script"));
    }

    #[test]
    fn words_of_the_description_are_words_on_the_page() {
        let api = json!({"info": {"title": "A<b>", "description": "\"x\" & y"}, "paths": {}, "components": {}});
        let page = page(&api);
        assert!(page.contains("<h1>A&lt;b&gt; API</h1>") && page.contains("&quot;x&quot; &amp; y"));
    }

    #[test]
    fn kinds_are_told_in_words() {
        assert_eq!(kind(&json!({"type": "array", "items": {"type": "string"}})), "list of string");
        assert_eq!(kind(&json!({"type": ["string", "null"]})), "string or null");
        assert_eq!(kind(&json!({"enum": ["a", "b"]})), "<code>a</code> or <code>b</code>");
        let either = json!({"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Post"}]});
        assert_eq!(kind(&either), "null or <a href=\"#shape-Post\">Post</a>");
        assert_eq!(kind(&json!({})), "any value");
    }
}
