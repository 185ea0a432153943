import { useCallback, useState } from "react";
import { useLoaded } from "../../../lib/use-loaded";
import { Button } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import type { HistoryProps } from "./history";

const loadPanel = () => import("./history-panel").then(({ HistoryPanel }) => HistoryPanel);

/** The post's earlier versions, fetched when somebody asks for them. */
export function HistorySection(props: HistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const giveUp = useCallback(() => {
    setIsOpen(false);
    toast("error", "The history could not be loaded", "Check the connection and try again.");
  }, []);
  const Panel = useLoaded(isOpen, loadPanel, giveUp);
  return (
    <section id="history" className="editor-card" aria-labelledby="history-heading">
      <div className="content-head">
        <h2 className="text-d4" id="history-heading">
          History
        </h2>
        <Button
          size="sm"
          variant="secondary"
          aria-expanded={isOpen}
          busy={isOpen && !Panel}
          busyLabel="Loading..."
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide history" : "Show history"}
        </Button>
      </div>
      {isOpen && Panel && <Panel {...props} onFail={giveUp} />}
    </section>
  );
}
