/** The agents of a project: each one's last work, status, cost, and pending decision. */
import { lazy, Suspense, useState } from "react";
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import {
  projectAgentsEndpoints,
  type ProjectAgent,
  type ProjectAgentRun,
} from "../../../src/projects/api/project-agent-runs.ts";
import type { ProjectAgentEdit, ProjectAgentEvery } from "../../../src/projects/api/project-agents.ts";
import { call } from "../api/call.ts";
import { agentRunsQuery, projectAgentsQuery, scorecardsQuery } from "./project-agent-queries.ts";
import { hasStatementQuery, projectQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { Choice, TextArea } from "../components/form.tsx";
import { CaretRightIcon } from "../components/icons.ts";
import { PagedList } from "../components/paged-list.tsx";
import { Notice } from "../components/notice.tsx";
import { Column } from "../components/page.tsx";
import { StartChat } from "../components/start-chat.tsx";
import { Time } from "../components/time.tsx";
import { money } from "../components/words.ts";
import { whenReachable } from "../components/when-reachable.ts";
import { AgentOutput } from "./agent-output.tsx";
import { renewProjects } from "./use-record.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

export default function ProjectAgents() {
  return <AgentCards projectId={useParams({ strict: false }).id ?? ""} />;
}

/** The agents of a project, or those of the team as a whole: `team`. */
export function AgentCards({ projectId: id }: { projectId: string }) {
  const query = useQuery(projectAgentsQuery(id));
  const { data } = query;
  return (
    <Column gap="gap-4">
      {data === undefined ? (
        <NotLoaded query={query} rows={6} />
      ) : (
        data.map((agent) => <AgentCard key={agent.name} projectId={id} agent={agent} />)
      )}
    </Column>
  );
}

const MODE_WORDS: Readonly<Record<ProjectAgent["mode"], string>> = {
  shadow: "Only notes",
  propose: "Proposes",
  execute: "Acts",
};

/** What else starts an agent that has a schedule. */
const AFTER_WORDS: Readonly<Partial<Record<ProjectAgent["name"], string>>> = {
  "risk-predictor": ", and when a task is blocked",
  "whats-next": ", and when a task is done",
  "scope-detector": ", and when the plan drifts past its line",
};

function standsAs({ name, enabled, mode }: ProjectAgent): string {
  if (!enabled) return "Off";
  return name === "nl-query" ? "Only looks things up" : MODE_WORDS[mode];
}

function Begin(props: { projectId: string; agent: ProjectAgent }) {
  return props.agent.name === "nl-query" ? <Ask projectId={props.projectId} /> : <Start {...props} />;
}

function AgentCard({ projectId, agent }: { projectId: string; agent: ProjectAgent }) {
  const { title, description, enabled, modeWhy, nextAt, last } = agent;
  const [earlier, setEarlier] = useState(false);
  return (
    <section aria-label={title} className="sheet flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-sm text-kumo-subtle">{description}</p>
          <p className="pt-1 text-xs text-kumo-subtle">
            {standsAs(agent)}
            {modeWhy === null ? "" : ` · ${modeWhy}`}
            {nextAt === null ? null : (
              <>
                {" · next "}
                <Time at={nextAt} as="upcoming" />
                {AFTER_WORDS[agent.name] ?? ""}
              </>
            )}
          </p>
          <Score agent={agent.name} />
        </div>
        {enabled && agent.name !== "nl-query" ? <Every projectId={projectId} agent={agent} /> : null}
      </div>
      {enabled ? <Begin projectId={projectId} agent={agent} /> : null}
      {last === null ? null : <Work run={last} />}
      {last === null ? null : (
        <button
          type="button"
          aria-expanded={earlier}
          className="touch inline-flex items-center gap-1 self-start text-xs text-kumo-subtle hover:text-kumo-default"
          onClick={() => setEarlier(!earlier)}
        >
          <CaretRightIcon
            aria-hidden
            className={`size-3.5 transition-transform ${earlier ? "rotate-90" : ""}`}
          />
          Earlier work
        </button>
      )}
      {earlier ? <Earlier projectId={projectId} agent={agent} /> : null}
    </section>
  );
}

/** A one-line summary of its record across projects. */
function Score({ agent }: { agent: ProjectAgent["name"] }) {
  const { data } = useQuery(scorecardsQuery);
  const score = data?.find((one) => one.agent === agent);
  if (score === undefined || score.verdict.kind === "top") return null;
  return (
    <p className="pt-1 text-xs text-kumo-subtle">
      {score.verdict.words}{" "}
      <Link
        to="/settings/agents/$name"
        params={{ name: agent }}
        aria-label={`Scorecard of ${score.title}`}
        className="link"
      >
        Scorecard
      </Link>
    </p>
  );
}

const NEVER = "-";
const EVERY_WORDS: Readonly<Record<ProjectAgentEvery | typeof NEVER, string>> = {
  [NEVER]: "Only when asked",
  quarter_hour: "Every 15 minutes",
  daily: "Every day",
  weekly: "Every week",
};

function Every({ projectId, agent }: { projectId: string; agent: ProjectAgent }) {
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: (every: ProjectAgentEvery | null) =>
      call(projectAgentsEndpoints.schedule, {
        params: { id: projectId, agent: agent.name },
        body: { every },
      }),
    onSettled: () => renewProjects(client),
  });
  const options = Object.entries(EVERY_WORDS) as [ProjectAgentEvery | typeof NEVER, string][];
  return (
    <Choice
      label={`How often: ${agent.title}`}
      value={agent.every ?? NEVER}
      options={options}
      disabled={set.isPending}
      onChange={(picked) => set.mutate(picked === NEVER ? null : picked)}
    />
  );
}

function Ask({ projectId }: { projectId: string }) {
  const { data: project } = useQuery(projectQuery(projectId));
  return (
    <div>
      <StartChat
        about={`the project ${project?.name ?? ""} (${projectId})`}
        spoken="Ask a question about this project"
      >
        Ask a question
      </StartChat>
    </div>
  );
}

/** Some need words to work by. */
function Start({ projectId, agent }: { projectId: string; agent: ProjectAgent }) {
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const [period, setPeriod] = useState<"daily" | "weekly">("weekly");
  const needsWords = agent.name === "wbs-generator";
  const isBusy = agent.last?.status === "queued" || agent.last?.status === "running";
  const start = useMutation({
    mutationFn: () =>
      call(projectAgentsEndpoints.start, {
        params: { id: projectId, agent: agent.name },
        body: {
          id: newId(),
          input: {
            ...(words.trim() === "" ? {} : { words: words.trim() }),
            ...(agent.name === "summary-writer" ? { period, forClient: true } : {}),
          },
        },
      }),
    onSuccess: () => setWords(""),
    onSettled: () => renewProjects(client),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <TextArea
        aria-label={needsWords ? "Describe what to plan" : `What ${agent.title} should mind`}
        placeholder={
          needsWords
            ? "Describe what to plan: what it is, what must be done, by when"
            : "Anything it should mind (optional)"
        }
        value={words}
        maxLength={8000}
        onChange={setWords}
        className={needsWords ? "min-h-20 w-full" : "w-full"}
      />
      {agent.name === "summary-writer" ? (
        <Choice
          label="Period"
          value={period}
          options={[
            ["daily", "The last day"],
            ["weekly", "The last week"],
          ]}
          onChange={setPeriod}
        />
      ) : null}
      <Button
        size="sm"
        className="touch"
        disabled={isBusy || (needsWords && words.trim() === "")}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {isBusy
          ? "Working…"
          : needsWords
            ? "Plan it"
            : agent.name === "sow-generator"
              ? "Draft it"
              : "Run now"}
      </Button>
    </div>
  );
}

const NO_EARLIER = <p className="text-sm text-kumo-subtle">No earlier work.</p>;

function Earlier({ projectId, agent }: { projectId: string; agent: ProjectAgent }) {
  const query = useInfiniteQuery(agentRunsQuery(projectId, agent.name));
  return (
    <div className="flex flex-col gap-3">
      <PagedList query={query} rows={2} more="Earlier" empty={NO_EARLIER}>
        {(items) => {
          const runs = items.filter(({ id }) => id !== agent.last?.id);
          return runs.length === 0 ? NO_EARLIER : runs.map((run) => <Work key={run.id} run={run} />);
        }}
      </PagedList>
    </div>
  );
}

const DISPOSITION_WORDS = {
  shadow_logged: "Noted only",
  proposed: "Proposed",
  executed: "Done",
} as const;
const TRIGGER_WORDS = { request: "Asked for", schedule: "On schedule", event: "After a change" } as const;

/** One piece of work: when, why, the result, the cost, and the decision. */
function Work({ run }: { run: ProjectAgentRun }) {
  const { status, trigger, disposition, algorithm, problem, decision, beside, cost, createdAt } = run;
  const facts = [
    TRIGGER_WORDS[trigger],
    disposition === null ? null : DISPOSITION_WORDS[disposition],
    algorithm === "rules" ? "By rules, without a model" : null,
    cost === null ? null : money(cost.usd),
    decision === null ? null : decision.accepted ? "Accepted" : "Not accepted",
  ];
  return (
    <article className="flex flex-col gap-2 border-t border-kumo-hairline pt-3">
      <p className="text-xs text-kumo-subtle">
        <Time at={createdAt} /> · {facts.filter(Boolean).join(" · ")}
      </p>
      {status === "queued" || status === "running" ? <p role="status">Working on it…</p> : null}
      {problem === null ? null : (
        <Notice tone="danger" title="It didn’t get done.">
          <p>{problem.slice(0, 400)} Try again, or tell an admin if it keeps happening.</p>
        </Notice>
      )}
      {run.output === null ? null : <AgentOutput agent={run.agent} output={run.output} />}
      {beside === null ? null : <p className="text-xs text-kumo-subtle">{beside.words.slice(0, 300)}</p>}
      <Decide run={run} />
      <Given run={run} />
    </article>
  );
}

/** A person's feedback on an agent; for one that only took notes, whether it would have been right. */
function answersTo(
  { disposition, agent }: ProjectAgentRun,
  hasStatement: boolean,
): readonly [string, string] {
  if (disposition === "shadow_logged") return ["Right", "Wrong"];
  if (agent !== "sow-generator") return ["Accept", "Not this time"];
  return [hasStatement ? "Make a new version" : "Make a document", "Not this time"];
}

/** The statement of work. A project has one, in versions. */
function documentWords(version: number | null): string {
  return version === null || version === 1
    ? "It’s in the project’s documents"
    : `It’s version ${version} of the project’s statement of work; earlier ones are in its history`;
}

/** Whether accepting the draft creates a new version of an existing document. */
function useHasStatement({ agent, projectId, decision }: ProjectAgentRun): boolean {
  const { data = false } = useQuery({
    ...hasStatementQuery(projectId ?? ""),
    enabled: agent === "sow-generator" && projectId !== null && decision === null,
  });
  return data;
}

const EditOutput = lazy(whenReachable(() => import("./edit-output.tsx")));
/** Agents whose draft can be changed before it is accepted. */
const EDITABLE: ReadonlySet<ProjectAgentRun["agent"]> = new Set(["wbs-generator", "sow-generator"]);

function Decide({ run }: { run: ProjectAgentRun }) {
  const client = useQueryClient();
  const hasStatement = useHasStatement(run);
  const [isEditing, setEditing] = useState(false);
  const decide = useMutation({
    mutationFn: (body: { accepted: boolean; edit?: ProjectAgentEdit }) =>
      call(projectAgentsEndpoints.decide, { params: { id: run.id }, body }),
    onSettled: () => renewProjects(client),
  });
  if (run.agent === "sow-generator" && (run.decision?.made.length ?? 0) > 0)
    return (
      <Link
        to="/projects/$id/documents"
        params={{ id: run.projectId ?? "" }}
        className="touch self-start text-sm text-kumo-link hover:underline"
      >
        {documentWords(run.decision?.version ?? null)}
      </Link>
    );
  if (run.status !== "done" || run.disposition === "executed" || run.decision !== null) return null;
  const isNoted = run.disposition === "shadow_logged";
  const [yes, no] = answersTo(run, hasStatement);
  if (isEditing)
    return (
      <Suspense fallback={null}>
        <EditOutput
          run={run}
          accept={yes}
          isBusy={decide.isPending}
          onAccept={(edit) => decide.mutate({ accepted: true, edit })}
          onCancel={() => setEditing(false)}
        />
      </Suspense>
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        variant={isNoted ? "secondary" : "primary"}
        className="touch"
        loading={decide.isPending}
        onClick={() => decide.mutate({ accepted: true })}
      >
        {yes}
      </Button>
      {!isNoted && EDITABLE.has(run.agent) ? (
        <Button size="sm" className="touch" disabled={decide.isPending} onClick={() => setEditing(true)}>
          Change it first
        </Button>
      ) : null}
      <Button
        size="sm"
        className="touch"
        disabled={decide.isPending}
        onClick={() => decide.mutate({ accepted: false })}
      >
        {no}
      </Button>
    </div>
  );
}

const PART_WORDS = {
  request: "The request",
  records: "Project records",
  events: "Recent changes",
  found: "Found by search",
} as const;

/** The agent's input, and what didn't fit. */
function Given({ run: { context } }: { run: ProjectAgentRun }) {
  if (context === null) return null;
  return (
    <details className="text-xs text-kumo-subtle">
      <summary className="touch inline-flex items-center hover:text-kumo-default">What it read</summary>
      <ul className="flex flex-col gap-1 pt-1">
        {context.parts.map(({ part, taken, cut, usedTokens, cutLines }) => (
          <li key={part} className="wrap-anywhere">
            {PART_WORDS[part]}: {taken.toLocaleString("en-US")} lines, {usedTokens.toLocaleString("en-US")}{" "}
            tokens
            {cut === 0
              ? ""
              : `; no room for ${cut.toLocaleString("en-US")}: ${cutLines.join(" · ").slice(0, 300)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(projectAgentsQuery(id));
}
