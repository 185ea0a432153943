import { CALL_TO_ACTION } from "../../../content/call-to-action";
import { ButtonLink } from "../../../ui/base/button";
import { Marked } from "../../../ui/base/marked";
import { RedactedLines } from "./redacted-lines";
import { ENGINE_ROOM_URL, useGoToEngineRoom } from "./use-go-to-engine-room";

/** The closing banner. */
export function CallToAction() {
  const goToEngineRoom = useGoToEngineRoom();
  return (
    <section id="cta-section" className="section relative overflow-hidden" data-ground="mark">
      <RedactedLines />
      <div className="wrap relative grid items-end gap-stack lg:grid-cols-[2.1fr_1fr]">
        <h2 className="text-d1">
          <Marked title={CALL_TO_ACTION.title} />
        </h2>
        <div className="grid max-w-104 justify-items-start gap-7 max-md:w-full lg:justify-self-end">
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
