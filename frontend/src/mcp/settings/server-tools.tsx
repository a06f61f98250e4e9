/** One tool server: each tool's own description, shown as text, and an admin's permissions for it. */
import { useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  mcpServerEndpoints,
  type OpenToolServer,
  type ServerTool,
  type ToolServer,
  type ToolUse,
} from "../../../../src/mcp/api/mcp-servers.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Confirm } from "../../components/confirm.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { Choice } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const USES = [
  ["off", "Off"],
  ["ask", "Ask each time"],
  ["look_up", "Look up (runs at once)"],
] as const satisfies readonly (readonly [ToolUse, string])[];

const serverQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool-servers", id],
    queryFn: ({ signal }) => call(mcpServerEndpoints.toolServer, { signal, params: { id } }),
  });

/** Reloading a server's tools, setting its permissions, and removing it. */
function useServerActs(id: string, onGone: () => void) {
  const client = useQueryClient();
  const keep = async (answer: OpenToolServer) => {
    client.setQueryData(serverQuery(id).queryKey, answer);
    await client.invalidateQueries({ queryKey: ["tool-servers"], exact: true });
  };
  const checking = useMutation({
    mutationFn: () => call(mcpServerEndpoints.checkToolServer, { params: { id } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: keep,
  });
  const setting = useMutation({
    mutationFn: (wanted: Pick<ServerTool, "hash" | "use"> & { tool: string }) =>
      call(mcpServerEndpoints.setServerTool, { params: { id }, body: wanted }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: keep,
    onError: () => void client.invalidateQueries({ queryKey: serverQuery(id).queryKey }),
  });
  const removing = useMutation({
    mutationFn: () => call(mcpServerEndpoints.removeToolServer, { params: { id } }),
    onSuccess: async () => {
      onGone();
      await client.invalidateQueries({ queryKey: ["tool-servers"], exact: true });
    },
  });
  return { checking, setting, removing };
}

export function ServerTools({
  server,
  admin,
  onGone,
}: {
  server: ToolServer;
  admin: boolean;
  onGone: () => void;
}) {
  const { id, name } = server;
  const query = useQuery(serverQuery(id));
  const { data } = query;
  const [isLeaving, setLeaving] = useState(false);
  const { checking, setting, removing } = useServerActs(id, onGone);
  if (data === undefined) return <NotLoaded query={query} rows={3} />;
  return (
    <div className="flex flex-col gap-4 p-4">
      {data.problem === null ? null : (
        <Notice tone="danger" live>
          {data.problem}
        </Notice>
      )}
      {checking.error || setting.error ? <ErrorNotice error={checking.error ?? setting.error} /> : null}
      {data.offered.length === 0 ? <p className="text-kumo-subtle">This server offers no tools.</p> : null}
      <ul className="flex flex-col gap-4">
        {data.offered.map((tool) => (
          <Tool
            key={tool.name}
            tool={tool}
            busy={!admin || setting.isPending}
            onUse={(use) => setting.mutate({ tool: tool.name, hash: tool.hash, use })}
          />
        ))}
      </ul>
      {admin ? (
        <div className="flex flex-wrap justify-between gap-2">
          <Button className="touch" onClick={() => setLeaving(true)}>
            Remove…
          </Button>
          <Button className="touch" loading={checking.isPending} onClick={() => checking.mutate()}>
            Check again
          </Button>
        </div>
      ) : null}
      <Confirm
        open={isLeaving}
        title={`Remove ${name}?`}
        act="Remove"
        busy={removing.isPending}
        onConfirm={() => removing.mutate()}
        onClose={() => setLeaving(false)}
      >
        Steward can’t call its tools anymore, and its token is deleted. Drafts that wait for approval will
        fail.
      </Confirm>
    </div>
  );
}

function Tool({ tool, busy, onUse }: { tool: ServerTool; busy: boolean; onUse: (use: ToolUse) => void }) {
  const { name, description, input, use, was } = tool;
  return (
    <li className="flex flex-col gap-2 border-b border-kumo-hairline pb-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-40 font-mono text-sm font-medium wrap-anywhere">{name}</p>
        <Choice label={`What ${name} may do`} value={use} options={USES} disabled={busy} onChange={onUse} />
      </div>
      {was === null ? (
        <>
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">{description || "No description."}</p>
          <details className="text-sm">
            <summary className="touch cursor-pointer text-kumo-subtle">Input it takes</summary>
            <pre className="max-h-60 overflow-auto rounded-lg bg-kumo-tint p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
              {input}
            </pre>
          </details>
        </>
      ) : (
        <>
          <Notice tone="warning" title="Changed since it was turned on">
            It’s off. Read what’s new before you turn it on again.
          </Notice>
          <DiffView from={textOf(was)} to={textOf(tool)} label={`What changed in ${name}`} />
        </>
      )}
    </li>
  );
}

function textOf({ description, input }: Pick<ServerTool, "description" | "input">): string {
  return `${description}\n${input}`;
}
