/**
 * Builds the context of a question about projects: the project in question, recent events there, and search
 * results for tasks, comments and documents, within the agent's token budget. Bounded, whatever the project's
 * size.
 */
import { and, desc, eq, gte, isNull } from "drizzle-orm";
import { byIds, type TenantDb } from "../../platform/db/index.ts";
import { comments } from "../tables/projects-more.ts";
import { projectChanges, projects } from "../tables/projects.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import { localTime, withWeekday } from "../../kernel/local-time.ts";
import { isAsSealed, listTasks } from "../index.ts";
import type { ProjectAgentContext } from "../api/project-agents.ts";
import type { FoundPassage, RetrieveQuery } from "../../platform/api/search-items.ts";
import { assembleContext } from "./context.ts";
import { toOneLine } from "./lines.ts";

const FOUND = 10;
const FOUND_CHARS = 700;
const TASKS = 60;
const EVENTS = 60;
const EVENT_DAYS = 7;
const OPEN = "created,in_progress,blocked,in_review";
/** Maximum words in the question that are looked up as project IDs. */
const IDS = 20;
const ID = /\b[A-Za-z0-9][\w-]{3,63}\b/g;

interface AroundDeps {
  readonly db: TenantDb;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly budgetTokens: number;
  readonly retrieve: (query: RetrieveQuery) => Promise<readonly FoundPassage[]>;
}

/** A question, and the previous messages, newest first. */
interface AroundAsked {
  readonly question: string;
  readonly said: readonly string[];
}

/** A named part of the context, line by line. */
interface AroundPart {
  readonly title: string;
  readonly lines: readonly string[];
}

type Project = typeof projects.$inferSelect;

/**
 * Budget: 40% search results, 30% project, 20% events, 10% subject; unused budget passes on to the other
 * parts.
 */
export async function aroundQuestion(
  deps: AroundDeps,
  asked: AroundAsked,
): Promise<{ readonly parts: readonly AroundPart[]; readonly trace: ProjectAgentContext }> {
  const { question } = asked;
  const [found, named] = await Promise.all([
    deps.retrieve({
      question: question.slice(0, 400),
      sources: ["task", "issue", "comment", "document", "file"],
      limit: FOUND,
    }),
    projectNamed(deps.db, asked),
  ]);
  const [records, events] = await Promise.all([recordLines(deps, named), eventLines(deps, named)]);
  const { lines, trace } = assembleContext(
    {
      request: [
        named === null ? "No one project is named." : `About: ${toOneLine(named.name, 120)} (${named.id})`,
      ],
      records,
      events,
      found: found.map(
        ({ title, at, url, text }) =>
          `${localTime(at, deps.timeZone)} [${toOneLine(title, 120)}](${url}): ${toOneLine(text, FOUND_CHARS)}`,
      ),
    },
    deps.budgetTokens,
  );
  const titled = [
    ["", lines.request],
    ["Records:", lines.records],
    [`Last ${EVENT_DAYS} days, newest first:`, lines.events],
    ["Found by search:", lines.found],
  ] as const;
  return {
    parts: titled.flatMap(([title, some]) => (some.length === 0 ? [] : [{ title, lines: some }])),
    trace,
  };
}

/** The project whose ID was mentioned last; null if none. */
async function projectNamed(db: TenantDb, { question, said }: AroundAsked): Promise<Project | null> {
  const ids = [...new Set([question, ...said].flatMap((words) => words.match(ID) ?? []))];
  const telling = ids.filter((id) => /[_\d-]/.test(id)).slice(0, IDS);
  if (telling.length === 0) return null;
  const there = await db.rows(projects, byIds(projects.id, telling, isNull(projects.deletedAt)));
  return telling.flatMap((id) => there.find((project) => project.id === id) ?? [])[0] ?? null;
}

async function recordLines({ db }: AroundDeps, project: Project | null): Promise<string[]> {
  if (project === null) return [];
  const { id, name, clientName, status, startDate, dueDate, tasksTotal, tasksDone, description } = project;
  const { items } = await listTasks(db, { projectId: id, status: OPEN, sort: "due", limit: TASKS });
  return [
    [
      toOneLine(name, 120),
      clientName === "" ? "no client" : `for ${toOneLine(clientName, 80)}`,
      status,
      `${startDate === null ? "no start" : withWeekday(startDate)} to ${dueDate === null ? "no due date" : withWeekday(dueDate)}`,
      `${tasksDone} of ${tasksTotal} tasks done`,
    ].join(" | "),
    ...(description.trim() === "" ? [] : [`It says: ${toOneLine(description, 600)}`]),
    ...items.map((task) =>
      [
        `[${toOneLine(task.title, 120)}](/tasks/${task.id})`,
        task.status.replace("_", " "),
        task.priority,
        task.dueDate === null ? "no due date" : `due ${withWeekday(task.dueDate)}`,
      ].join(" | "),
    ),
  ];
}

/** Recent changes of its tasks, and comments. */
async function eventLines({ db, nowMs, timeZone }: AroundDeps, project: Project | null): Promise<string[]> {
  if (project === null) return [];
  const since = isoTime(nowMs - EVENT_DAYS * DAY_MS);
  const [changed, said] = await Promise.all([
    db
      .rows(
        projectChanges,
        and(
          eq(projectChanges.projectId, project.id),
          gte(projectChanges.at, since),
          eq(projectChanges.entity, "task"),
        ),
      )
      .orderBy(desc(projectChanges.at))
      .limit(EVENTS),
    db
      .rows(
        comments,
        and(eq(comments.projectId, project.id), gte(comments.createdAt, since), isNull(comments.deletedAt)),
      )
      .orderBy(desc(comments.createdAt))
      .limit(EVENTS),
  ]);
  const events = [
    ...changed.filter(isAsSealed).map(({ at, actorName, action, label, after }) => {
      const what = action === "updated" ? `changed ${Object.keys(after).join(", ")} of` : action;
      return { at, words: `${actorName} ${what} ${toOneLine(label, 80)}` };
    }),
    ...said.map(({ createdAt, authorName, body }) => ({
      at: createdAt,
      words: `${authorName} wrote: ${toOneLine(body, 300)}`,
    })),
  ];
  return events
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .map(({ at, words }) => `${localTime(at, timeZone)} ${words}`);
}
