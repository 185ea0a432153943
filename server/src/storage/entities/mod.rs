//! The ORM's entities, one file per table. Only stores use them: rows never leave a store.
#![expect(missing_docs, reason = "the migrations describe tables and columns")]

pub mod audit_entries;
pub mod audit_head;
pub mod authors;
pub mod blog_post_drafts;
pub mod blog_post_revisions;
pub mod blog_posts;
pub mod blog_posts_lists;
pub mod blog_posts_search;
pub mod blog_posts_section_tags;
pub mod blog_posts_staff_search;
pub mod blog_posts_tags;
pub mod bookings;
pub mod content_version;
pub mod enquiries;
pub mod imported_authors;
pub mod invitations;
pub mod media;
pub mod newsletter_subscribers;
pub mod newsletter_tokens;
pub mod outbox;
pub mod passkey_registrations;
pub mod passkeys;
pub mod password_resets;
pub mod pending_sign_ups;
pub mod post_previews;
pub mod recovery_codes;
pub mod redirects;
pub mod sessions;
pub mod sign_in_attempts;
pub mod sign_in_challenges;
pub mod spent_refresh_tokens;
pub mod tags;
pub mod totp_secrets;
pub mod trashed_posts;
pub mod users;
