//! Renders a bundle once and prints the result: `cargo run -p react-ssr --example hello -- Ada`.

use std::io::{self, Write};

use react_ssr::{Bundle, PoolConfig, RenderPool};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "world".to_owned());
    let pool = RenderPool::start(&Bundle::compile(include_str!("hello.js"))?, PoolConfig::default())?;
    let rendered = pool.document(serde_json::json!({ "name": name }).to_string()).await;

    let mut out = io::stdout();
    writeln!(out, "head  {}", rendered.head?)?;
    writeln!(out, "body  {}", rendered.body?)?;
    writeln!(out, "in    {:?}", rendered.elapsed)?;
    Ok(())
}
