/** A diff of any two versions, and a button to restore the newer one shown. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import { Button } from "@cloudflare/kumo/components/button";
import { workspaceEndpoints, type FileVersion, type FileDiff } from "../../../src/workspace/api/workspace.ts";
import { call } from "../api/call.ts";
import { diffQuery, WORKSPACE_KEY } from "./workspace-queries.ts";
import { Choice } from "../components/form.tsx";
import { useNow } from "../components/now.ts";
import { useZone } from "../components/session.tsx";
import { toasts } from "../components/toasts.ts";
import { count, relativeTime } from "../components/words.ts";
import { downloadAddress } from "./download.ts";
import { useVersions, type Compared } from "./history-panel.tsx";
import { shortName } from "./version-words.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

interface Props {
  readonly path: string;
  readonly compared: Compared;
  /** Unsaved text would be in the way of restoring a version. */
  readonly dirty: boolean;
  readonly onCompare: (compared: Compared | null) => void;
}

export function CompareView({ path, compared, dirty, onCompare }: Props) {
  const { versions } = useVersions(path);
  const query = useQuery(diffQuery(path, compared.from, compared.to));
  const { data } = query;
  return (
    <section aria-label="Comparison" className="flex min-h-0 min-w-0 flex-1 flex-col bg-kumo-base">
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-kumo-hairline px-4 py-2 text-sm">
        <VersionChoice
          label="Compare"
          versions={versions}
          value={compared.from ?? PREVIOUS}
          withPrevious
          onChange={(from) => onCompare({ ...compared, from: from === PREVIOUS ? null : from })}
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
        <Actions
          path={path}
          version={versions.find((version) => version.etag === compared.to)}
          dirty={dirty}
          onClose={() => onCompare(null)}
        />
      </div>
      {data === undefined ? (
        <NotLoaded query={query} rows={5} inset />
      ) : (
        <Hunks diff={data} label="Changes" />
      )}
    </section>
  );
}

function Actions({
  path,
  version,
  dirty,
  onClose,
}: {
  path: string;
  version: FileVersion | undefined;
  dirty: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const restoring = useMutation({
    mutationFn: ({ etag }: FileVersion) => call(workspaceEndpoints.restore, { body: { path, etag } }),
    onSuccess: async (_answer, restored) => {
      await client.invalidateQueries({ queryKey: WORKSPACE_KEY });
      toasts.add({
        variant: "success",
        title: `Version ${restored.version} restored.`,
        description: "It’s a new version. Earlier ones stay in the history.",
      });
      onClose();
    },
  });
  const shown = version && version.change !== "deleted" ? version : undefined;
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      {shown ? (
        <a href={downloadAddress(path, shown.etag)} download className="touch inline-flex items-center link">
          Download
        </a>
      ) : null}
      {shown && !shown.current && ownerAgainst(path, "member") === null ? (
        <Button
          size="sm"
          className="touch"
          loading={restoring.isPending}
          disabled={dirty}
          title={dirty ? "Save or discard your changes first" : undefined}
          onClick={() => restoring.mutate(shown)}
        >
          Restore version {shown.version}
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" className="touch" onClick={onClose}>
        Back to the file
      </Button>
    </span>
  );
}

const PREVIOUS = "previous";

function VersionChoice({
  label,
  versions,
  value,
  withPrevious = false,
  onChange,
}: {
  label: string;
  versions: readonly FileVersion[];
  value: string;
  withPrevious?: boolean;
  onChange: (etag: string) => void;
}) {
  const zone = useZone();
  const now = useNow();
  const options = versions.map(({ etag, current, version, author, at }) => {
    const name = current ? "now" : `version ${version}`;
    return [etag, `${name} · ${shortName(author.name)}, ${relativeTime(at, now, zone)}`] as const;
  });
  return (
    <Choice
      label={label}
      value={value}
      options={withPrevious ? [[PREVIOUS, "the version before"] as const, ...options] : options}
      onChange={onChange}
      className="max-w-56"
    />
  );
}

const STYLES = {
  same: "",
  added: "bg-kumo-success-tint",
  removed: "bg-kumo-danger-tint",
} as const;
const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const SPOKEN = { same: "", added: "Added: ", removed: "Removed: " } as const;

/** The changed parts of two versions, line by line: by sign and word as well as by colour. */
function Hunks({ diff, label }: { diff: FileDiff; label: string }) {
  if (diff.hunks.length === 0) return <p className="p-4 text-sm text-kumo-subtle">No changes.</p>;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={label}
      className="min-h-0 flex-1 overflow-auto py-2 font-mono text-[13px] leading-6 focus-visible:-outline-offset-2"
    >
      {diff.hunks.map((hunk, at) => (
        <div
          key={at}
          className="border-b border-dashed border-kumo-line py-1 first:pt-0 last:border-b-0 last:pb-0"
        >
          {hunk.lines.map((line, index) => (
            <p
              key={index}
              className={`flex gap-2 px-3 whitespace-pre-wrap wrap-anywhere ${STYLES[line.kind]}`}
            >
              <span
                aria-hidden
                className="w-8 shrink-0 text-right text-xs leading-6 text-kumo-subtle select-none max-sm:hidden"
              >
                {line.to ?? line.from}
              </span>
              <span aria-hidden className="w-2 shrink-0 select-none">
                {SIGNS[line.kind]}
              </span>
              <span
                className={`min-w-0 flex-1 ${line.kind === "removed" ? "line-through decoration-1" : ""}`}
              >
                {SPOKEN[line.kind] ? <span className="sr-only">{SPOKEN[line.kind]}</span> : null}
                {line.text}
              </span>
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}
