import { useEffect, useRef, useState } from "react";
import { ENGINE_ROOM } from "../../../../content/seo-cards";
import { useSite } from "../../../../lib/site-context";
import { Marked } from "../../../../ui/base/marked";
import { Tabs } from "../../../../ui/widgets/tabs";
import { CardDeck } from "./card-deck";
import { SavedList } from "./saved-list";
import { SendList } from "./send-list";
import { useSavedCards } from "./use-saved-cards";

/** Ids of the tabs' panels, for links and for the page without JavaScript. */
const EXPLORE_ID = "seo-cards";
const FIX_LIST_ID = "seo-fix-list";

/** The fix list: a deck of cards on one tab, the saved cards on the other. */
export function EngineRoom() {
  const site = useSite();
  const section = useRef<HTMLElement>(null);
  const list = useSavedCards();
  const [tab, setTab] = useState<string>(EXPLORE_ID);
  useEffect(() => {
    if (location.hash === `#${FIX_LIST_ID}`) setTab(FIX_LIST_ID);
  }, []);

  // The pressed button is hidden with its panel, so the focus moves to the tab.
  const explore = () => {
    setTab(EXPLORE_ID);
    section.current?.querySelector<HTMLElement>('[role="tab"]')?.focus();
  };
  const fixListLabel = (
    <span>
      {ENGINE_ROOM.fixList} <span className="tab-count num">({list.saved.length})</span>
    </span>
  );
  return (
    <section ref={section} id="seo-engine-room" className="section" data-ground="green" data-tool>
      <div className="wrap">
        <div className="mb-12 flex flex-wrap items-end justify-between gap-x-16 gap-y-6">
          <div className="grid gap-2.5">
            <p className="mono">{site.shown_host} › seo › engine-room</p>
            <h2 className="text-d1">
              <Marked title={ENGINE_ROOM.title} />
            </h2>
          </div>
          <p className="lead max-w-104">{ENGINE_ROOM.lead}</p>
        </div>
        <Tabs
          className="engine-tabs tabs-all-open"
          label={ENGINE_ROOM.title.before + ENGINE_ROOM.title.found}
          value={tab}
          onChange={setTab}
          items={[
            {
              value: EXPLORE_ID,
              label: ENGINE_ROOM.explore,
              href: `#${EXPLORE_ID}`,
              content: (
                <div id={EXPLORE_ID}>
                  <CardDeck list={list} />
                </div>
              ),
            },
            {
              value: FIX_LIST_ID,
              label: fixListLabel,
              href: `#${FIX_LIST_ID}`,
              content: (
                <div
                  id={FIX_LIST_ID}
                  className="grid gap-[clamp(32px,6vw,96px)] pt-3 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]"
                >
                  <SavedList list={list} onExplore={explore} />
                  <SendList list={list} />
                </div>
              ),
            },
          ]}
        />
      </div>
    </section>
  );
}
