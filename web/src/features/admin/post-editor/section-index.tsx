import { useCurrentSection } from "./use-current-section";

/** In the order of a narrow window. */
const SECTIONS = [
  { id: "heading", label: "Heading" },
  { id: "main-content", label: "Text" },
  { id: "details", label: "Details" },
  { id: "media", label: "Media" },
  { id: "publish", label: "Publish" },
  { id: "seo-settings", label: "SEO Settings" },
] as const;
const IDS = SECTIONS.map(({ id }) => id);
/** The last section, so never the current one. */
const HISTORY = { id: "history", label: "History" };

/**
 * Links to the sections of the form, with the current one marked. For windows in which the sections are in one column.
 */
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
