import { SERVICES, SERVICES_LIST, type Service } from "../../../content/services";
import { TextLink } from "../../../ui/base/button";
import { Icon, type IconData } from "../../../ui/base/icon";
import { arrowRight, link, search } from "../../../ui/base/icons.generated";
import { globe, listTree, mapPin, sparkles } from "../../../ui/base/icons-services.generated";
import { activity, bookOpen, gauge, trendingUp } from "../../../ui/base/icons-tools.generated";
import { IndexCard } from "../../../ui/data/index-card";
import { Carousel } from "../../../ui/widgets/carousel";

const ICONS: Record<Service["icon"], IconData> = {
  activity,
  bookOpen,
  gauge,
  globe,
  link,
  listTree,
  mapPin,
  search,
  sparkles,
  trendingUp,
};

/** How long a service is shown before the next one, in milliseconds. */
const AUTOPLAY = 5000;

/** All services as cards in a carousel that plays by itself. */
export function ServiceCarousel() {
  return (
    <section className="bg-sunk pt-14 pb-16" aria-labelledby="services-title">
      <div className="wrap">
        <Carousel
          label={SERVICES_LIST.label}
          noun="service"
          query="services"
          heading={
            <h2 id="services-title" className="text-d3">
              {SERVICES_LIST.title}
            </h2>
          }
          items={SERVICES}
          itemKey={({ id }) => id}
          perView="basis-[84%] md:basis-1/2 lg:basis-1/3"
          loop
          autoplay={AUTOPLAY}
        >
          {(service, isCurrent) => <ServiceCard service={service} isCurrent={isCurrent} />}
        </Carousel>
        <p className="mt-7 flex flex-wrap items-center gap-x-6">
          <span className="text-soft">{SERVICES_LIST.unsure}</span>
          <TextLink href={SERVICES_LIST.ask.href} trailing={arrowRight}>
            {SERVICES_LIST.ask.label}
          </TextLink>
        </p>
      </div>
    </section>
  );
}

function ServiceCard({ service, isCurrent }: { service: Service; isCurrent: boolean }) {
  return (
    <IndexCard
      header="Service"
      aside={`${SERVICES.indexOf(service) + 1} / ${SERVICES.length}`}
      current={isCurrent}
    >
      <div id={service.id} className="grid content-start gap-3.5 px-6 pt-6 pb-8 max-md:px-4.5">
        <Icon of={ICONS[service.icon]} size={32} className="stroke-[1.6] text-green" />
        <h3 className="text-d3">{service.title}</h3>
        <p className="text-soft">{service.description}</p>
        <ul className="mt-1">
          {service.bulletPoints.map((point) => (
            <li key={point} className="border-t border-paper-line py-2.25 text-ui">
              {point}
            </li>
          ))}
        </ul>
      </div>
    </IndexCard>
  );
}
