import { placeOf, type SLIDERS } from "./roi";

interface RangeFieldProps {
  slider: (typeof SLIDERS)[number];
  value: number;
  onChange: (value: number) => void;
}

/** A native range input below its label and value, with the part left of the thumb highlighted. */
export function RangeField({ slider, value, onChange }: RangeFieldProps) {
  const { key, label, min, max, step, format } = slider;
  const id = `roi-${key}`;
  return (
    <div className="roi-field">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id}>{label}</label>
        {/* The range input has the same value. */}
        <span className="roi-value num" aria-hidden="true">
          {format(value)}
        </span>
      </div>
      <div className="roi-range">
        {/* SVG attributes, as the policy forbids style attributes in documents. */}
        <svg aria-hidden="true">
          <rect className="roi-line" y="21" width="100%" height="2" />
          <rect className="roi-fill" y="15" width={`${placeOf(slider, value)}%`} height="14" />
        </svg>
        <input
          type="range"
          id={id}
          name={key}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={format(value)}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      </div>
      <p className="mono num flex justify-between" aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </p>
    </div>
  );
}
