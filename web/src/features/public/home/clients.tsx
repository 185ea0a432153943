import { EVIDENCE } from "../../../content/home";
import type { CaseStudy, ClientLogo, Evidence, Figure } from "../../../generated/api";
import { Marked } from "../../../ui/base/marked";
import { ClientGrid } from "../sections/client-grid";

interface ClientsProps {
  logos: readonly ClientLogo[];
  evidence: Evidence;
}

/** Logos of clients, results for one of them before and after, and figures. Each is omitted if there is none. */
export function Clients({ logos, evidence: { case_study, figures } }: ClientsProps) {
  const hasEvidence = case_study !== null || figures.length > 0;
  if (logos.length === 0 && !hasEvidence) return null;
  return (
    <section id="clients-section" className="section">
      <div className="wrap grid gap-y-[min(6rem,var(--spacing-section))]">
        {logos.length > 0 && (
          <div>
            <div className="mb-8 flex flex-wrap items-baseline justify-between gap-6">
              <h2 className="text-d3">In good company</h2>
              <p className="text-muted">Some of the teams we work with.</p>
            </div>
            <ClientGrid logos={logos} columns={7} />
          </div>
        )}
        {hasEvidence && (
          <div id="evidence">
            <h2 className="text-d2">
              <Marked title={EVIDENCE.title} />
            </h2>
            {case_study && <BeforeAndAfter of={case_study} />}
            {figures.length > 0 && <Figures of={figures} />}
          </div>
        )}
      </div>
    </section>
  );
}

function BeforeAndAfter({ of: { client, summary, period, measures } }: { of: CaseStudy }) {
  return (
    <div className="mt-stack grid-12 gap-y-8">
      <div className="col-span-full lg:col-span-4">
        <h3 className="text-d4">{client}</h3>
        <p className="mt-3 text-soft">{summary}</p>
      </div>
      <table className="col-span-full w-full self-start text-left lg:col-start-6 lg:col-end-13">
        <caption className="sr-only">{`${client}: ${EVIDENCE.before} and ${EVIDENCE.after}`}</caption>
        <thead>
          <tr className="mono">
            <th className="pb-3 font-normal">{`Over ${period}`}</th>
            <th className="pb-3 pl-4 font-normal">{EVIDENCE.before}</th>
            <th className="pb-3 pl-4 font-normal">{EVIDENCE.after}</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ name, before, after }) => (
            <tr key={name} className="border-t border-paper-rule">
              <th className="py-4 font-semibold">{name}</th>
              <td className="num py-4 pl-4 font-figures text-d4 text-muted">{before}</td>
              <td className="num py-4 pr-1.5 pl-4 font-figures text-d3 font-extrabold">
                <span className="match">{after}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figures({ of: figures }: { of: readonly Figure[] }) {
  return (
    <dl className="mt-stack grid gap-x-gutter gap-y-8 border-t-[1.5px] border-text pt-8 grid-cols-2 lg:grid-cols-4">
      {figures.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-2">
          <dt className="max-w-60 text-balance text-soft">{label}</dt>
          <dd className="num font-figures text-d2 font-extrabold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
