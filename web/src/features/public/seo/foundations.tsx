import { FEATURES, type Feature, SEO_INTRO } from "../../../content/seo";
import { Icon, type IconData } from "../../../ui/base/icon";
import { search, share2 } from "../../../ui/base/icons.generated";
import { activity, gauge, trendingUp, zap } from "../../../ui/base/icons-tools.generated";
import { Marked } from "../../../ui/base/marked";

const ICONS: Record<Feature["icon"], IconData> = {
  activity,
  gauge,
  search,
  share2,
  trendingUp,
  zap,
};

/** The foundations of SEO: an introduction, and the six disciplines as a table. */
export function Foundations() {
  return (
    <section className="pt-section">
      <div className="wrap">
        <div className="grid-12 mb-stack gap-y-6">
          <h2 className="col-span-full text-d2 md:col-span-5">
            <Marked title={SEO_INTRO.title} />
          </h2>
          <div className="col-span-full grid gap-4 text-soft md:col-span-6 md:col-start-7">
            {SEO_INTRO.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <ul className="grid border-t border-l border-paper-rule md:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map((feature, index) => (
            <li
              key={feature.title}
              className="grid content-start gap-2.5 border-r border-b border-paper-rule px-7 pt-7 pb-10 md:min-h-60"
            >
              <Icon of={ICONS[feature.icon]} size={32} className="stroke-[1.6] text-green" />
              <h3 className="text-d3 md:mt-8">
                {index === 0 ? <span className="match">{feature.title}</span> : feature.title}
              </h3>
              <p className="max-w-88 text-soft">{feature.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
