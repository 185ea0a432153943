/** What happens to the details; the server keeps the same words with what is sent. */
export function ConsentNote() {
  return (
    <p className="text-small text-muted">
      The details are used to answer this message and for nothing else, as the{" "}
      <a href="/privacy">privacy page</a> says.
    </p>
  );
}
