import { useEffect, useState } from "react";
import { Button } from "../../../ui/base/button";
import { check, link, share2 } from "../../../ui/base/icons.generated";
import { toast } from "../../../ui/overlay/toast-store";

interface ShareProps {
  title: string;
  /** Absolute address of the article. */
  url: string;
}

/** How long the button confirms that the address was copied. */
const COPIED_MS = 2500;

/**
 * Shares an article by the device's share sheet, if any, and copies its address. Needs JavaScript, so hidden without.
 */
export function Share({ title, url }: ShareProps) {
  const [canShare, setCanShare] = useState(false);
  const [copied, setCopied] = useState(false);

  useEffect(() => setCanShare(typeof navigator.share === "function"), []);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      toast("error", "The address could not be copied", url);
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title, url });
    } catch {
      // The reader closed the share sheet.
    }
  };

  return (
    <div className="flex flex-wrap gap-2 noscript:hidden">
      <Button variant="secondary" size="sm" icon={copied ? check : link} onClick={copy}>
        <span aria-live="polite">{copied ? "Link copied" : "Copy link"}</span>
      </Button>
      {canShare && (
        <Button variant="secondary" size="sm" icon={share2} onClick={share}>
          Share
        </Button>
      )}
    </div>
  );
}
