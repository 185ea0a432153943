import type { FooterVariant } from "../../lib/page-module";
import { useRenderFragment } from "../../lib/site-context";
import { FooterFrame } from "./footer-frame";
import { FooterContent } from "./site-footer";

/** The server's footer, which is rendered once for all pages. */
export function ServerFooter({ variant }: { variant: FooterVariant }) {
  const renderFragment = useRenderFragment();
  if (!renderFragment) {
    return (
      <FooterFrame variant={variant}>
        <FooterContent />
      </FooterFrame>
    );
  }
  return <FooterFrame variant={variant} html={renderFragment("footer", <FooterContent />)} />;
}
