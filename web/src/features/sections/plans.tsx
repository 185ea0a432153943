import type { Plan } from "../../content/seo";
import { cx } from "../../lib/cx";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { check } from "../../ui/icons.generated";

/** Three joined plans; the popular one is taller and stands on the highlighter. */
export function Plans({ plans }: { plans: readonly Plan[] }) {
  return (
    <ul className="mt-stack grid items-end gap-4 lg:grid-cols-[4fr_5fr_4fr] lg:gap-0">
      {plans.map((plan, index) => (
        <li
          key={plan.name}
          data-ground={plan.popular ? "mark" : "paper"}
          className={cx(
            "grid justify-items-start gap-4 rounded-card border-[1.5px] border-text p-8 max-md:p-6",
            plan.popular ? "lg:rounded-b-none lg:pt-13" : "bg-surface",
            index === 0 && "lg:rounded-r-none lg:border-r-0",
            index === plans.length - 1 && "lg:rounded-l-none lg:border-l-0",
          )}
        >
          {plan.popular && <Badge variant="inverse">Most Popular</Badge>}
          <h3 className="text-d2">{plan.name}</h3>
          <p className="text-soft">{plan.description}</p>
          <ul className="mt-2 mb-3 w-full">
            {plan.features.map((feature) => (
              <li key={feature} className="flex items-center gap-3 border-t border-line py-3">
                <Icon
                  of={check}
                  size={18}
                  className={plan.popular ? undefined : "text-green-600"}
                />
                {feature}
              </li>
            ))}
          </ul>
          <ButtonLink
            href="/contact"
            variant={plan.popular ? "primary" : "secondary"}
            keycap
            block="always"
            aria-label={`${plan.action}: ${plan.name}`}
          >
            {plan.action}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
