/** Earlier versions of an agent's instructions: what each changed, and the way back. */
import { useState } from "react";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  agentEndpoints,
  effectiveInstructions,
  type Instructions,
  type InstructionsVersion,
} from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { instructionsHistoryQuery, instructionsQuery } from "../../api/queries.ts";
import { DiffView } from "../../components/diff-view.tsx";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { toastError, toasts } from "../../components/toasts.ts";
import { Rows, Section } from "../settings/section.tsx";
import { MODE_WORDS } from "./instructions-text.ts";

export function History({ agent, current }: { agent: string; current: Instructions }) {
  const client = useQueryClient();
  const admin = useMe().role === "admin";
  const [busy, setBusy] = useState<number | null>(null);
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(instructionsHistoryQuery(agent));
  const versions = (data?.pages ?? []).flatMap((page) => page.items);

  async function restore(version: number): Promise<void> {
    setBusy(version);
    try {
      const saved = await call(agentEndpoints.restoreInstructions, {
        params: { name: agent },
        body: { restore: version, version: current.version },
      });
      client.setQueryData(instructionsQuery(agent).queryKey, saved);
      toasts.add({
        variant: "success",
        title: version === 0 ? "Back to the built-in instructions." : `Version ${version} is back.`,
        description: saved.takesEffect,
      });
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409)
        await client.invalidateQueries(instructionsQuery(agent));
      toastError(failure);
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: ["agents", agent, "history"] });
    }
  }

  return (
    <Section title="History" lead="Every version is kept. Bringing one back makes a new one of it.">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={2} /> : null}
      {data && versions.length === 0 ? (
        <p className="text-kumo-subtle">The built-in instructions, and nothing else so far.</p>
      ) : null}
      {versions.length > 0 ? (
        <Rows>
          {versions.map((version, index) => (
            <Version
              key={version.version}
              version={version}
              before={versions[index + 1]}
              current={current}
              busy={busy === version.version}
              onRestore={admin && !version.current ? () => void restore(version.version) : undefined}
            />
          ))}
          {admin && current.mode !== "built_in" && !pages.hasNextPage ? (
            <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
              <span className="flex-1">The built-in instructions</span>
              <Button size="sm" className="touch" loading={busy === 0} onClick={() => void restore(0)}>
                Go back to them
              </Button>
            </li>
          ) : null}
        </Rows>
      ) : null}
      <MorePages query={pages} words="Earlier" />
    </Section>
  );
}

function Version({
  version,
  before,
  current,
  busy,
  onRestore,
}: {
  version: InstructionsVersion;
  before: InstructionsVersion | undefined;
  current: Instructions;
  busy: boolean;
  onRestore: (() => void) | undefined;
}) {
  const sent = (one: InstructionsVersion | undefined): string =>
    one ? effectiveInstructions(current.builtIn, one.mode, one.text) : current.builtIn;
  return (
    <li className="border-b border-kumo-hairline px-4 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
          <span className="font-medium">Version {version.version}</span>
          {version.current ? " (in force)" : ""}
          <span className="block text-xs text-kumo-subtle">
            {version.by.name} · <Time at={version.at} /> · {MODE_WORDS[version.mode]}
            {version.restoredFrom === null ? "" : ` · brought back from version ${version.restoredFrom}`}
          </span>
        </span>
        {onRestore ? (
          <Button
            size="sm"
            className="touch"
            loading={busy}
            aria-label={`Bring back version ${version.version}`}
            onClick={onRestore}
          >
            Bring back
          </Button>
        ) : null}
      </div>
      <details className="pt-1 text-sm">
        <summary className="touch inline-flex items-center text-kumo-link underline underline-offset-2">
          What it changed
        </summary>
        <div className="pt-2">
          {before || version.version === 1 ? (
            <DiffView
              label={`What version ${version.version} changed`}
              from={sent(before)}
              to={sent(version)}
            />
          ) : (
            <p className="text-kumo-subtle">
              Show the earlier ones below to compare with the version before.
            </p>
          )}
        </div>
      </details>
    </li>
  );
}
