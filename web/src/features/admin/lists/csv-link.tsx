import { ButtonLink } from "../../../ui/base/button";
import { download } from "../../../ui/base/icons-admin.generated";
import { useDownload } from "./use-download";
import { csvUrl, type ListState } from "./list-url";

/** The whole list as a file. */
export function CsvLink({ state }: { state: ListState }) {
  const save = useDownload("The list could not be downloaded");
  return (
    <ButtonLink
      href={csvUrl(state)}
      size="sm"
      variant="secondary"
      icon={download}
      download=""
      onClick={(event) => {
        event.preventDefault();
        void save(csvUrl(state));
      }}
    >
      Download CSV
    </ButtonLink>
  );
}
