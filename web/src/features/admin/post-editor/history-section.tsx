import { useState } from "react";
import { Button } from "../../../ui/base/button";
import { useChunk } from "../../../ui/base/use-chunk";
import { toast } from "../../../ui/overlay/toast-store";
import type { HistoryProps } from "./history";
import { type FormSource, useSelected } from "./use-draft-sync";

const loadPanel = () => import("./history-panel");

interface HistorySectionProps extends Omit<HistoryProps, "form"> {
  sync: FormSource;
}

/** The post's earlier versions, fetched when somebody asks for them. */
export function HistorySection({ sync, ...post }: HistorySectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useSelected(sync, (state) => (isOpen ? state.form : null));
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
      {form && panel && <panel.HistoryPanel {...post} form={form} onFail={giveUp} />}
    </section>
  );
}
