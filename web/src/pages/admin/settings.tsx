import { useState } from "react";
import { SettingsForm } from "../../features/admin/settings/settings-form";
import { SettingsVersions } from "../../features/admin/settings/settings-versions";
import type { AdminSettingsProps, VersionedSettings } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { useNavigate } from "../../lib/site-context";
import "../../styles/settings.css";

export const chrome = { layout: AdminLayout, title: "Site details" };

/** What the site says of its company, and when calls can be booked. */
export default function AdminSettings({ current, versions }: AdminSettingsProps) {
  const navigate = useNavigate();
  /** An earlier version that was loaded into the form. */
  const [loaded, setLoaded] = useState<VersionedSettings | null>(null);
  const shown = loaded ?? current;
  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3">Site details</h1>
      </div>
      <div className="settings-columns">
        <SettingsForm
          key={loaded?.version}
          of={shown}
          version={current.version}
          isUnsaved={loaded !== null}
          onSaved={() => navigate("/admin/settings", { replace: true, keepScroll: true })}
        />
        <SettingsVersions versions={versions} current={current.version} onLoad={setLoaded} />
      </div>
    </>
  );
}
