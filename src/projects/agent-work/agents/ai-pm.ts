/**
 * AI project manager: rules find the tasks without updates, the model words the messages, and each message
 * goes through the gate like any other tool call. Messages that fail validation are replaced by templates.
 */
import { and, desc, eq, gte, ne } from "drizzle-orm";
import { projectAgentRuns } from "../../tables/project-agents.ts";
import { eventStatement } from "../../../platform/events/index.ts";
import { DAY_MS, HOUR_MS, isoTime, msOf } from "../../../kernel/clock.ts";
import type { Json } from "../../../kernel/hash.ts";
import { TOLD_A_RUN, TOLD_AN_HOUR } from "../../../agent/tools/reach.ts";
import { withoutLeads } from "../../../kernel/leads.ts";
import { NUDGE_CHARS, nudgeDraftSchema, nudgesSchema, type Nudges } from "../../api/project-agents.ts";
import { nudgeCandidates, type NudgeCandidate } from "../../calculations/index.ts";
import { readProject, type ProjectFacts } from "../facts.ts";
import { commentLines, descriptionLines, taskLine } from "../lines.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

/** Maximum messages per round. */
const MOST = 12;
/** Maximum rounds looked back at within a day; a round runs every 15 minutes. */
const ROUNDS = 100;

type Nudge = Nudges["nudges"][number];

export const aiPmWork: ProjectAgentWork = { name: "ai-pm", prepare, act };

async function prepare(work: Work): Promise<Prepared> {
  const facts = await readProject(work.from, work.run.projectId);
  const candidates = nudgeCandidates(facts.tasks, {
    nowMs: facts.nowMs,
    ownerId: facts.project?.ownerId ?? null,
    lastCommentMs: facts.lastCommentMs,
    nudgedMs: await nudgedOf(work, facts.nowMs),
  })
    .filter(({ to }) => facts.people.has(to))
    .slice(0, MOST);
  const isAtWork = facts.project?.status === "active" || facts.project?.status === "planned";
  const due = isAtWork ? candidates : [];
  const about = new Set(due.map(({ task }) => task.id));
  const outputOf = (messages: ReadonlyMap<string, string>): Json => {
    const output: Nudges = {
      nudges: due.flatMap((candidate) => {
        const message = messages.get(candidate.task.id);
        return message === undefined ? [] : [nudgeOf(candidate, message, facts)];
      }),
    };
    return output;
  };
  return {
    about: `What has gone quiet in ${facts.project?.name ?? ""}`,
    request: [
      `Word a message for each of these ${about.size} tasks of the project “${facts.project?.name ?? ""}”.`,
      ...(work.input.words === undefined ? [] : [work.input.words]),
    ],
    records: [
      ...[...Map.groupBy(due, ({ task }) => task)].map(([task, [first, ...others]]) => {
        const { kind = "nudge", quietHours = 0 } = first ?? {};
        const names = [first, ...others].map((one) => facts.people.get(one?.to ?? "") ?? "?");
        return taskLine(task, facts, [`${kind} to ${names.join(" and ")}`, `quiet for ${quietHours} h`]);
      }),
      ...[...new Set(due.map(({ task }) => task))].flatMap((task) => descriptionLines(task, facts)),
    ],
    events: commentLines(facts, { of: about }),
    find: [],
    byRules: outputOf(new Map(due.map((candidate) => [candidate.task.id, wordsFor(candidate, facts)]))),
    isEmpty: due.length === 0,
    settle(draft) {
      const said = new Map<string, string>();
      for (const { task_id: named, message } of nudgeDraftSchema.parse(draft).messages) {
        const task = facts.taskNamed(named);
        const candidate = due.find((one) => one.task.id === task?.id);
        if (candidate !== undefined)
          said.set(
            candidate.task.id,
            isProperNudge(message, candidate, facts) ? message : wordsFor(candidate, facts),
          );
      }
      return outputOf(said);
    },
  };
}

/**
 * Sends each message separately and records the outcome. In shadow mode nothing is sent, in Slack or in the
 * app.
 */
async function act(work: Work, output: Json): Promise<Json> {
  const { deps, run, mode } = work;
  if (mode === "shadow") return output;
  const { nudges } = nudgesSchema.parse(output);
  const done: Nudge[] = [];
  const wordedBefore = await wordedLately(work);
  for (const [index, made] of nudges.entries()) {
    // Each recipient of a task has a call of their own.
    const before = nudges.slice(0, index).filter(({ task_id: id }) => id === made.task_id).length;
    // The model read untrusted content. Beyond the limit for model-worded messages, templates are used.
    const worded = done.filter(isWorded).length;
    const mayWord = worded < TOLD_A_RUN && wordedBefore + worded < TOLD_AN_HOUR;
    const nudge = mayWord ? made : { ...made, message: ownWords(made) };
    const became = await deps.tell({
      runId: run.id,
      projectId: run.projectId,
      callId: `nudge.${run.id}.${nudge.task_id}${before === 0 ? "" : `.${before}`}`,
      to: { userId: nudge.to_user_id, name: nudge.to_name },
      text: nudge.message,
      mode,
      isLed: isWorded(nudge),
      path: `/projects/${run.projectId}?task=${nudge.task_id}`,
    });
    done.push({ ...nudge, ...became });
  }
  const { db, clock } = deps;
  await db.batch(
    [...new Map(done.map((nudge) => [nudge.task_id, nudge])).values()].map(
      ({ task_id: taskId, kind, disposition }) =>
        eventStatement(
          db,
          {
            id: `pm:nudge:${run.id}:${taskId}`,
            type: "pm.ai.nudged",
            actor: { kind: "agent", id: "ai-pm" },
            payload: { ids: [taskId], projectId: run.projectId, runId: run.id, kind, disposition },
          },
          clock.now(),
        ),
    ),
  );
  return { nudges: done };
}

function isWorded(nudge: Nudge): boolean {
  return nudge.message !== ownWords(nudge);
}

/** Number of model-worded messages sent to people of this project within the last hour. */
async function wordedLately({ deps, run }: Work): Promise<number> {
  const since = isoTime(deps.clock.now() - HOUR_MS);
  const rows = await deps.db.rows(
    projectAgentRuns,
    and(
      eq(projectAgentRuns.projectId, run.projectId),
      eq(projectAgentRuns.agent, "ai-pm"),
      ne(projectAgentRuns.id, run.id),
      gte(projectAgentRuns.createdAt, since),
    ),
  );
  return rows
    .flatMap(({ output }) => nudgesSchema.safeParse(output).data?.nudges ?? [])
    .filter((nudge) => nudge.disposition === "notified" && isWorded(nudge)).length;
}

/**
 * Times of messages about each task within the last day, including shadow ones, which would otherwise fill
 * the log with repeats.
 */
async function nudgedOf({ deps, run }: Work, nowMs: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const same = and(
    eq(projectAgentRuns.projectId, run.projectId),
    eq(projectAgentRuns.agent, "ai-pm"),
    gte(projectAgentRuns.createdAt, isoTime(nowMs - DAY_MS)),
  );
  const rows = await deps.db
    .rows(projectAgentRuns, same)
    .orderBy(desc(projectAgentRuns.createdAt))
    .limit(ROUNDS);
  const said = rows.flatMap(({ output, finishedAt }) => {
    const parsed = nudgesSchema.safeParse(output);
    return parsed.success && finishedAt !== null
      ? parsed.data.nudges
          .filter(({ disposition }) => disposition !== "failed")
          .map(({ task_id: id }) => ({ id, atMs: msOf(finishedAt) }))
      : [];
  });
  return new Map(
    [...Map.groupBy(said, ({ id }) => id)].map(([id, some]) => [
      id,
      [...new Set(some.map(({ atMs }) => atMs))],
    ]),
  );
}

function nudgeOf(candidate: NudgeCandidate, message: string, facts: ProjectFacts): Nudge {
  const { task, kind, to, quietHours } = candidate;
  return {
    task_id: task.id,
    title: task.title,
    project_id: task.projectId,
    project_name: facts.project?.name ?? "",
    kind,
    to_user_id: to,
    to_name: facts.people.get(to) ?? "",
    quiet_hours: quietHours,
    message,
    disposition: "noted",
    approval_id: null,
  };
}

/**
 * Short enough, names the task and project, mentions no one, and contains nothing else that could mislead.
 */
function isProperNudge(message: string, { task }: NudgeCandidate, facts: ProjectFacts): boolean {
  const names = [task.title, facts.project?.name ?? ""].map((name) =>
    message.includes(name) ? name : shortTitle(name),
  );
  const bare = names.reduce((words, name) => words.replaceAll(name, ""), message).normalize("NFKC");
  return (
    message.length <= NUDGE_CHARS &&
    names.every((name) => message.includes(name)) &&
    !/@|</.test(message) &&
    withoutLeads(bare, new Set()) === bare
  );
}

function wordsFor(candidate: NudgeCandidate, facts: ProjectFacts): string {
  return ownWords(nudgeOf(candidate, "", facts));
}

/** The template message. */
function ownWords({ title, project_name: project, kind, quiet_hours: quietHours }: Nudge): string {
  const what = `“${shortTitle(title)}” (${shortTitle(project)})`;
  const days = Math.max(1, Math.round(quietHours / 24));
  const since = `${days} ${days === 1 ? "day" : "days"}`;
  switch (kind) {
    case "nudge":
      return `How is ${what} coming along? Its status hasn’t changed for ${since}.`;
    case "stalled":
      return `${what} is in progress, but there’s been no word on it for ${since}. Can you look into it?`;
    case "escalation":
      return `${what} is critical and has been blocked for ${since}. Can you clear what blocks it?`;
  }
}

/** Shortened so that both fit. */
function shortTitle(title: string): string {
  return title.length <= 55 ? title : `${title.slice(0, 54)}…`;
}
