//! The width at which search engines draw titles and descriptions.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Size of titles in search results: Arial at 20 px.
pub const TITLE_SIZE: u32 = 20;

/// Size of descriptions in search results: Arial at 14 px.
pub const DESCRIPTION_SIZE: u32 = 14;

/// Units of an em in the tables.
const EM: u64 = 2_048;

/// Advance widths of U+0020 to U+007E, from the `hmtx` table of Liberation Sans 2, whose advances are Arial's by
/// design.
const ASCII: [u16; 95] = [
    569, 569, 727, 1139, 1139, 1821, 1366, 391, 682, 682, 797, 1196, 569, 682, 569, 569, 1139, 1139, 1139, 1139, 1139,
    1139, 1139, 1139, 1139, 1139, 569, 569, 1196, 1196, 1196, 1139, 2079, 1366, 1366, 1479, 1479, 1366, 1251, 1593,
    1479, 569, 1024, 1366, 1139, 1706, 1479, 1593, 1366, 1593, 1479, 1366, 1251, 1479, 1366, 1933, 1366, 1366, 1251,
    569, 569, 569, 961, 1139, 682, 1139, 1139, 1024, 1139, 1139, 569, 1139, 1139, 455, 455, 1024, 455, 1706, 1139,
    1139, 1139, 1139, 682, 1024, 569, 1139, 1024, 1479, 1024, 1024, 1024, 684, 532, 684, 1196,
];

/// Returns the width of text in Arial at `size` pixels, rounded up. Accents add nothing. Characters that are not in the
/// tables count as an em if their script is wide, else as much as a digit.
pub fn text_width(text: &str, size: u32) -> u32 {
    let units: u64 = text.nfd().map(|c| u64::from(advance(c))).sum();
    u32::try_from((units * u64::from(size)).div_ceil(EM)).unwrap_or(u32::MAX)
}

fn advance(c: char) -> u16 {
    if let Some(width) = u32::from(c).checked_sub(0x20).and_then(|at| ASCII.get(usize::try_from(at).ok()?)) {
        return *width;
    }
    match c {
        c if c.is_control()
            || is_combining_mark(c)
            // The vowels and finals of Hangul are drawn within the square of the letter before them.
            || matches!(c, '\u{1160}'..='\u{11ff}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}') =>
        {
            0
        }
        '‘' | '’' | 'ł' => 455,
        '\u{a0}' | '·' | 'ı' => 569,
        '“' | '”' | '¡' => 682,
        '•' => 717,
        '°' => 819,
        '×' => 1196,
        'ß' | 'ø' | '¿' => 1251,
        '©' | '®' => 1509,
        '½' => 1708,
        'æ' => 1821,
        'œ' => 1933,
        c if matches!(c, '—' | '…' | '™' | '→' | '\u{1f000}'..='\u{3ffff}') || is_wide(c) => 2048,
        _ => 1139,
    }
}

/// Returns whether a character is of a script whose characters fill a square: Han, Kana, Hangul.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_arial() {
        // 1366 + 4 * 1139 units at 20 px are 57.8 px.
        assert_eq!(text_width("A0000", TITLE_SIZE), 58);
        assert_eq!(text_width("", TITLE_SIZE), 0);
        assert_eq!(text_width("WWWWWWWWWW", TITLE_SIZE), 189);
        assert_eq!(text_width("iiiiiiiiii", TITLE_SIZE), 45);
        assert!(text_width("Crawl budget", DESCRIPTION_SIZE) < text_width("Crawl budget", TITLE_SIZE));
    }

    #[test]
    fn accents_add_nothing_and_wide_scripts_count_an_em() {
        assert_eq!(text_width("é", 2048), text_width("e", 2048));
        assert_eq!(text_width("e\u{301}", 2048), text_width("e", 2048));
        assert_eq!(text_width("検索", 20), 40);
        assert_eq!(text_width("각국", 20), 40);
        assert_eq!(text_width("–", 2048), 1139);
    }
}
