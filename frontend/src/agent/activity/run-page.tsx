/** One run, step by step: model calls, tools, hooks, tokens and cost. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type * as z from "zod";
import type { runTraceSchema } from "../../../../src/agent/api/run.ts";
import { runQuery } from "../../api/queries.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { ownJob } from "../../components/own-job.ts";
import { Scroll, Page } from "../../components/page.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { money } from "../../components/words.ts";
import { monthWords } from "../../team/settings/usage-figures.ts";
import { Failure } from "./failure.tsx";
import { Review } from "./review.tsx";
import { runSentence } from "./run-words.ts";
import { RunWork } from "./run-work.tsx";
import { Steps } from "./steps.tsx";
import { SubRuns } from "./sub-runs.tsx";
import { WhatLeft } from "./what-left.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

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
        Data retention
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

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(runQuery(id));
}
