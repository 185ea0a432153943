//! Prepares a file and writes the picture and its variants beside it.
//! Usage: `cargo run -p pictures --example prepare -- photo.jpg`

use std::{env, error::Error, fs, io::Write as _, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(env::args_os().nth(1).ok_or("which file?")?);
    let picture = pictures::prepare(&fs::read(&path)?)?;
    let mut files = vec![(path.with_extension(format!("clean.{}", picture.kind.extension())), picture.bytes)];
    for variant in picture.variants {
        files.push((path.with_extension(format!("{}.webp", variant.width)), variant.bytes));
    }
    let mut out = std::io::stdout().lock();
    if let Some((width, height)) = picture.size {
        writeln!(out, "{} of {width} × {height} px", picture.kind.mime_type())?;
    }
    for (path, bytes) in files {
        fs::write(&path, &bytes)?;
        writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    }
    Ok(())
}
