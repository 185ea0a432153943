/** What happens to the details; the server stores the same words with the enquiry. */
export function ConsentNote() {
  return (
    <p className="text-small text-muted">
      We use your details only to reply. See our <a href="/privacy">privacy page</a>.
    </p>
  );
}
