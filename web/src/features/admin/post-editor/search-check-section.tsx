import { useState } from "react";
import { Button } from "../../../ui/base/button";
import { useChunk } from "../../../ui/base/use-chunk";
import type { SearchCheckProps } from "./search-check";

const loadPanel = () => import("./search-check-panel");

/** Checks the draft against the search rules while the section is open. */
export function SearchCheckSection(props: SearchCheckProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panel = useChunk(isOpen, loadPanel, () => setIsOpen(false));
  return (
    <section id="search-check" className="editor-card" aria-labelledby="search-check-heading">
      <div className="content-head">
        <h2 id="search-check-heading">Search check</h2>
        <Button
          size="sm"
          variant="secondary"
          aria-expanded={isOpen}
          busy={isOpen && !panel}
          busyLabel="Loading..."
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide search check" : "Show search check"}
        </Button>
      </div>
      {isOpen && panel && <panel.SearchCheckPanel {...props} />}
    </section>
  );
}
