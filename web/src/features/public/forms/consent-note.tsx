/**
 * Says how the details are used. The server stores the same text with the enquiry. The link opens a new tab, as leaving
 * the page would lose what was typed.
 */
export function ConsentNote() {
  return (
    <p className="text-small text-muted">
      We use your details only to reply. See our{" "}
      <a href="/privacy" target="_blank" rel="noopener">
        privacy page<span className="sr-only"> (opens in a new tab)</span>
      </a>
      .
    </p>
  );
}
