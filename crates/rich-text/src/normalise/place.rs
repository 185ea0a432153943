//! Where a block may occur: what is closed before it, and what is added around it elsewhere.

use super::{MAX_DEPTH, Normaliser};
use crate::{
    elements::{Kind, element},
    tree::{Element, Id},
};

/// Most blocks that are added around a misplaced element.
const MAX_IMPLIED: usize = 4;

impl Normaliser {
    /// Opens a place for a block of this name. Returns false when there is none.
    pub(super) fn place(&mut self, name: &str) -> bool {
        match name {
            "li" => self.place_within(&["ul", "ol"], "li", "ul"),
            "dt" | "dd" => self.place_within(&["dl"], "dd", "dl"),
            "caption" => self.is_first_in("table"),
            "summary" => self.is_first_in("details"),
            "figcaption" => {
                self.pop_text();
                self.top_name() == "figure" && self.frames.len() <= MAX_DEPTH
            }
            "thead" | "tbody" | "tfoot" => self.place_in_table(&["table"]),
            "tr" => {
                let placed = self.place_in_table(&["table", "thead", "tbody", "tfoot"]);
                if placed && self.top_name() == "table" {
                    self.push_implied("tbody");
                }
                placed
            }
            "td" | "th" => {
                let placed = self.place_in_table(&["table", "thead", "tbody", "tfoot", "tr"]);
                while placed && self.top_name() != "tr" {
                    self.push_implied(if self.top_name() == "table" { "tbody" } else { "tr" });
                }
                placed && self.frames.len() <= MAX_DEPTH + MAX_IMPLIED
            }
            "ul" | "ol" if matches!(self.top_name(), "ul" | "ol") && self.reopen_item() => true,
            _ => self.place_block(),
        }
    }

    /// Opens a place for any block. Returns false when it is too deep.
    pub(super) fn place_block(&mut self) -> bool {
        self.pop_text();
        self.leave_structure();
        if let Some(top) = self.frames.last_mut() {
            top.resume = false;
        }
        self.opened = 0;
        self.frames.len() <= MAX_DEPTH
    }

    /// Opens a place for text.
    pub(super) fn make_room_for_inline(&mut self) {
        self.leave_structure();
        let Some(top) = self.frames.last_mut() else { return };
        top.filled = true;
        if top.kind == Kind::Flow && (top.containers > 0 || top.resume) {
            top.resume = false;
            self.push_implied("p");
        }
    }

    fn push_implied(&mut self, name: &str) {
        let (name, kind) = element(name);
        self.push(Element { name, kind, attributes: Vec::new() }, true);
    }

    /// Ends implied lists, and adds what a list or table needs around text and other blocks.
    fn leave_structure(&mut self) {
        while let Some(frame) = self.frames.last()
            && frame.kind == Kind::Structure
        {
            match frame.name {
                "ul" | "dl" if frame.implied => self.pop(),
                "table" => self.push_implied("tbody"),
                "thead" | "tbody" | "tfoot" => self.push_implied("tr"),
                "tr" => self.push_implied("td"),
                "dl" => self.push_implied("dd"),
                _ => self.push_implied("li"),
            }
        }
    }

    /// Reopens the last item of the list: a list directly within a list belongs to it.
    fn reopen_item(&mut self) -> bool {
        let list = self.frame();
        let is_blank = |id: &Id| self.out.text(*id).is_some_and(|text| text.trim_ascii().is_empty());
        let children = self.out.children(list);
        let blanks = children.iter().rev().take_while(|id| is_blank(id)).count();
        let Some(&item) = children.iter().rev().nth(blanks).filter(|id| self.out.name(**id) == "li") else {
            return false;
        };
        if self.frames.len() >= MAX_DEPTH {
            return false;
        }
        self.out.edit_children(list, |children| children.truncate(children.len() - blanks));
        self.push_frame(item, "li", Kind::Flow, false);
        true
    }

    fn place_within(&mut self, lists: &[&str], passes: &str, implied: &'static str) -> bool {
        if let Some(index) = self.find(lists, |name| name == passes) {
            self.pop_to(index + 1);
        } else {
            if !self.place_block() {
                return false;
            }
            self.push_implied(implied);
        }
        self.opened = 0;
        self.frames.len() <= MAX_DEPTH + 1
    }

    fn place_in_table(&mut self, parts: &[&str]) -> bool {
        let found = self.find(parts, |_| true);
        if let Some(index) = found {
            self.pop_to(index + 1);
            self.opened = 0;
        }
        found.is_some()
    }

    fn is_first_in(&self, name: &str) -> bool {
        self.frames.last().is_some_and(|frame| frame.name == name && !frame.filled)
    }

    /// Returns the nearest open block of one of these names, looking outwards past blocks of text and those that
    /// `passes` accepts.
    pub(super) fn find(&self, names: &[&str], passes: impl Fn(&str) -> bool) -> Option<usize> {
        for (index, frame) in self.frames.iter().enumerate().skip(1).rev() {
            if names.contains(&frame.name) {
                return Some(index);
            }
            if frame.kind != Kind::Text && !passes(frame.name) {
                return None;
            }
        }
        None
    }
}
