/** Decisions of hooks, around each tool call and at the end of each run. */
import { useState } from "react";
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type * as z from "zod";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { type hookDecisionSchema } from "../../../../src/agent/api/run.ts";
import { call } from "../../api/call.ts";
import { Choice } from "../../components/form.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { count } from "../../components/words.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { pagedQuery } from "../../api/paged.ts";

type Decision = z.infer<typeof hookDecisionSchema>;

const HOOKS = [
  ["", "every hook"],
  ["tenant-isolation", "team boundary"],
  ["uses", "agent limits"],
  ["autonomy", "policy"],
  ["rate", "rate limit"],
  ["cost", "cost"],
  ["audit", "audit"],
  ["notify", "notifications"],
  ["trace", "trace"],
  ["alert", "final alert"],
] as const;
const DECISIONS = [
  ["", "any decision"],
  ["allow", "allowed"],
  ["ask", "asked a person"],
  ["deny", "denied"],
  ["stop", "stopped by the rate limit"],
] as const;
const SPANS = [
  ["1", "the last day"],
  ["7", "the last 7 days"],
  ["30", "the last 30 days"],
] as const;
const DAY_MS = 24 * 3_600_000;

interface Filter {
  readonly hook: string;
  readonly decision: string;
  readonly days: string;
}

const FIRST: Filter = { hook: "", decision: "", days: "7" };

function hooksQuery({ hook, decision, days }: Filter) {
  return pagedQuery(["hooks", hook, decision, days], ({ cursor, signal }) => {
    const from = new Date(Date.now() - Number(days) * DAY_MS).toISOString();
    const only = { ...(hook === "" ? {} : { hook }), ...(decision === "" ? {} : { decision }) };
    return call(teamEndpoints.hooks, { signal, query: { ...only, from, cursor, limit: 50 } });
  });
}

export default function HooksSettings() {
  const [filter, setFilter] = useState<Filter>(FIRST);
  const query = useInfiniteQuery(hooksQuery(filter));
  return (
    <Section title="Hook log" lead="The checks each tool call and each run went through, newest first.">
      <p className="flex flex-wrap items-center gap-2">
        <Choice
          label="Hook"
          value={filter.hook}
          options={HOOKS}
          onChange={(hook) => setFilter({ ...filter, hook })}
        />
        <Choice
          label="Decision"
          value={filter.decision}
          options={DECISIONS}
          onChange={(decision) => setFilter({ ...filter, decision })}
        />
        <Choice
          label="Since"
          value={filter.days}
          options={SPANS}
          onChange={(days) => setFilter({ ...filter, days })}
        />
      </p>
      <PagedList query={query} more="Earlier" empty={<p className="text-kumo-subtle">No decisions match.</p>}>
        {(items) => (
          <Rows>
            {items.map((decision) => (
              <Row key={decision.id} decision={decision} />
            ))}
          </Rows>
        )}
      </PagedList>
    </Section>
  );
}

function Row({
  decision: { at, hook, decision, rule, tool, runId, inputDigest, rows },
}: {
  decision: Decision;
}) {
  const words = HOOKS.find(([name]) => name === hook)?.[1] ?? hook;
  return (
    <RowItem>
      <span className="min-w-0 flex-1 basis-44 wrap-anywhere">
        <span className="inline-block first-letter:uppercase">
          {words}: {decision.replaceAll("_", " ")}
        </span>
        <span className="block text-xs text-kumo-subtle">
          {[
            tool?.replaceAll("_", " "),
            rule === null ? null : `rule: ${rule}`,
            rows === null ? null : count(rows, "row"),
            inputDigest === null ? null : `input ${inputDigest}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <span className="text-xs text-kumo-subtle">
        <Time at={at} /> ·{" "}
        <Link to="/activity/$id" params={{ id: runId }} className="link">
          Open the run
        </Link>
      </span>
    </RowItem>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(hooksQuery(FIRST));
}
