import { CALL_TO_ACTION } from "../../content/call-to-action";
import { ENGINE_ROOM_URL, useGoToEngineRoom } from "../../lib/use-go-to-engine-room";
import { ButtonLink } from "../../ui/button";
import { SectionBoundary } from "../../ui/section-boundary";
import { Marked } from "./marked";
import { RedactedLines } from "./redacted-lines";

/** The closing banner, in a boundary of its own. */
export function CallToAction() {
  return (
    <SectionBoundary name="Call to action">
      <Banner />
    </SectionBoundary>
  );
}

/** The closing banner. */
export function Banner() {
  const goToEngineRoom = useGoToEngineRoom();
  return (
    <section id="cta-section" className="section relative overflow-hidden" data-ground="mark">
      <RedactedLines />
      <div className="wrap relative grid items-end gap-stack md:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
        <h2 className="text-d1">
          <Marked title={CALL_TO_ACTION.title} />
        </h2>
        <div className="grid max-w-104 justify-items-start gap-7 max-md:w-full md:justify-self-end">
          <p className="lead">{CALL_TO_ACTION.lead}</p>
          <ButtonLink
            href={ENGINE_ROOM_URL}
            size="lg"
            keycap
            block="phone"
            onClick={goToEngineRoom}
          >
            {CALL_TO_ACTION.action}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
