/** What happens to the details; kept word for word with what is sent. */
export function ConsentNote() {
  return (
    <p className="text-small text-muted">
      The details are used to answer this message and for nothing else.
    </p>
  );
}
