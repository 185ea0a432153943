import { useId, useState } from "react";
import type { Availability } from "../../../generated/api";
import {
  type Day,
  dayName,
  daysOf,
  longDay,
  onOtherClock,
  zoneCity,
  zoneName,
} from "../../../lib/slots";
import { useVisitorZone } from "../../../lib/use-visitor-zone";
import { FieldError } from "../../../ui/forms/field";
import { useFormFields } from "../../../ui/forms/form";

interface SlotPickerProps {
  availability: Availability;
  /** Start of the chosen slot, or null. */
  start: string | null;
  onChoose: (start: string) => void;
  /** Whether the current day takes the focus on mount. */
  takesFocus?: boolean;
}

/**
 * A strip of days and the times of the current one, as radio buttons named `start`. Without JavaScript every day is
 * shown. With it, send `start` from the state, as the chosen time may be on a hidden day.
 */
export function SlotPicker({ availability, start, onChoose, takesFocus }: SlotPickerProps) {
  const id = useId();
  const days = daysOf(availability.slots);
  const [picked, setPicked] = useState<string | null>(null);
  const zone = useVisitorZone();
  const chosen = days.find((day) => day.slots.some((slot) => slot.start === start));
  // If the last time of the current day is taken meanwhile, the first remaining day is shown.
  const shown = days.find((day) => day.date === picked) ?? chosen ?? days[0];
  const site = zoneName(availability.time_zone);
  const fields = useFormFields();
  const error = start === null && fields.errors.start;
  const errorId = error ? `${id}-error` : undefined;
  if (error) fields.first ??= "start";
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 noscript:hidden">
        <p id={`${id}-days`} className="field-label">
          Choose a day
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: the days are buttons, not form fields */}
        <div className="day-strip" role="group" aria-labelledby={`${id}-days`}>
          {days.map(({ date }) => {
            const { weekday, day, month, shortMonth } = dayName(date);
            return (
              <button
                key={date}
                type="button"
                className="day"
                aria-pressed={date === shown?.date}
                // biome-ignore lint/a11y/noAutofocus: replaces the button that led here
                autoFocus={takesFocus && date === shown?.date}
                onClick={() => setPicked(date)}
              >
                <span className="mono">{weekday.slice(0, 3)}</span>{" "}
                <b className="disp num">{day}</b> <span className="sr-only">{month}</span>
                <span className="mono" aria-hidden="true">
                  {shortMonth}
                </span>
              </button>
            );
          })}
        </div>
      </div>
      <div className="grid gap-5">
        {days.map((day) => (
          <Times
            key={day.date}
            day={day}
            isShown={day === shown}
            site={site}
            zone={zone}
            start={start}
            onChoose={onChoose}
            errorId={errorId}
          />
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

interface TimesProps {
  day: Day;
  isShown: boolean;
  /** Name of the site's zone. */
  site: string;
  /** The visitor's zone; null until hydration. */
  zone: string | null;
  start: string | null;
  onChoose: (start: string) => void;
  errorId?: string;
}

function Times({ day, isShown, site, zone, start, onChoose, errorId }: TimesProps) {
  const first = day.slots[0];
  // The first invalid field takes the focus, which one on a hidden day cannot.
  const isInvalid = isShown && !!errorId;
  const isAbroad = zone && first && onOtherClock(first, zone);
  // Radio buttons of one name share a tab stop, which must not be on a hidden day.
  const name = isShown || zone === null ? "start" : undefined;
  return (
    <fieldset className="slot-day" data-shown={isShown ? "" : undefined} aria-describedby={errorId}>
      {!name && start && day.slots.some((slot) => slot.start === start) && (
        <input type="hidden" name="start" value={start} />
      )}
      <legend className="field-label">
        Choose a time on {longDay(day.date)}{" "}
        <span className="font-normal text-muted">
          (<span className="whitespace-nowrap">{site}</span>
          {isAbroad && `, with ${zoneCity(zone)} time below`})
        </span>
      </legend>
      <div className="slots">
        {day.slots.map((slot, index) => {
          const there = isAbroad && onOtherClock(slot, zone);
          return (
            <label key={slot.start} className="slot num">
              <input
                type="radio"
                name={name}
                value={slot.start}
                checked={slot.start === start}
                aria-invalid={isInvalid || undefined}
                // biome-ignore lint/a11y/noAutofocus: the times come first in their forms; see Field
                autoFocus={isInvalid && index === 0}
                onChange={() => onChoose(slot.start)}
              />
              {slot.time}
              {there && (
                <small className="mono">
                  {there.day && `${there.day.slice(0, 3)} `}
                  {there.time}
                </small>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
