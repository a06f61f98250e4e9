/** One run, step by step: model calls, tools, hooks, tokens and cost. */
import { useQuery, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type * as z from "zod";
import type { runTraceSchema, runSchema } from "../../../../src/agent/api/run.ts";
import { runQuery } from "../../api/queries.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { ownJob } from "../../components/own-job.ts";
import { Scroll, Page } from "../../components/page.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { money, count, withoutMarks } from "../../components/words.ts";
import { monthWords } from "../../team/settings/usage-figures.ts";
import { Failure } from "./failure.tsx";
import { runSentence, endWords } from "./run-words.ts";
import { RunWork } from "./run-work.tsx";
import { Steps } from "./steps.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { Button } from "@cloudflare/kumo/components/button";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";
import { ErrorNotice } from "../../components/notice.tsx";

type Trace = z.infer<typeof runTraceSchema>;

export default function RunPage() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(runQuery(id));
  const { data } = query;
  return (
    <Page title="Run" back="/activity">
      <Scroll>
        <div className="mx-auto flex max-w-3xl flex-col gap-4 p-3 sm:p-5">
          {data ? (
            <TraceView trace={data} />
          ) : (
            <NotLoaded query={query} skeleton={<Bar className="h-64 w-full rounded-xl" />} />
          )}
        </div>
      </Scroll>
    </Page>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-28">
      <dt className="text-xs text-kumo-subtle">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function TraceView({ trace }: { trace: Trace }) {
  const number = (value: number): string => value.toLocaleString("en-US");
  return (
    <>
      <p className="text-base">{runSentence(trace)}</p>
      <p className="text-sm text-kumo-subtle">
        <Time at={trace.startedAt} /> ·{" "}
        <ConversationLink id={trace.conversationId} className="link">
          {ownJob(trace.conversationId)?.words ?? "Open the conversation"}
        </ConversationLink>
        {trace.parentRunId === null ? null : (
          <>
            {" · "}
            <Link to="/activity/$id" params={{ id: trace.parentRunId }} className="link">
              Open the parent run
            </Link>
          </>
        )}
      </p>
      <Failure trace={trace} />
      <dl className="flex flex-wrap gap-x-6 gap-y-2 sheet px-4 py-3">
        <Figure label="Cost">{money(trace.costUsd)}</Figure>
        <Figure label="Model calls">{number(trace.modelCalls)}</Figure>
        <Figure label="Tool calls">{number(trace.toolCalls)}</Figure>
        <Figure label="Tokens in">{number(trace.inputTokens)}</Figure>
        <Figure label="Cached">{number(trace.cacheReadTokens)}</Figure>
        <Figure label="Added to cache">{number(trace.cacheWriteTokens)}</Figure>
        <Figure label="Tokens out">{number(trace.outputTokens)}</Figure>
        {trace.fallbacks === 0 ? null : (
          <Figure label="Answered by another model">{number(trace.fallbacks)}</Figure>
        )}
      </dl>
      <Skills skills={trace.skills} />
      <RunWork trace={trace} />
      {trace.sent === null ? null : <WhatLeft sent={trace.sent} />}
      {trace.archivedIn === null ? <Steps steps={trace.steps} /> : <Archived month={trace.archivedIn} />}
      <SubRuns runs={trace.subRuns} />
      <Review run={trace} />
    </>
  );
}

function Archived({ month }: { month: string }) {
  return (
    <p className="text-kumo-subtle">
      The steps of this run are in your team’s archive of {monthWords(month)}. Admins can download it under{" "}
      <Link to="/settings/kept" className="link">
        Your data
      </Link>
      .
    </p>
  );
}

function Skills({ skills }: Pick<Trace, "skills">) {
  if (skills.length === 0) return null;
  return (
    <p className="wrap-anywhere">
      {skills.length === 1 ? "Skill" : "Skills"}:{" "}
      {skills.map(({ skill, name }, index) => (
        <span key={skill}>
          {index === 0 ? "" : ", "}
          <Link to="/workspace/$" params={{ _splat: `skills/${skill}/SKILL.md` }} className="link">
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}

/** External services queried by a run, by destination. Anything sent with an approval is on its card. */
type Sent = NonNullable<z.infer<typeof runTraceSchema>["sent"]>;

function WhatLeft({ sent }: { sent: Sent }) {
  return (
    <section aria-labelledby="what-left" className="flex flex-col gap-1">
      <h2 id="what-left" className="font-semibold">
        What left
      </h2>
      {sent.length === 0 ? (
        <p className="text-sm text-kumo-subtle">Look-ups in this run sent nothing to other services.</p>
      ) : (
        <>
          <p className="text-sm text-kumo-subtle">Sent with look-ups, without an approval.</p>
          <dl className="sheet overflow-hidden">
            {sent.map(({ to, title, sizeBytes }) => (
              <div
                key={to}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-kumo-hairline px-4 py-2 last:border-b-0"
              >
                <dt className="min-w-0 wrap-anywhere">{title}</dt>
                <dd className="text-sm text-kumo-subtle tabular-nums">{count(sizeBytes, "byte")}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

/** Whether a run's work was right, as a person of the team found it. */
type Run = Pick<z.infer<typeof runSchema>, "id" | "review" | "finishedAt">;

function Review({ run: { id, review, finishedAt } }: { run: Run }) {
  const client = useQueryClient();
  const judging = useMutation({
    mutationFn: (accepted: boolean) => call(teamEndpoints.reviewRun, { params: { id }, body: { accepted } }),
    onSettled: () => client.invalidateQueries({ queryKey: runQuery(id).queryKey }),
  });
  if (finishedAt === null) return null;
  if (review !== null)
    return (
      <p className="text-sm text-kumo-subtle">
        {review.accepted ? "Marked right" : "Marked wrong"} by {review.by}, <Time at={review.at} />
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-kumo-subtle">Was this right?</span>
      <Button className="touch" loading={judging.isPending} onClick={() => judging.mutate(true)}>
        Right
      </Button>
      <Button className="touch" disabled={judging.isPending} onClick={() => judging.mutate(false)}>
        Wrong
      </Button>
      {judging.error ? <ErrorNotice error={judging.error} /> : null}
    </div>
  );
}

/** Tasks that a run handed to other agents, each with its own steps. */
function SubRuns({ runs }: { runs: z.infer<typeof runTraceSchema>["subRuns"] }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="handed-over" className="flex flex-col gap-2">
      <h2 id="handed-over" className="font-semibold">
        Handed to other agents
      </h2>
      <ul className="sheet overflow-hidden">
        {runs.map((run) => (
          <li key={run.id} className="border-b border-kumo-hairline last:border-b-0">
            <details>
              <summary className="touch flex flex-wrap items-baseline gap-x-3 px-4 py-2 font-medium hover:bg-kumo-tint">
                <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  {run.agentTitle}
                  {run.preview === null ? "" : `: “${withoutMarks(run.preview)}”`}
                </span>
                <span className="text-xs font-normal text-kumo-subtle">
                  {endWords(run)} · {count(run.modelCalls, "model call")} · {money(run.costUsd)}
                </span>
              </summary>
              <div className="flex flex-col gap-2 px-4 pb-3">
                <Steps steps={run.steps} />
                <Link to="/activity/$id" params={{ id: run.id }} className="text-sm link">
                  Open as a run
                </Link>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(runQuery(id));
}
