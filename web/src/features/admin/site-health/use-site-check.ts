import { useEffect, useEffectEvent } from "react";
import { callApi } from "../../../lib/api";
import { useRefreshAt } from "../lists/use-refresh";
import { useStaffCall } from "../lists/use-staff-call";

/** Milliseconds between two requests for the state of the check. */
const INTERVAL = 2_000;

/** Starts a check of the site, and reloads the page's data when a running check has ended. */
export function useSiteCheck(isRunning: boolean): { start: () => void; isStarting: boolean } {
  const refresh = useEffectEvent(useRefreshAt("/admin/health"));
  const { call, isBusy } = useStaffCall();

  useEffect(() => {
    if (!isRunning) return;
    const controller = new AbortController();
    let timer = 0;
    const look = async () => {
      const answer = await callApi("GET", "/api/admin/health", { signal: controller.signal });
      if (answer.ok && !answer.data.is_running) refresh();
      wait();
    };
    const wait = () => {
      timer = window.setTimeout(() => {
        look().catch(() => {
          // Aborted, as the page was left.
        });
      }, INTERVAL);
    };
    wait();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isRunning]);

  const start = () => {
    void call({
      send: () => callApi("POST", "/api/admin/health"),
      done: "Check started.",
      failed: "The check could not be started",
    });
  };
  return { start, isStarting: isBusy };
}
