//! The navigation bar of the admin area.

use super::super::props::{AdminLink, AdminSection};
use crate::accounts::Role;

/// A part of the bar.
pub(super) enum Section {
    /// One page.
    Page(PageLink),
    /// Pages that are opened rarely, behind one label.
    Pages(&'static str, &'static [PageLink]),
}

/// A link to a page.
pub(super) struct PageLink {
    href: &'static str,
    label: &'static str,
    is_for_editors: bool,
}

/// A page whose function takes [`Staff`](super::Staff).
pub(super) const fn for_staff(href: &'static str, label: &'static str) -> PageLink {
    PageLink { href, label, is_for_editors: true }
}

/// A page whose function takes [`Administrator`](super::Administrator).
pub(super) const fn for_administrators(href: &'static str, label: &'static str) -> PageLink {
    PageLink { href, label, is_for_editors: false }
}

impl PageLink {
    fn for_role(&self, role: Role) -> Option<AdminLink> {
        let is_open = self.is_for_editors || role == Role::Administrator;
        is_open.then_some(AdminLink { href: self.href, label: self.label })
    }
}

/// Returns the sections that a role may open. Pages behind one label are left out when none is open.
pub(super) fn for_role(sections: &[Section], role: Role) -> Vec<AdminSection> {
    let section = |section: &Section| match section {
        Section::Page(link) => {
            let AdminLink { href, label } = link.for_role(role)?;
            Some(AdminSection { href, label, pages: Vec::new() })
        }
        Section::Pages(label, links) => {
            let pages: Vec<_> = links.iter().filter_map(|link| link.for_role(role)).collect();
            Some(AdminSection { href: pages.first()?.href, label, pages })
        }
    };
    sections.iter().filter_map(section).collect()
}
