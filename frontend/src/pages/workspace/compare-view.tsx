/** What differs between two versions, any two; and the way back to the newer one shown. */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { workspaceEndpoints, type FileVersion } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { diffQuery, WORKSPACE_KEY } from "../../api/workspace-queries.ts";
import { useNow } from "../../components/now.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { useZone } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { toastError, toasts } from "../../components/toasts.ts";
import { count, relativeTime } from "../../components/words.ts";
import { Hunks } from "./hunks.tsx";
import { useVersions, type Compared } from "./history-panel.tsx";
import { downloadAddress } from "./download.ts";
import { shortName } from "./version-words.ts";

interface Props {
  readonly path: string;
  readonly compared: Compared;
  /** Unsaved text would be in the way of bringing a version back. */
  readonly dirty: boolean;
  readonly onCompare: (compared: Compared | null) => void;
}

export function CompareView({ path, compared, dirty, onCompare }: Props) {
  const client = useQueryClient();
  const { versions } = useVersions(path);
  const [busy, setBusy] = useState(false);
  const { data, error, isPending, refetch } = useQuery(diffQuery(path, compared.from, compared.to));
  const shown = versions.find((version) => version.etag === compared.to);

  async function restore(version: FileVersion): Promise<void> {
    setBusy(true);
    try {
      await call(workspaceEndpoints.restore, { body: { path, etag: version.etag } });
      await client.invalidateQueries({ queryKey: WORKSPACE_KEY });
      toasts.add({
        variant: "success",
        title: `Version ${version.version} is back.`,
        description: "As a new version: what stood there before stays in the history.",
      });
      onCompare(null);
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-label="Comparison" className="flex min-h-0 min-w-0 flex-1 flex-col bg-kumo-base">
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-kumo-hairline px-4 py-2 text-sm">
        <VersionChoice
          label="Compare"
          versions={versions}
          value={compared.from ?? ""}
          first="the one before"
          onChange={(from) => onCompare({ ...compared, from: from === "" ? null : from })}
        />
        <span className="text-kumo-subtle">with</span>
        <VersionChoice
          label="With"
          versions={versions}
          value={compared.to}
          onChange={(to) => onCompare({ ...compared, to })}
        />
        {data ? (
          <span className="text-xs text-kumo-subtle">
            {count(data.added, "line")} added, {data.removed.toLocaleString("en-US")} removed
          </span>
        ) : null}
        <span className="ml-auto flex flex-wrap gap-2">
          {shown && shown.change !== "deleted" ? (
            <a
              href={downloadAddress(path, shown.etag)}
              download
              className="touch inline-flex items-center text-kumo-link underline underline-offset-2"
            >
              Download it
            </a>
          ) : null}
          {shown && !shown.current && shown.change !== "deleted" ? (
            <Button
              size="sm"
              className="touch"
              loading={busy}
              disabled={dirty}
              title={dirty ? "Save or discard what you wrote first" : undefined}
              onClick={() => void restore(shown)}
            >
              Bring version {shown.version} back
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" className="touch" onClick={() => onCompare(null)}>
            Back to the text
          </Button>
        </span>
      </div>
      {error ? (
        <div className="p-3">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {isPending ? <ListSkeleton rows={5} /> : null}
      {data ? <Hunks diff={data} label="What changed" /> : null}
    </section>
  );
}

function VersionChoice({
  label,
  versions,
  value,
  first,
  onChange,
}: {
  label: string;
  versions: readonly FileVersion[];
  value: string;
  first?: string;
  onChange: (etag: string) => void;
}) {
  const zone = useZone();
  const now = useNow();
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="touch h-8 max-w-52 min-w-0 flex-1 basis-32 rounded-md bg-kumo-control px-2 text-sm ring ring-kumo-line"
    >
      {first ? <option value="">{first}</option> : null}
      {versions.map((version) => (
        <option key={version.etag} value={version.etag}>
          {version.current ? "now" : `version ${version.version}`} · {shortName(version.author.name)},{" "}
          {relativeTime(version.at, now, zone)}
        </option>
      ))}
    </select>
  );
}
