/** One run, step by step: model calls, tools, hooks, tokens and cost. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type * as z from "zod";
import type { runTraceSchema } from "../../../../src/protocol/index.ts";
import { runQuery } from "../../api/queries.ts";
import { pretty } from "../../components/json-text.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { ownJob } from "../../components/own-job.ts";
import { PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { duration, money } from "../../components/words.ts";
import { runSentence, stepWords } from "./run-words.ts";
import { RunWork } from "./run-work.tsx";

type Trace = z.infer<typeof runTraceSchema>;

const KINDS = { model: "Model call", tool: "Tool", hook: "Hook" } as const;

export default function RunPage() {
  const id = useParams({ strict: false }).id ?? "";
  const { data, error, refetch } = useQuery(runQuery(id));
  usePageTitle("Run");
  return (
    <section aria-label="Run" className="flex min-h-0 w-full flex-col">
      <PageHead back="/activity" title={<h1 className="text-base font-semibold">Run</h1>} />
      <Scroll>
        <div className="mx-auto flex max-w-3xl flex-col gap-4 p-3 sm:p-5">
          {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          {data ? <TraceView trace={data} /> : error ? null : <Bar className="h-64 w-full rounded-xl" />}
        </div>
      </Scroll>
    </section>
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
        <ConversationLink id={trace.conversationId} className="text-kumo-link underline underline-offset-2">
          {ownJob(trace.conversationId)?.words ?? "Open the conversation"}
        </ConversationLink>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 sheet px-4 py-3">
        <Figure label="Cost">{money(trace.costUsd)}</Figure>
        <Figure label="Model calls">{number(trace.modelCalls)}</Figure>
        <Figure label="Tool calls">{number(trace.toolCalls)}</Figure>
        <Figure label="Tokens in">{number(trace.inputTokens)}</Figure>
        <Figure label="Cached">{number(trace.cacheReadTokens)}</Figure>
        <Figure label="Added to cache">{number(trace.cacheWriteTokens)}</Figure>
        <Figure label="Tokens out">{number(trace.outputTokens)}</Figure>
      </dl>
      <Skills skills={trace.skills} />
      <RunWork trace={trace} />
      <Steps steps={trace.steps} />
    </>
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
          <Link
            to="/workspace/$"
            params={{ _splat: `skills/${skill}/SKILL.md` }}
            className="text-kumo-link underline underline-offset-2"
          >
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}

function Steps({ steps }: Pick<Trace, "steps">) {
  return (
    <ol className="sheet overflow-hidden">
      {steps.map((step) => (
        <li key={step.id} className="border-b border-kumo-hairline last:border-b-0">
          <details>
            <summary
              className={`touch flex flex-wrap items-baseline gap-x-3 px-4 hover:bg-kumo-tint ${step.kind === "hook" ? "py-1 pl-8 text-sm" : "py-2 font-medium"}`}
            >
              <span className="w-20 shrink-0 text-xs font-normal text-kumo-subtle">{KINDS[step.kind]}</span>
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{step.title}</span>
              <span className="text-xs font-normal text-kumo-subtle">
                {stepWords(step.status)} · {duration(step.durationMs)}
              </span>
            </summary>
            <pre
              tabIndex={0}
              className="max-h-96 overflow-auto bg-kumo-recessed px-4 py-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
            >
              {pretty(step.detail)}
            </pre>
          </details>
        </li>
      ))}
      {steps.length === 0 ? <li className="px-4 py-3 text-sm text-kumo-subtle">No steps recorded.</li> : null}
    </ol>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(runQuery(id));
}
