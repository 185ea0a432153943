import { MISSING_IMAGE } from "../../../content/about";
import { useSite } from "../../../lib/site-context";
import { Found } from "../../../ui/base/found";
import { Icon, type IconData } from "../../../ui/base/icon";
import { atSign, briefcase } from "../../../ui/base/icons-about.generated";
import { mail, video } from "../../../ui/base/icons-tools.generated";
import { Image } from "../../../ui/base/image";

/** The company's founder: their story and links to contact them. Renders nothing if the site names no founder. */
export function FounderSection({ story }: { story: string }) {
  const site = useSite();
  const { founder } = site;
  if (founder.name === "") return null;
  const links: { label: string; href: string; icon: IconData; external: boolean }[] = [
    { label: "Professional profile", href: founder.network_url, icon: briefcase, external: true },
    { label: "Social profile", href: founder.social_url, icon: atSign, external: true },
    { label: "Email", href: `mailto:${founder.email}`, icon: mail, external: false },
    { label: "Schedule a call", href: "/contact?tab=schedule", icon: video, external: false },
  ].filter(({ href }) => href !== "" && href !== "mailto:");
  return (
    <section id="founder" className="bg-sunk">
      <div className="wrap grid-12">
        <div className="col-span-full grid min-h-55 place-items-center bg-brand max-md:-mx-margin md:col-span-4 md:max-lg:my-18 md:max-lg:aspect-4/5 md:max-lg:self-start lg:min-h-105">
          {founder.photo ? (
            <Image
              src={founder.photo}
              alt={`Portrait of ${founder.name}`}
              missingText={MISSING_IMAGE}
              width={640}
              height={800}
              loading="lazy"
              className="size-full object-cover"
            />
          ) : (
            <img
              src="/images/mark-on-green.svg"
              alt=""
              width={64}
              height={64}
              loading="lazy"
              className="h-auto w-30 md:w-[46%]"
            />
          )}
        </div>
        <div className="col-span-full self-center py-8 pb-12 md:col-start-5 md:col-end-13 md:py-18 md:pl-6 lg:col-start-6 lg:col-end-12 lg:pl-0">
          <h2 className="text-d2">
            Led by its <Found>founder</Found>
          </h2>
          <p className="mt-5 text-d4 font-semibold">{founder.name}</p>
          <p className="text-muted">{founder.title}</p>
          {story ? (
            <p className="mt-5 text-soft">{story}</p>
          ) : (
            founder.bio && <p className="lead mt-5">{founder.bio}</p>
          )}
          <ul className="mt-5 grid max-w-120 sm:grid-cols-2">
            {links.map(({ label, href, icon, external }) => (
              <li key={label}>
                <a className="link" href={href} rel={external ? "me noopener" : undefined}>
                  <Icon of={icon} size={18} />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
