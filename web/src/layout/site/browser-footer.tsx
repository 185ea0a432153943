import { useEffect, useState } from "react";
import type { FooterVariant } from "../../lib/page-module";
import { useChunk } from "../../ui/base/use-chunk";
import { FooterFrame } from "./footer-frame";

const SELECTOR = "footer.site-footer";
const loadFooter = () => import("./site-footer");

/** The server's HTML of the footer, which is the same on every page. */
let footerHtml = document.querySelector(SELECTOR)?.innerHTML;

/**
 * The browser's footer. As it contains only links, the server's HTML is used as it is. The code that renders it is
 * loaded only if the document came without a footer.
 */
export function BrowserFooter({ variant }: { variant: FooterVariant }) {
  const [html] = useState(footerHtml);
  // A page works without its footer; the next full load has it again.
  const made = useChunk(html === undefined, loadFooter, undefined, null);
  useEffect(() => {
    if (made) footerHtml = document.querySelector(SELECTOR)?.innerHTML;
  }, [made]);
  if (html !== undefined) return <FooterFrame variant={variant} html={html} />;
  return <FooterFrame variant={variant}>{made && <made.FooterContent />}</FooterFrame>;
}
