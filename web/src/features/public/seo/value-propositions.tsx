import { CASES, type ValueProposition } from "../../../content/seo";
import { Icon, type IconData } from "../../../ui/base/icon";
import { shieldCheck, users } from "../../../ui/base/icons-seo.generated";
import { target } from "../../../ui/base/icons-tools.generated";
import { Marked } from "../../../ui/base/marked";

const ICONS: Record<ValueProposition["icon"], IconData> = { shieldCheck, target, users };

/** The value of the plans: three claims with details. */
export function ValuePropositions() {
  return (
    <section id="seo-cases" className="section">
      <div className="wrap">
        <h2 className="mb-stack text-d2">
          <Marked title={CASES.title} />
        </h2>
        <ul className="border-t-[1.5px] border-text">
          {CASES.propositions.map((proposition) => (
            <li
              key={proposition.title}
              className="grid gap-x-gutter gap-y-6 border-b border-paper-rule py-9 lg:grid-cols-[5fr_8fr]"
            >
              <div className="grid content-start gap-2.5">
                <Icon of={ICONS[proposition.icon]} size={32} className="stroke-[1.6] text-green" />
                <h3 className="text-d3">{proposition.title}</h3>
                <p className="max-w-88 text-soft">{proposition.description}</p>
              </div>
              <dl className="grid content-start gap-x-gutter gap-y-6 sm:grid-cols-3">
                {proposition.benefits.map((benefit) => (
                  <div key={benefit.title} className="grid content-start gap-1">
                    <dt className="font-semibold">{benefit.title}</dt>
                    <dd className="text-soft">{benefit.description}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
