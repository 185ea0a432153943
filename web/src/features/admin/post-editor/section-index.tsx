import { useCurrentSection } from "./use-current-section";

/** In the order in which a narrow window shows them. */
const SECTIONS = [
  { id: "heading", label: "Heading" },
  { id: "main-content", label: "Text" },
  { id: "details", label: "Details" },
  { id: "media", label: "Media" },
  { id: "publish", label: "Publish" },
  { id: "seo-settings", label: "SEO Settings" },
] as const;
const IDS = SECTIONS.map(({ id }) => id);
/** At the end, so that it is never the one that is being read. */
const HISTORY = { id: "history", label: "History" };

/** The sections of the form as links, the current one marked: for windows in which they stand below each other. */
export function SectionIndex({ hasHistory }: { hasHistory: boolean }) {
  const current = useCurrentSection(IDS);
  return (
    <nav aria-label="Form sections" className="section-index">
      <ol>
        {[...SECTIONS, ...(hasHistory ? [HISTORY] : [])].map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? "true" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
