//! Rules about what search engines show and follow: title, description, address, headings, keyphrase, links, images.

use super::Draft;
use crate::{
    check::{Check, Level, clipped, count},
    document::{BlockKind, Heading, words},
    keyphrase::{Keyphrase, Presence},
    page::limits::{ADDRESS, ALT, DESCRIPTION, DESCRIPTION_WIDTH, HEADING, TITLE, TITLE_WIDTH, VAGUE},
    width::{DESCRIPTION_SIZE, TITLE_SIZE, text_width},
};

pub(super) fn checks(draft: &Draft) -> Vec<Check> {
    let address = draft.site.chars().count() + draft.path.chars().count();
    vec![
        crate::page::title_length("title_length", draft.title, TITLE),
        crate::page::pixels("title_width", text_width(draft.title, TITLE_SIZE), TITLE_WIDTH, "title"),
        crate::page::title_length("description_length", draft.description, DESCRIPTION),
        crate::page::pixels(
            "description_width",
            text_width(draft.description, DESCRIPTION_SIZE),
            DESCRIPTION_WIDTH,
            "description",
        ),
        Check::new(
            "address_length",
            if address <= ADDRESS { Level::Good } else { Level::Warn },
            count(address, "character"),
            format!("at most {ADDRESS} characters"),
            "Shorten the slug to the words that matter.",
        ),
        first_heading(draft),
        heading_order(draft),
    ]
}

/// Checks that there is one first heading, and that it is not too long.
fn first_heading(draft: &Draft) -> Check {
    let own = usize::from(!draft.heading.trim().is_empty());
    let number = own + draft.body.headings().filter(|heading| heading.level == 1).count();
    let length = draft.heading.trim().chars().count();
    let (level, advice) = match number {
        0 => (Level::Bad, "Write a heading."),
        1 if length <= HEADING => (Level::Good, ""),
        1 => (Level::Warn, "Shorten the heading."),
        _ => (Level::Bad, "Make every heading in the text an h2 or deeper."),
    };
    let value = format!("{number} of {}", count(length, "character"));
    Check::new("h1", level, value, format!("1 of at most {HEADING} characters"), advice)
}

fn heading_order(draft: &Draft) -> Check {
    let levels = draft.body.headings().enumerate().flat_map(|(index, heading)| {
        let own = index == 0 || draft.page_starts.binary_search(&index).is_ok();
        own.then_some(1).into_iter().chain([heading.level])
    });
    let skips = crate::page::skipped_levels(levels);
    Check::none_of("heading_order", Level::Bad, &skips, "Go down one heading level at a time, from h2 to h3 to h4.")
}

pub(super) fn keyphrase(draft: &Draft) -> Vec<Check> {
    let Some(phrase) = Keyphrase::new(draft.keyphrase) else {
        let advice = "Enter the phrase you want this post to be found for.";
        return vec![Check::new("keyphrase", Level::Warn, "none", "1 phrase", advice)];
    };
    let text = |kind| draft.body.blocks.iter().find(|block| block.kind == kind).map(|block| block.text.as_str());
    let first = text(BlockKind::Paragraph).or_else(|| text(BlockKind::Item)).unwrap_or_default();
    let slug = draft.path.rsplit('/').next().unwrap_or_default();
    let [title, description, first] = [draft.title, draft.description, first].map(|text| phrase.presence(text));
    let in_address = Keyphrase::in_address(draft.keyphrase).map_or(Presence::Absent, |phrase| phrase.presence(slug));
    let slug = phrase.presence(slug).min(in_address);
    vec![
        presence("keyphrase_title", title, "Use the keyphrase in the title, near its start."),
        presence("keyphrase_slug", slug, "Use the keyphrase in the slug before the post is published."),
        presence("keyphrase_description", description, "Use the keyphrase in the meta description."),
        presence("keyphrase_first_paragraph", first, "Say in the first paragraph what the post is about."),
        in_headings(&phrase, draft),
        density(&phrase, draft),
    ]
}

fn presence(id: &'static str, presence: Presence, advice: &str) -> Check {
    let (level, value) = match presence {
        Presence::Whole => (Level::Good, "the whole phrase"),
        Presence::Words => (Level::Warn, "the words, but apart"),
        Presence::Absent => (Level::Bad, "missing"),
    };
    Check::new(id, level, value, "the whole phrase", advice)
}

fn in_headings(phrase: &Keyphrase, draft: &Draft) -> Check {
    let is_in = |heading: &Heading| phrase.presence(heading.text) != Presence::Absent;
    let headings = draft.body.headings().count();
    let found = draft.body.headings().filter(is_in).count();
    let level = if found > 0 { Level::Good } else { Level::Warn };
    let value = format!("{found} of {}", count(headings, "heading"));
    Check::new("keyphrase_headings", level, value, "at least 1", "Use the keyphrase in at least one heading.")
}

/// Checks the share of words that belong to the keyphrase: 0.5 to 3 per cent.
fn density(phrase: &Keyphrase, draft: &Draft) -> Check {
    let uses: usize = draft.body.blocks.iter().map(|block| phrase.count(&block.text)).sum();
    let words = draft.body.word_count();
    let (level, advice) = match uses * 1_000 {
        0 => (Level::Bad, "Use the keyphrase in the text."),
        share if share < 5 * words => (Level::Warn, "Use the keyphrase a little more often."),
        share if share > 30 * words => (Level::Bad, "Use the keyphrase less often, or other words for it."),
        _ => (Level::Good, ""),
    };
    // In tenths of a per cent, rounded.
    let share = (uses * 1_000 + words / 2).checked_div(words).unwrap_or(0);
    let value = format!("{}.{}% ({})", share / 10, share % 10, count(uses, "use"));
    Check::new("keyphrase_density", level, value, "0.5–3%", advice)
}

pub(super) fn links_and_images(draft: &Draft) -> Vec<Check> {
    let (mut inside, mut outside) = (0, 0);
    for link in &draft.body.links {
        match Target::of(&link.href, draft) {
            Target::Inside => inside += 1,
            Target::Outside => outside += 1,
            Target::Other => {}
        }
    }
    let vague: Vec<String> = draft
        .body
        .links
        .iter()
        .filter(|link| crate::page::is_vague(&link.text))
        .map(|link| if link.text.is_empty() { link.href.clone() } else { format!("“{}”", clipped(&link.text)) })
        .collect();
    let images = &draft.body.images;
    let without: Vec<String> = images
        .iter()
        .filter(|image| image.alt.as_deref().unwrap_or_default().is_empty())
        .map(|i| i.src.clone())
        .collect();
    let long: Vec<String> = images
        .iter()
        .filter(|image| image.alt.as_deref().unwrap_or_default().chars().count() > ALT)
        .map(|image| image.src.clone())
        .collect();
    let some = |number| if number > 0 { Level::Good } else { Level::Warn };
    vec![
        Check::new(
            "links_inside",
            some(inside),
            inside.to_string(),
            "at least 1",
            "Link to a related page or post on this site.",
        ),
        Check::new(
            "links_outside",
            some(outside),
            outside.to_string(),
            "at least 1",
            "Link to a source that you rely on.",
        ),
        Check::none_of("link_text", Level::Warn, &vague, VAGUE),
        Check::none_of("images_alt", Level::Bad, &without, "Describe each image in a few words."),
        Check::none_of("images_alt_length", Level::Warn, &long, "Describe each image in at most 100 characters."),
    ]
}

/// Where a link leads.
enum Target {
    /// To a page of the site.
    Inside,
    /// To another site.
    Outside,
    /// To the same page or one of its elements, to an email address or a telephone number.
    Other,
}

impl Target {
    fn of(href: &str, draft: &Draft) -> Self {
        let own = Some(href)
            .filter(|_| !draft.site.is_empty())
            .and_then(|href| href.strip_prefix(draft.site))
            .filter(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
        let is_web = ["http://", "https://", "//"].iter().any(|start| href.starts_with(start));
        let path = own.unwrap_or(href).split(['?', '#']).next().unwrap_or_default();
        if !draft.path.is_empty() && path.trim_end_matches('/') == draft.path {
            return Self::Other;
        }
        match (own.is_some(), is_web, href.starts_with(['/', '?', '.'])) {
            (true, ..) => Self::Inside,
            (_, true, _) => Self::Outside,
            (_, _, true) => Self::Inside,
            _ => Self::Other,
        }
    }
}

/// Returns the largest number of words between two headings.
pub(super) fn longest_section(draft: &Draft) -> usize {
    let (mut longest, mut current) = (0, 0);
    for block in &draft.body.blocks {
        if matches!(block.kind, BlockKind::Heading(_)) {
            current = 0;
        } else {
            current += words(&block.text);
            longest = longest.max(current);
        }
    }
    longest
}
