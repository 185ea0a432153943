import type { ReactNode } from "react";
import { cx } from "../../lib/cx";
import type { FooterVariant } from "../../lib/page-module";
import { trustedHtml } from "../../lib/trusted-types";

interface FooterFrameProps {
  variant: FooterVariant;
  /** The footer's content as React elements. */
  children?: ReactNode;
  /** The same content as HTML, if it is already in the document. */
  html?: string;
}

/** The footer element. Everything that differs between pages is here. */
export function FooterFrame({ variant, children, html }: FooterFrameProps) {
  const attributes = {
    className: cx("site-footer", variant === "short-on-phones" && "footer-short-on-phones"),
    "data-ground": "green",
  };
  if (html === undefined) return <footer {...attributes}>{children}</footer>;
  return <footer {...attributes} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />;
}
