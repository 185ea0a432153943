import { useEffect, useState } from "react";
import type { FooterVariant } from "../../lib/page-module";
import { useChunk } from "../../ui/base/use-chunk";
import { FooterFrame } from "./footer-frame";

const SELECTOR = "footer.site-footer";
const loadFooter = () => import("./site-footer");

/** The footer as the server wrote it: it is the same on every page, and pages without one come and go. */
let footerHtml = document.querySelector(SELECTOR)?.innerHTML;

/**
 * The browser's footer. It holds links and nothing else, so the server's HTML stays as it is and the code that made it
 * stays on the server; it is fetched only where the document came without a footer.
 */
export function BrowserFooter({ variant }: { variant: FooterVariant }) {
  const [html] = useState(footerHtml);
  // A page without its footer is still the page; the next full load brings it.
  const made = useChunk(html === undefined, loadFooter, undefined, null);
  useEffect(() => {
    if (made) footerHtml = document.querySelector(SELECTOR)?.innerHTML;
  }, [made]);
  if (html !== undefined) return <FooterFrame variant={variant} html={html} />;
  return <FooterFrame variant={variant}>{made && <made.FooterContent />}</FooterFrame>;
}
