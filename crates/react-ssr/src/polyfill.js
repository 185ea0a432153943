// The few web platform objects that React's server build expects and the engine lacks.
//
// Evaluated once per context, before the bundle. The value of this script is a function: the host calls it with
// `{ log }` and keeps what it returns, `{ runTimer, resetTimers }`.
// Nothing here waits: timers run in the order of their due time, as soon as the job queue is empty.
(function install(host) {
  "use strict";

  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

  // --- timers -------------------------------------------------------------------------------------------------

  let timers = [];
  let lastTimerId = 0;
  let virtualNow = 0;

  define("setTimeout", function setTimeout(callback, delay, ...args) {
    if (typeof callback !== "function") throw new TypeError("setTimeout needs a function");
    const id = ++lastTimerId;
    const due = virtualNow + Math.max(0, Number(delay) || 0);
    // Sorted by due time; equal times keep the order of the calls.
    let at = timers.length;
    while (at > 0 && timers[at - 1].due > due) at--;
    timers.splice(at, 0, { id, due, callback, args });
    return id;
  });

  define("clearTimeout", function clearTimeout(id) {
    const at = timers.findIndex((timer) => timer.id === id);
    if (at >= 0) timers.splice(at, 1);
  });

  // Runs the next timer; false when there is none.
  function runTimer() {
    const timer = timers.shift();
    if (timer === undefined) return false;
    virtualNow = timer.due;
    timer.callback(...timer.args);
    return true;
  }

  function resetTimers() {
    const left = timers.length;
    timers = [];
    virtualNow = 0;
    return left;
  }

  // --- console ------------------------------------------------------------------------------------------------

  function describe(value) {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ""}`;
    if (typeof value === "object" && value !== null) {
      try {
        return JSON.stringify(value);
      } catch {
        return Object.prototype.toString.call(value);
      }
    }
    return String(value);
  }

  const logger = (level) => (...args) => host.log(level, args.map(describe).join(" ").toWellFormed());
  define("console", {
    error: logger("error"),
    warn: logger("warn"),
    info: logger("info"),
    log: logger("info"),
    debug: logger("debug"),
    trace: logger("debug"),
  });

  return { runTimer, resetTimers };
});
