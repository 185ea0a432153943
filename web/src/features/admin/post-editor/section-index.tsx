import { useCurrentSection } from "./use-current-section";

const SECTIONS = [
  { id: "media", label: "Media" },
  { id: "heading-and-slug", label: "Heading and slug" },
  { id: "categories", label: "Categories" },
  { id: "main-content", label: "Main Content" },
  { id: "seo-settings", label: "SEO Settings" },
] as const;
const IDS = SECTIONS.map(({ id }) => id);

/** Beside the others or at their end, so that they are never the one that is being read. */
const PUBLISH = { id: "publish", label: "Publish" };
const HISTORY = { id: "history", label: "History" };

/** The sections of the form as links, the current one marked. */
export function SectionIndex({ hasHistory }: { hasHistory: boolean }) {
  const current = useCurrentSection(IDS);
  return (
    <nav aria-label="Form sections" className="section-index">
      <ol>
        {[...SECTIONS, PUBLISH, ...(hasHistory ? [HISTORY] : [])].map(({ id, label }) => (
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
