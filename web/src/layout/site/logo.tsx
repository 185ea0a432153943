import { cx } from "../../lib/cx";
import { useSite } from "../../lib/site-context";

/** Splits the brand's name: the first word is shown in the block. */
export function logoParts(name: string): { first: string; rest: string } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { first, rest: rest.join(" ") };
}

interface LogoProps {
  large?: boolean;
  href?: string;
  onFollow?: () => void;
}

/** The logo as a link to the home page: block, rest of the name, caret. */
export function Logo({ large, href = "/", onFollow }: LogoProps) {
  const { name } = useSite();
  const { first, rest } = logoParts(name);
  return (
    <a href={href} className={cx("logo", large && "logo-large")} onClick={onFollow}>
      <span className="logo-block">{first}</span>
      {/* The space is for screen readers and for copying the name. */}{" "}
      {rest && <span className="logo-rest">{rest}</span>}
      <span className="caret" aria-hidden="true" />
    </a>
  );
}
