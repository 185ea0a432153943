import { AUDIT, type Plan, PRICING } from "../../../content/seo";
import { cx } from "../../../lib/cx";
import { Badge } from "../../../ui/base/badge";
import { ButtonLink } from "../../../ui/base/button";
import { Icon } from "../../../ui/base/icon";
import { check } from "../../../ui/base/icons.generated";
import { Marked } from "../../../ui/base/marked";
import { AuditLink } from "../contact-modal/audit-link";

/** The plans, and a contact for those who cannot choose yet. */
export function Pricing() {
  return (
    <section id="seo-pricing" className="section bg-sunk">
      <div className="wrap">
        <h2 className="text-d2">
          <Marked title={PRICING.title} />
        </h2>
        <Plans plans={PRICING.plans} />
        <div
          id="seo-contact"
          className="mt-stack grid items-end gap-x-16 gap-y-6 border-t-[1.5px] border-text pt-8 lg:grid-cols-[1fr_auto]"
        >
          <div className="grid gap-3">
            <h3 className="text-d3">{AUDIT.title}</h3>
            <p className="lead max-w-152">{AUDIT.lead}</p>
          </div>
          <div className="flex flex-wrap gap-x-4 gap-y-3 max-md:grid">
            <AuditLink label={AUDIT.ask} keycap />
            <ButtonLink href={AUDIT.call.href} variant="secondary" keycap>
              {AUDIT.call.label}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Three plans side by side; the popular one is taller, on a highlighter background. */
function Plans({ plans }: { plans: readonly Plan[] }) {
  return (
    <ul className="mt-stack grid gap-4 lg:grid-cols-[4fr_5fr_4fr] lg:gap-0">
      {plans.map((plan, index) => (
        <li
          key={plan.name}
          data-ground={plan.popular ? "mark" : "paper"}
          className={cx(
            "grid justify-items-start gap-4 rounded-card border-[1.5px] border-text p-8 max-md:p-6",
            plan.popular
              ? "lg:rounded-b-none lg:pt-13"
              : "bg-surface lg:mt-20 lg:grid-rows-[auto_1fr]",
            index === 0 && "lg:rounded-r-none lg:border-r-0",
            index === plans.length - 1 && "lg:rounded-l-none lg:border-l-0",
          )}
        >
          {plan.popular && <Badge variant="inverse">Most Popular</Badge>}
          <h3 id={`plan-${index}`} className="text-d2">
            {plan.name}
          </h3>
          <p className="text-soft">{plan.description}</p>
          <ul className="mt-2 mb-3 w-full">
            {plan.features.map((feature) => (
              <li key={feature} className="flex items-center gap-3 border-t border-line py-3">
                <Icon of={check} size={18} className={plan.popular ? undefined : "text-green"} />
                {feature}
              </li>
            ))}
          </ul>
          <ButtonLink
            href="/contact"
            variant={plan.popular ? "primary" : "secondary"}
            keycap
            block="always"
            aria-describedby={`plan-${index}`}
          >
            {plan.action}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
