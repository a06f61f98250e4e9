/** OAuth consent: which app asks, for which team, and what it may do. Nothing happens before the person chooses. */
import { useEffect, useState } from "react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { oauthEndpoints, type AuthorizationRequest, type McpScope } from "../../../src/mcp/api/mcp.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { ErrorNotice } from "../components/notice.tsx";
import { usePageTitle } from "../components/page.tsx";
import { Bar } from "../components/skeleton.tsx";
import { ScopeChoices } from "./settings/access-scopes.tsx";
import { EntryFrame } from "../team/sign-in/entry-frame.tsx";

type Asked = Extract<z.output<typeof oauthEndpoints.readAuthorization.output>, { kind: "ask" }>;

export default function AuthorizePage() {
  usePageTitle("Connect an app");
  const [request] = useState(() => requestIn(window.location.search));
  const { data, error, refetch } = useQuery({
    queryKey: ["authorization", request],
    queryFn: ({ signal }) => call(oauthEndpoints.readAuthorization, { signal, body: request }),
    retry: false,
  });
  useEffect(() => {
    if (data?.kind === "back") window.location.replace(data.url);
  }, [data]);
  if (error) {
    return (
      <EntryFrame title="We couldn’t connect this app.">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </EntryFrame>
    );
  }
  if (data?.kind !== "ask") {
    return (
      <EntryFrame title="Checking who’s asking…">
        <Bar className="h-10 w-full" />
      </EntryFrame>
    );
  }
  return <Ask asked={data} request={request} />;
}

function Ask({ asked, request }: { asked: Asked; request: AuthorizationRequest }) {
  const [scopes, setScopes] = useState<McpScope[]>(asked.scopes);
  const deciding = useMutation({
    mutationFn: (allowed: McpScope[]) =>
      call(oauthEndpoints.decideAuthorization, { body: { request, scopes: allowed } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: ({ url }) => window.location.replace(url),
  });
  const isOver = deciding.isPending || deciding.isSuccess;
  return (
    <EntryFrame title={`Let ${asked.name} work with ${asked.team}?`}>
      <dl className="flex flex-col gap-1 rounded-xl bg-kumo-tint px-4 py-3 text-sm">
        <Fact name="Answers to" words={asked.home} />
        <Fact name="Acts as" words={asked.userName} />
        <Fact name="Team" words={asked.team} />
      </dl>
      <div className="flex flex-col gap-3">
        <p className="font-medium">It may</p>
        <ScopeChoices offered={asked.scopes} chosen={scopes} onChange={setScopes} />
      </div>
      <p className="text-sm text-kumo-subtle">
        Only continue if you just started this in {asked.name}. The name is what the app calls itself; we
        can’t verify it. Revoke it anytime under Settings → Apps and tokens.
      </p>
      {deciding.error ? <ErrorNotice error={deciding.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button className="touch" disabled={isOver} onClick={() => deciding.mutate([])}>
          Don’t allow
        </Button>
        <Button
          variant="primary"
          className="touch"
          loading={isOver}
          disabled={scopes.length === 0}
          onClick={() => deciding.mutate(scopes)}
        >
          Allow
        </Button>
      </div>
    </EntryFrame>
  );
}

function Fact({ name, words }: { name: string; words: string }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-24 shrink-0 text-kumo-subtle">{name}</dt>
      <dd className="min-w-0 flex-1 font-medium wrap-anywhere">{words}</dd>
    </div>
  );
}

/** The client's own words from the address, as strings: a number in `state` has to go back as it came. */
function requestIn(search: string): AuthorizationRequest {
  const params = new URLSearchParams(search);
  const word = (name: string): string => params.get(name) ?? "";
  return {
    clientId: word("client_id"),
    redirectUri: word("redirect_uri"),
    responseType: word("response_type"),
    codeChallenge: word("code_challenge"),
    codeChallengeMethod: word("code_challenge_method"),
    scope: word("scope"),
    state: params.get("state"),
    resource: params.get("resource"),
  };
}
