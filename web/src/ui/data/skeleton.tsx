/** Placeholder lines for text that is loading; every third line is animated. */
export function Skeleton({ lines = 10, label }: { lines?: number; label: string }) {
  return (
    <div role="status" className="skeleton">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} aria-hidden="true" />
      ))}
    </div>
  );
}

/** A blinking caret after a loading text: "Loading contact form...". */
export function LoadingText({ children }: { children: string }) {
  return (
    <p role="status" className="text-soft">
      {children}
      <span className="caret" aria-hidden="true" />
    </p>
  );
}
