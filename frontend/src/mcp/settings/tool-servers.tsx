/** MCP servers whose tools Steward may call. Added by address; each tool is off until an admin has read its description. */
import { useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { mcpServerEndpoints, type ToolServer } from "../../../../src/mcp/api/mcp-servers.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { TextBox } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { ServerTools } from "./server-tools.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const serversQuery = queryOptions({
  queryKey: ["tool-servers"],
  queryFn: ({ signal }) => call(mcpServerEndpoints.toolServers, { signal }),
});

export default function ToolServerSettings() {
  const { data } = useQuery(serversQuery);
  const admin = useIsAdmin();
  const [isAdding, setAdding] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = data?.items.find(({ id }) => id === openId);
  return (
    <Section
      title="Tool servers"
      lead="Connect systems that speak MCP, and Steward can use their tools. Each tool stays off until an admin turns it on. What a server answers is treated as text from outside, never as instructions."
    >
      <Servers onOpen={setOpenId} />
      {admin ? (
        <Button className="touch self-start" onClick={() => setAdding(true)}>
          Add server
        </Button>
      ) : (
        <Notice>Only admins can add servers and turn tools on.</Notice>
      )}
      <Modal open={isAdding} onClose={() => setAdding(false)} title="Add a server">
        {isAdding ? (
          <NewServer
            onDone={(id) => {
              setAdding(false);
              setOpenId(id);
            }}
            onClose={() => setAdding(false)}
          />
        ) : null}
      </Modal>
      <Modal open={open !== undefined} onClose={() => setOpenId(null)} title={open?.name ?? ""}>
        {open ? <ServerTools server={open} admin={admin} onGone={() => setOpenId(null)} /> : null}
      </Modal>
    </Section>
  );
}

function Servers({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery(serversQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={2} />;
  if (data.items.length === 0) return <p className="text-kumo-subtle">No servers yet.</p>;
  return (
    <Rows>
      {data.items.map((server) => (
        <Row key={server.id} server={server} onOpen={() => onOpen(server.id)} />
      ))}
    </Rows>
  );
}

function Row({ server, onOpen }: { server: ToolServer; onOpen: () => void }) {
  const { name, host, tools, problem, checkedAt } = server;
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="font-medium">
          {name} <span className="font-normal text-kumo-subtle">{host}</span>
        </p>
        <p className="text-sm">
          {tools.on} of {count(tools.total, "tool")} on
          {tools.changed > 0 ? `, ${tools.changed} changed: review` : ""}
        </p>
        <p className="text-xs text-kumo-subtle">
          {problem === null ? "Checked" : problem} {checkedAt === null ? null : <Time at={checkedAt} />}
        </p>
      </div>
      <Button size="sm" className="touch" aria-label={`Tools of ${name}`} onClick={onOpen}>
        Tools…
      </Button>
    </RowItem>
  );
}

function NewServer({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [token, setToken] = useState("");
  const adding = useMutation({
    mutationFn: () =>
      call(mcpServerEndpoints.addToolServer, {
        body: { name: name.trim(), url: url.trim(), token: token.trim() === "" ? null : token.trim() },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries(serversQuery);
      onDone(id);
    },
  });
  const ready = name.trim() !== "" && URL.canParse(url.trim());
  return (
    <DialogForm job={adding} ready={ready} onCancel={onClose} act="Connect" onSubmit={() => adding.mutate()}>
      <TextBox label="Name" placeholder="City permits" value={name} maxLength={40} onChange={setName} />
      <TextBox
        label="Address"
        type="url"
        placeholder="https://example.com/mcp"
        value={url}
        maxLength={500}
        onChange={setUrl}
      />
      <TextBox
        label="Access token (if it needs one)"
        type="password"
        autoComplete="off"
        value={token}
        maxLength={4000}
        onChange={setToken}
      />
      <p className="text-sm text-kumo-subtle">
        Steward reads the server’s list of tools first. None of them is on until you say so.
      </p>
    </DialogForm>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(serversQuery);
}
