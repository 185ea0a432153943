//! Where a block may stand: what is closed before it, and what is put around it where it stands outside of its
//! place.

use super::{MAX_DEPTH, MAX_IMPLIED, Tidy, open_tag};
use crate::posts::content::{
    elements::{Kind, is_heading},
    tokens::Tag,
};

impl Tidy {
    pub(super) fn start_block(&mut self, name: &'static str, kind: Kind, tag: &Tag<'_>) {
        let in_text = self.top_kind() == Kind::Text;
        match (name, self.top_name()) {
            // Browsers leave a paragraph within a heading or a term where it is; it adds nothing there.
            ("p", "pre") => return self.break_line(),
            ("p", _) if in_text && self.top_name() != "p" => return self.out.push(' '),
            (_, "summary" | "dt") if in_text && is_heading(name) => return,
            _ => {}
        }
        let placed = match name {
            "li" => self.place_in_list(),
            "dt" | "dd" => self.place_in_terms(),
            "caption" => self.place_caption(),
            "thead" | "tbody" | "tfoot" => self.place_section(),
            "tr" => self.place_row(),
            "td" | "th" => self.place_cell(),
            "figcaption" => self.place_figcaption(),
            "summary" => self.place_summary(),
            "ul" | "ol" if matches!(self.top_name(), "ul" | "ol") && self.reopen_item() => true,
            _ => self.place_block(),
        };
        if placed {
            let open_tag = open_tag(name, tag);
            self.push(name, kind, &open_tag, false);
        }
    }

    /// Makes the present place one that takes a block. False if it is too deep.
    pub(super) fn place_block(&mut self) -> bool {
        self.pop_text();
        self.leave_structure();
        if let Some(top) = self.top() {
            top.resume = false;
        }
        self.close_inline(0);
        self.frames.len() <= MAX_DEPTH
    }

    /// Makes the present place one that takes text.
    pub(super) fn make_room_for_inline(&mut self) {
        self.leave_structure();
        if let Some(top) = self.top() {
            top.filled = true;
        }
        if self.top_kind() == Kind::Flow
            && let Some(top) = self.top()
            && (top.loose > 0 || top.resume)
        {
            top.resume = false;
            self.push("p", Kind::Text, "<p>", true);
        }
    }

    /// Ends implied lists and adds what a list or table needs around text and other blocks.
    fn leave_structure(&mut self) {
        while let Some(frame) = self.frames.last()
            && frame.kind == Kind::Structure
        {
            if frame.implied && matches!(frame.name, "ul" | "dl") {
                self.pop();
                continue;
            }
            match frame.name {
                "table" => self.push("tbody", Kind::Structure, "<tbody>", true),
                "thead" | "tbody" | "tfoot" => self.push("tr", Kind::Structure, "<tr>", true),
                "tr" => self.push("td", Kind::Flow, "<td>", true),
                "dl" => self.push("dd", Kind::Flow, "<dd>", true),
                _ => self.push("li", Kind::Flow, "<li>", true),
            }
        }
    }

    /// A list directly within a list belongs to the item before it.
    fn reopen_item(&mut self) -> bool {
        if self.frames.len() >= MAX_DEPTH {
            return false;
        }
        let Some(item) = self.out.trim_end().strip_suffix("</li>").map(str::len) else { return false };
        self.close_inline(0);
        self.out.truncate(item);
        self.push("li", Kind::Flow, "", false);
        true
    }

    fn place_in_list(&mut self) -> bool {
        let list = self.find(|name| matches!(name, "ul" | "ol"), |name| name == "li");
        self.place_within(list, "ul", "<ul>")
    }

    fn place_in_terms(&mut self) -> bool {
        let list = self.find(|name| name == "dl", |name| name == "dd");
        self.place_within(list, "dl", "<dl>")
    }

    fn place_within(&mut self, found: Option<usize>, list: &'static str, open_tag: &str) -> bool {
        if let Some(index) = found {
            self.pop_to(index + 1);
        } else {
            if !self.place_block() {
                return false;
            }
            self.push(list, Kind::Structure, open_tag, true);
        }
        self.close_inline(0);
        self.frames.len() <= MAX_DEPTH + 1
    }

    fn place_caption(&mut self) -> bool {
        self.frames.last().is_some_and(|frame| frame.name == "table" && !frame.filled)
    }

    fn place_section(&mut self) -> bool {
        let Some(table) = self.find(|name| name == "table", |_| true) else { return false };
        self.pop_to(table + 1);
        true
    }

    fn place_row(&mut self) -> bool {
        let Some(index) = self.find(|name| matches!(name, "table" | "thead" | "tbody" | "tfoot"), |_| true) else {
            return false;
        };
        self.pop_to(index + 1);
        if self.top_name() == "table" {
            self.push("tbody", Kind::Structure, "<tbody>", true);
        }
        true
    }

    fn place_cell(&mut self) -> bool {
        let Some(index) = self.find(|name| matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr"), |_| true)
        else {
            return false;
        };
        self.pop_to(index + 1);
        if self.top_name() != "tr" {
            if self.top_name() == "table" {
                self.push("tbody", Kind::Structure, "<tbody>", true);
            }
            self.push("tr", Kind::Structure, "<tr>", true);
        }
        self.frames.len() <= MAX_DEPTH + MAX_IMPLIED
    }

    fn place_figcaption(&mut self) -> bool {
        self.pop_text();
        let fits = self.top_name() == "figure";
        if fits {
            self.close_inline(0);
        }
        fits && self.frames.len() <= MAX_DEPTH
    }

    fn place_summary(&mut self) -> bool {
        self.frames.last().is_some_and(|frame| frame.name == "details" && !frame.filled)
    }

    /// The nearest block that `wanted` accepts, looking outwards past blocks of text and those that `passes`
    /// accepts.
    pub(super) fn find(&self, wanted: impl Fn(&str) -> bool, passes: impl Fn(&str) -> bool) -> Option<usize> {
        for (index, frame) in self.frames.iter().enumerate().skip(1).rev() {
            if wanted(frame.name) {
                return Some(index);
            }
            if frame.kind != Kind::Text && !passes(frame.name) {
                return None;
            }
        }
        None
    }
}
