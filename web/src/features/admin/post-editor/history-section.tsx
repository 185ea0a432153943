import { useState } from "react";
import { Button } from "../../../ui/base/button";
import { useChunk } from "../../../ui/base/use-chunk";
import { toast } from "../../../ui/overlay/toast-store";
import type { HistoryProps } from "./history";

const loadPanel = () => import("./history-panel");

/** The post's earlier versions, loaded when the section is opened. */
export function HistorySection(props: HistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const giveUp = () => {
    close();
    toast("error", "The history could not be loaded", "Check the connection and try again.");
  };
  const panel = useChunk(isOpen, loadPanel, close);
  return (
    <section id="history" className="editor-card" aria-labelledby="history-heading">
      <div className="content-head">
        <h2 id="history-heading">History</h2>
        <Button
          size="sm"
          variant="secondary"
          aria-expanded={isOpen}
          busy={isOpen && !panel}
          busyLabel="Loading..."
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide history" : "Show history"}
        </Button>
      </div>
      {isOpen && panel && <panel.HistoryPanel {...props} onFail={giveUp} />}
    </section>
  );
}
