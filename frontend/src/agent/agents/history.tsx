/** Earlier versions of an agent's instructions: what each changed, and how to restore one. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  agentEndpoints,
  effectiveInstructions,
  type Instructions,
  type InstructionsVersion,
} from "../../../../src/agent/api/agent.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { instructionsHistoryQuery, instructionsQuery } from "../../api/queries.ts";
import { DiffView } from "../../components/diff-view.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { toasts } from "../../components/toasts.ts";
import { Rows, Section } from "../../components/settings/section.tsx";
import { MODE_WORDS } from "./instructions-text.ts";

/** Restores a version; 0 is the built-in instructions. */
function useRestore(agent: string, current: Instructions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      call(agentEndpoints.restoreInstructions, {
        params: { name: agent },
        body: { restore: version, version: current.version },
      }),
    onSuccess: (saved, version) => {
      client.setQueryData(instructionsQuery(agent).queryKey, saved);
      toasts.add({
        variant: "success",
        title: version === 0 ? "Built-in instructions restored." : `Version ${version} restored.`,
        description: saved.takesEffect,
      });
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 409)
        void client.invalidateQueries(instructionsQuery(agent));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["agents", agent, "history"] }),
  });
}

export function History({ agent, current }: { agent: string; current: Instructions }) {
  const admin = useIsAdmin();
  const restoring = useRestore(agent, current);
  const busy = restoring.isPending ? restoring.variables : null;
  const query = useInfiniteQuery(instructionsHistoryQuery(agent));
  return (
    <Section title="History" lead="Every version is kept. Restoring one creates a new version from it.">
      <PagedList
        query={query}
        rows={2}
        more="Earlier"
        empty={<p className="text-kumo-subtle">No changes yet: the built-in instructions apply.</p>}
      >
        {(items) => (
          <Rows>
            {items.map((version, index) => (
              <Version
                key={version.version}
                version={version}
                before={items[index + 1]}
                current={current}
                busy={busy === version.version}
                onRestore={admin && !version.current ? () => restoring.mutate(version.version) : undefined}
              />
            ))}
            {admin && current.mode !== "built_in" && !query.hasNextPage ? (
              <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
                <span className="flex-1">Built-in instructions</span>
                <Button size="sm" className="touch" loading={busy === 0} onClick={() => restoring.mutate(0)}>
                  Restore
                </Button>
              </li>
            ) : null}
          </Rows>
        )}
      </PagedList>
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
          {version.current ? " (current)" : ""}
          <span className="block text-xs text-kumo-subtle">
            {version.by.name} · <Time at={version.at} /> · {MODE_WORDS[version.mode]}
            {version.restoredFrom === null ? "" : ` · restored from version ${version.restoredFrom}`}
          </span>
        </span>
        {onRestore ? (
          <Button
            size="sm"
            className="touch"
            loading={busy}
            aria-label={`Restore version ${version.version}`}
            onClick={onRestore}
          >
            Restore
          </Button>
        ) : null}
      </div>
      <details className="pt-1 text-sm">
        <summary className="touch inline-flex items-center link">Changes</summary>
        <div className="pt-2">
          {before || version.version === 1 ? (
            <DiffView
              label={`Changes in version ${version.version}`}
              from={sent(before)}
              to={sent(version)}
            />
          ) : (
            <p className="text-kumo-subtle">Load earlier versions below to compare.</p>
          )}
        </div>
      </details>
    </li>
  );
}
