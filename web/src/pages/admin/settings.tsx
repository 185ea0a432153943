import { useState } from "react";
import { useRefreshAt } from "../../features/admin/lists/use-refresh";
import { SettingsForm } from "../../features/admin/settings/settings-form";
import { SettingsVersions } from "../../features/admin/settings/settings-versions";
import type { AdminSettingsProps, VersionedSettings } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import "../../styles/settings.css";

export const chrome = { layout: AdminLayout, title: "Site details" };

/** Settings page: details of the company, and the hours in which calls can be booked. */
export default function AdminSettings({ current, versions }: AdminSettingsProps) {
  const refresh = useRefreshAt("/admin/settings");
  /** An earlier version that was loaded into the form. */
  const [loaded, setLoaded] = useState<VersionedSettings | null>(null);
  /** How many times a version has been loaded: each load makes a new form, even for the same version. */
  const [loads, setLoads] = useState(0);
  const [form, setForm] = useState<"saved" | "loaded" | "edited">("saved");
  const load = (version: VersionedSettings) => {
    setLoaded(version);
    setLoads((before) => before + 1);
    setForm("loaded");
  };
  const onSaved = () => {
    setForm("saved");
    refresh();
  };
  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3">Site details</h1>
      </div>
      <div className="settings-columns">
        <SettingsForm
          key={loads}
          of={loaded ?? current}
          version={current.version}
          isUnsaved={form !== "saved"}
          onEdit={() => setForm("edited")}
          onSaved={onSaved}
          onConflict={refresh}
        />
        <SettingsVersions
          versions={versions}
          current={current.version}
          isEdited={form === "edited"}
          onLoad={load}
        />
      </div>
    </>
  );
}
