import { useLayoutEffect, useRef, useState } from "react";
import type { SettingsVersionRow, VersionedSettings } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { reasonOf, useSignInAgain } from "../lists/use-staff-call";

const UNSAVED = "You have unsaved changes. Load this version without saving them?";

interface SettingsVersionsProps {
  versions: SettingsVersionRow[];
  /** Number of the current version. */
  current: number;
  /** Whether the form has changes that loading a version would discard. */
  isEdited: boolean;
  /** Called with an earlier version to load into the form. */
  onLoad: (version: VersionedSettings) => void;
}

/** The earlier versions, each with a button that loads it into the form. */
export function SettingsVersions({ versions, current, isEdited, onLoad }: SettingsVersionsProps) {
  const signInAgain = useSignInAgain();
  const [loading, setLoading] = useState<number | null>(null);
  /** `isEdited` when the version arrives. */
  const edited = useRef(isEdited);
  useLayoutEffect(() => {
    edited.current = isEdited;
  }, [isEdited]);

  const load = async (version: number, createdText: string) => {
    if (loading !== null) return;
    setLoading(version);
    const result = await callApi("GET", "/api/admin/settings/versions/{version}", {
      path: { version },
    });
    setLoading(null);
    if (result.ok) {
      if (edited.current && !window.confirm(UNSAVED)) return;
      onLoad(result.data);
      toast("success", "Version loaded", `${createdText}. It takes effect when you save it.`);
    } else if (result.status === 401) signInAgain();
    else toast("error", "Version not loaded", reasonOf(result.error));
  };

  return (
    <section className="editor-card" aria-labelledby="versions">
      <h2 id="versions" className="text-d4">
        Earlier versions
      </h2>
      {versions.length === 0 ? (
        <p className="text-soft">No changes yet. The site uses the settings in site.toml.</p>
      ) : (
        <>
          <ol className="settings-versions" reversed>
            {versions.map(({ version, created_text }) => (
              <li key={version}>
                <span className="mono num">{created_text}</span>
                {version === current ? (
                  <span className="text-soft">Current</span>
                ) : (
                  <Button
                    variant="quiet"
                    size="sm"
                    busy={loading === version}
                    busyLabel="Loading..."
                    aria-label={`Load the version of ${created_text}`}
                    onClick={() => load(version, created_text)}
                  >
                    Load
                  </Button>
                )}
              </li>
            ))}
          </ol>
          {/* Version 0: the settings before the first change. */}
          <Button
            variant="quiet"
            size="sm"
            busy={loading === 0}
            busyLabel="Loading..."
            onClick={() => load(0, "site.toml")}
          >
            Settings of site.toml
          </Button>
        </>
      )}
    </section>
  );
}
