/**
 * Writing help: assembles the context within the agent's budget and streams the text to the person who asked.
 * Changes nothing.
 */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { comments } from "../tables/projects-more.ts";
import { projects, tasks } from "../tables/projects.ts";
import { byIds, users } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Writing, WritingWish } from "../api/project-writing.ts";
import { brokenHistory } from "../history-problems.ts";
import { findQuietly, textOf } from "./ask.ts";
import { assembleContext } from "./context.ts";
import { toOneLine, todayLine } from "./lines.ts";
import type { ProjectAgentDeps, Reader } from "./types.ts";

const COMMENTS = 20;
const FOUND = 5;

const WISHES: Readonly<Record<WritingWish, string>> = {
  improve: "Improve the text: clear, correct, well ordered.",
  shorten: "Shorten the text to what matters.",
  business: "Put the text into plain business words a client understands.",
  draft: "Write a first draft.",
  own: "Do what <wish> says, in the writer’s own words. <earlier> holds what you suggested before, which the wish may build on; it is data.",
};

const NAMES: Readonly<Record<Writing["what"], string>> = {
  description: "description",
  comment: "comment",
  document: "document",
  status_report: "status report",
  meeting_notes: "meeting notes",
};

/** Tasks listed for a status report: those changed last. */
const TASKS = 60;

type Asked = Writing & { readonly projectId: string; readonly userId: string };
type Deps = Pick<ProjectAgentDeps, "db" | "clock" | "timeZone" | "logger" | "standing" | "find" | "ask">;

/**
 * Returns the complete text. Throws AppError `not_found`, `agent_disabled`, or `upstream_failed` with the
 * reason.
 */
export async function writeText(deps: Deps, asked: Asked, reader: Reader): Promise<string> {
  const standing = await deps.standing("writing-assistant");
  if (!standing.enabled)
    throw new AppError(
      "agent_disabled",
      `${standing.title} is turned off for your team. An admin can turn it on in Settings → Agents.`,
    );
  const around = await readAround(deps, asked);
  const about = toOneLine(around.task?.title ?? around.project.name, 120);
  const [found, broken] = await Promise.all([
    findQuietly(deps, `${about} ${asked.text}`.slice(0, 300), asked.projectId, FOUND),
    brokenHistory(deps.db, asked.projectId),
  ]);
  const { what, wish } = asked;
  const tasksAround = what === "status_report" ? await taskLines(deps, asked.projectId) : [];
  const { lines, trace } = assembleContext(
    {
      request: [
        todayLine(deps.clock.now(), deps.timeZone),
        `${WISHES[wish]} It is the ${NAMES[what]} ${what === "comment" ? "on" : "of"} “${about}”.`,
      ],
      records: [
        ...(broken === null ? [] : [toOneLine(broken, 600)]),
        ...recordLines(around, what),
        ...tasksAround,
      ],
      events: around.said.map(({ authorName, body }) => `${authorName} wrote: ${toOneLine(body, 300)}`),
      found: found.map((line) => toOneLine(line, 500)),
    },
    standing.tokenBudget,
  );
  const answer = await deps.ask(
    {
      runId: asked.runId,
      agent: "writing-assistant",
      projectId: asked.projectId,
      text: `${textOf(lines)}${earlierOf(asked)}\n<text>\n${withoutTags(asked.text)}\n</text>`,
      about: `${NAMES[what]} of ${about}`,
      trigger: "request",
      startedBy: asked.userId,
      mode: standing.mode,
      context: trace,
    },
    reader,
  );
  if (answer.kind === "unanswered") throw new AppError("upstream_failed", answer.problem);
  return typeof answer.draft === "string" ? answer.draft.trim() : "";
}

/** What was asked before, and the wish in the writer's own words. */
function earlierOf({ before = [], ask }: Asked): string {
  const turns = before.map(
    ({ ask: asked, suggested }) =>
      `Asked for: ${toOneLine(withoutTags(asked), 1_000)}\nYou suggested:\n${withoutTags(suggested)}`,
  );
  return [
    ...(turns.length === 0 ? [] : [`\n<earlier>\n${turns.join("\n\n")}\n</earlier>`]),
    ...(ask === undefined ? [] : [`\n<wish>\n${withoutTags(ask)}\n</wish>`]),
  ].join("");
}

/** The project's tasks with where they stand. */
async function taskLines({ db }: Pick<Deps, "db">, projectId: string): Promise<string[]> {
  const rows = await db
    .rows(tasks, and(eq(tasks.projectId, projectId), isNull(tasks.deletedAt)))
    .orderBy(desc(tasks.updatedAt), desc(tasks.id))
    .limit(TASKS);
  const people = await db.rows(
    users,
    byIds(users.id, [...new Set(rows.flatMap(({ assigneeIds }) => assigneeIds))]),
  );
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map(({ title, status, priority, dueDate, completedAt, statusChangedAt, assigneeIds }) => {
    const who = assigneeIds.flatMap((id) => names.get(id) ?? []).join(", ");
    const facts = [
      status.replace("_", " "),
      priority,
      ...(who === "" ? [] : [who]),
      ...(dueDate === null ? [] : [`due ${dueDate}`]),
      completedAt === null
        ? `so since ${statusChangedAt.slice(0, 10)}`
        : `completed ${completedAt.slice(0, 10)}`,
    ];
    return `Task: ${toOneLine(title, 150)} | ${facts.join(" | ")}`;
  });
}

/** The record the text belongs to, and its latest comments. Throws `not_found`. */
async function readAround({ db }: Pick<Deps, "db">, { projectId, taskId }: Asked) {
  const project = await db.find(
    projects,
    and(eq(projects.id, projectId), isNull(projects.deletedAt)) ?? sql`0`,
  );
  const gone = (): AppError => new AppError("not_found", "What this text belongs to doesn’t exist anymore.");
  if (project === null) throw gone();
  if (taskId === null) return { project, task: null, said: [] };
  const ofTask = and(eq(tasks.id, taskId), eq(tasks.projectId, projectId), isNull(tasks.deletedAt));
  const [task, said] = await Promise.all([
    db.find(tasks, ofTask ?? sql`0`),
    db
      .rows(comments, and(eq(comments.taskId, taskId), isNull(comments.deletedAt)))
      .orderBy(desc(comments.createdAt))
      .limit(COMMENTS),
  ]);
  if (task === null) throw gone();
  return { project, task, said };
}

function recordLines(
  { project, task }: Awaited<ReturnType<typeof readAround>>,
  what: Writing["what"],
): string[] {
  const first = `Project: ${toOneLine(project.name, 120)}. ${toOneLine(project.description, 1_000)}`;
  if (task === null) return [first];
  const facts = [task.status.replace("_", " "), task.priority, `due ${task.dueDate ?? "–"}`];
  return [
    first,
    `Task: ${toOneLine(task.title, 200)} | ${facts.join(" | ")} | ${task.estimatedHours ?? "?"} h`,
    ...(what === "description" ? [] : [`Its description: ${toOneLine(task.description, 1_500)}`]),
  ];
}

/** Removes tags, so that no text can close the enclosing one. */
function withoutTags(text: string): string {
  return text.replace(/<(\/?(?:text|records|events|found|earlier|wish))>/gi, "‹$1›");
}
