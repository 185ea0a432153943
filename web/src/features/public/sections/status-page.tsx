import { ButtonLink } from "../../../ui/base/button";
import { FindBar } from "../../../ui/base/find-bar";

interface StatusPageProps {
  /** Text of the find bar. */
  query: string;
  /** The status code: "404". */
  status: string;
  title: string;
  text: string;
  action: { label: string; href: string };
}

/** A page for an error: the status code in an empty mark, beside the robot. */
export function StatusPage({ query, status, title, text, action }: StatusPageProps) {
  return (
    <section data-ground="green" className="relative min-h-211 overflow-hidden md:min-h-225">
      <div className="wrap relative z-2 pt-[calc(var(--nav-h)+44px)] pb-24 max-md:pb-72">
        <FindBar query={query} count="0/0" />
        <p className="my-8 font-figures text-[clamp(12rem,32vw,29rem)] leading-[0.8] font-extrabold tracking-[-0.045em] text-diagram-strong">
          <span className="num inline-block rounded-control border-2 border-dashed border-diagram-strong py-[0.045em] pr-[0.1em] pl-[0.06em] text-[0.86em] md:border-3">
            {status}
          </span>
        </p>
        <h1 className="text-d2">{title}</h1>
        <p className="lead mt-3.5 mb-7 max-w-120">{text}</p>
        <ButtonLink href={action.href} size="lg" keycap block="phone">
          {action.label}
        </ButtonLink>
      </div>
      <picture>
        <source srcSet="/images/robot-404.avif" type="image/avif" />
        <img
          src="/images/robot-404.webp"
          alt=""
          width={760}
          height={1018}
          className="absolute -right-[8%] -bottom-17.5 h-auto w-[62%] -rotate-7 md:right-[5%] md:bottom-[-17%] md:w-[min(40vw,580px)]"
        />
      </picture>
    </section>
  );
}
