/** Other agents acting for a member: connected apps and access tokens. */
import { useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import {
  GRANT_SCOPES,
  mcpEndpoints,
  TOKEN_DAYS,
  type GrantScope,
  type McpGrant,
} from "../../../../src/mcp/api/mcp.ts";
import { call } from "../../api/call.ts";
import { optimistic, ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Confirm } from "../../components/confirm.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { Choice, TextBox } from "../../components/form.tsx";
import { Time } from "../../components/time.tsx";
import { ScopeChoices, scopeLine } from "./access-scopes.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

type Listed = z.output<typeof mcpEndpoints.mcpGrants.output>;
type Days = (typeof TOKEN_DAYS)[number];

const grantsQuery = queryOptions({
  queryKey: ["mcp-grants"],
  queryFn: ({ signal }) => call(mcpEndpoints.mcpGrants, { signal }),
});

export default function AccessSettings() {
  const query = useQuery(grantsQuery);
  const { data } = query;
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Section
        title="Connected apps"
        lead="Let Claude, ChatGPT, or another agent that speaks MCP work with your team’s records, as you and within what you allow."
      >
        {data === undefined ? <NotLoaded query={query} rows={2} /> : <Address url={data.endpoint} />}
        {data && data.items.length > 0 ? <Grants listed={data} /> : null}
      </Section>
      <Section
        title="Access tokens"
        lead="For scripts and apps that can’t sign in by themselves. A token acts as you; keep it like a password."
      >
        <Button className="touch self-start" onClick={() => setMaking(true)}>
          New token
        </Button>
      </Section>
      <Modal open={isMaking} onClose={() => setMaking(false)} title="New access token">
        {isMaking ? <NewToken endpoint={data?.endpoint ?? ""} onClose={() => setMaking(false)} /> : null}
      </Modal>
    </>
  );
}

function Address({ url }: { url: string }) {
  return (
    <div className="sheet flex flex-col gap-2 p-4">
      <p>Add this address as a server in your app. It sends you back here to choose what it may do.</p>
      <Copied value={url} label="Server address" />
    </div>
  );
}

function Copied({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <TextBox
          aria-label={label}
          readOnly
          value={value}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
          className="w-full font-mono text-xs"
        />
      </div>
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} variant="secondary" />
    </div>
  );
}

function Grants({ listed }: { listed: Listed }) {
  const client = useQueryClient();
  const [gone, setGone] = useState<McpGrant | null>(null);
  const revoking = useMutation({
    mutationFn: ({ id }: McpGrant) => call(mcpEndpoints.revokeMcpGrant, { params: { id } }),
    ...optimistic(client, grantsQuery.queryKey, (before: Listed, { id }: McpGrant) => ({
      ...before,
      items: before.items.filter((one) => one.id !== id),
    })),
    onSuccess: () => setGone(null),
  });
  return (
    <>
      <Rows>
        {listed.items.map((grant) => (
          <RowItem key={grant.id}>
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium wrap-anywhere">
                {grant.name}{" "}
                <span className="font-normal text-kumo-subtle">
                  {grant.kind === "personal" ? "token" : `from ${grant.home ?? "an app"}`}
                  {grant.mine ? "" : `, for ${grant.userName}`}
                </span>
              </p>
              <p className="text-sm first-letter:uppercase">{scopeLine(grant.scopes)}</p>
              <p className="text-xs text-kumo-subtle">
                {grant.lastUsedAt === null ? (
                  "Not used yet"
                ) : (
                  <>
                    Last used <Time at={grant.lastUsedAt} />
                  </>
                )}{" "}
                · expires <Time at={grant.expiresAt} as="upcoming" />
              </p>
            </div>
            <Button
              size="sm"
              className="touch"
              aria-label={`Revoke ${grant.name}`}
              onClick={() => setGone(grant)}
            >
              Revoke…
            </Button>
          </RowItem>
        ))}
      </Rows>
      <Confirm
        open={gone !== null}
        title={`Revoke ${gone?.name ?? ""}?`}
        act="Revoke"
        busy={revoking.isPending}
        onConfirm={() => {
          if (gone !== null) revoking.mutate(gone);
        }}
        onClose={() => setGone(null)}
      >
        It stops working right away. Its proposals stay under Approvals.
      </Confirm>
    </>
  );
}

function NewToken({ endpoint, onClose }: { endpoint: string; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<GrantScope[]>(["records:read"]);
  const [days, setDays] = useState<Days>(90);
  const making = useMutation({
    mutationFn: () => call(mcpEndpoints.createMcpToken, { body: { name: name.trim(), scopes, days } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: () => client.invalidateQueries(grantsQuery),
  });
  const ready = name.trim() !== "" && scopes.length > 0;
  if (making.data) return <Made token={making.data.token} endpoint={endpoint} onClose={onClose} />;
  return (
    <DialogForm
      job={making}
      ready={ready}
      onCancel={onClose}
      act="Create token"
      onSubmit={() => making.mutate()}
    >
      <TextBox
        label="Name"
        placeholder="Where you’ll use it"
        value={name}
        maxLength={60}
        onChange={setName}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 font-medium">It may</legend>
        <ScopeChoices offered={GRANT_SCOPES} chosen={scopes} onChange={setScopes} />
      </fieldset>
      <Choice
        label="Expires after"
        shown
        value={String(days)}
        options={TOKEN_DAYS.map((one) => [String(one), one === 365 ? "1 year" : `${one} days`] as const)}
        onChange={(picked) => setDays(Number(picked) as Days)}
      />
    </DialogForm>
  );
}

function Made({ token, endpoint, onClose }: { token: string; endpoint: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="font-medium">Copy the token now. You won’t see it again.</p>
      <Copied value={token} label="Access token" />
      <Copied value={endpoint} label="Server address" />
      <p className="text-sm text-kumo-subtle">
        Send it with each request as <code>Authorization: Bearer …</code>, to the server address or to{" "}
        <code>POST /api/chat</code>.
      </p>
      <Button variant="primary" className="touch self-end" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(grantsQuery);
}
