/** Questions about projects and their tasks: earlier ones about an attached project narrow the filter, and rows are reported as they are. */
import { subjectIn } from "../../src/agent/api/subject.ts";
import { look, type Play, type Scene, type Wanted } from "./engine.ts";
import { bullets, field, rowsOf, saidLast } from "./results.ts";
import { keywords, shownTime, telling } from "./slots.ts";
import type { Row } from "./transcript.ts";

const OPEN = { column: "status", op: "not_in", value: ["completed", "cancelled"] };
const MOST = 12;
const PRIORITIES = /\b(?:critical|high|medium|low)\b/gi;
/** Words that name no project. */
const COMMON = new Set(
  "everything block blocks blocked blocking late overdue behind schedule time finish finished done status task tasks project projects due many going week today tomorrow next open waiting stand".split(
    " ",
  ),
);

interface Project {
  readonly id: string;
  readonly name: string;
}

const query = (entity: string, fields: readonly string[], more: Row): Wanted => [
  "pm_query",
  { entity, fields, ...more },
];

/** Late, blocked or open tasks, of one project or of all; or how a project stands. Null where no project is meant. */
export function* projectsAsked(scene: Scene): Play<string | null> {
  if (scene.callFor("pm_query", {}) === null) return null;
  const project = (yield* projectIn(scene.words)) ?? linkedBefore(scene);
  const isOfAll = keywords(scene.words).every((word) => COMMON.has(word));
  const isOfTasks = /\b(?:tasks?|projects|overdue|late|blocked)\b/i.test(scene.words);
  if (project === null && isOfTasks && isOfAll) return yield* answer({ ...scene, before: [] });
  if (project === null) return /\bprojects?\b/i.test(scene.words) ? yield* allProjects(scene.words) : null;
  const ofProject = `${scene.words}\nonly ${project.name}`;
  return /\b(?:task|overdue|late|block\w*|who)\b/i.test(scene.words)
    ? yield* answer({ ...scene, before: [], words: ofProject }, project)
    : yield* status(project, scene.local.slice(0, 10));
}

/** The same about the project that a chat is about. */
export function* ofProject(scene: Scene, name: string): Play {
  const before = scene.before.map((event) =>
    event.kind === "said" ? { ...event, text: subjectIn(event.text)?.words ?? event.text } : event,
  );
  return yield* answer({ ...scene, before, words: `${scene.words}\nonly ${name}` });
}

/** The project the last answer was about, for “what's blocked there?”. */
function linkedBefore(scene: Scene): Project | null {
  const [, name, id] = /\[([^\]]+)\]\(\/projects\/([\w-]+)\):/.exec(saidLast(scene)) ?? [];
  const isOfLast = /\b(?:it|there|that|this)\b/i.test(scene.words);
  return !isOfLast || name === undefined || id === undefined ? null : { id, name };
}

/** Returns the project whose name shares the most words; null on a tie or without a shared word. */
function* projectIn(words: string): Play<Project | null> {
  const asked = keywords(words)
    .filter((word) => word.length > 3 && !COMMON.has(word))
    .slice(0, 6);
  if (asked.length === 0) return null;
  const [found = null] = yield* look(
    "",
    query("projects", ["id", "name"], {
      filter: { or: asked.map((value) => ({ column: "name", op: "contains", value })) },
      limit: 20,
    }),
  );
  const projects = rowsOf(found?.data, ["id"]).map((row) => ({
    id: field(row, "id"),
    name: field(row, "name"),
  }));
  const hits = ({ name }: Project): number =>
    asked.filter((word) => telling(name).some((own) => own.startsWith(word))).length;
  const most = Math.max(1, ...projects.map(hits));
  const best = projects.filter((one) => hits(one) === most);
  return best.length === 1 ? (best[0] ?? null) : null;
}

/** The projects there are, where none is named as the words name it. */
function* allProjects(words: string): Play<string | null> {
  const [found = null] = yield* look("", query("projects", ["id", "name", "dueDate"], { limit: 20 }));
  const lines = rowsOf(found?.data, ["id"]).map(
    (row) =>
      `${linked({ id: field(row, "id"), name: field(row, "name") })}, due ${shownTime(field(row, "dueDate"))}`,
  );
  return bullets(
    `I can't tell which project “${words}” means. There are`,
    lines,
    "There are no projects yet.",
  );
}

function* answer(scene: Scene, project?: Project): Play {
  const asked = [
    ...scene.before.flatMap((event) => (event.kind === "said" ? [event.text] : [])),
    scene.words,
  ];
  const filter = { and: filtersIn(asked, scene.local.slice(0, 10), project) };
  const where = project === undefined ? "your projects" : linked(project);
  if (/\bwho\b|\bwhose\b/i.test(scene.words)) {
    const [found = null] = yield* look(
      "",
      query("assignments", ["task.title", "user.name", "task.dueDate", "project.name"], {
        filter: {
          and: filter.and.map((one) =>
            one.column.includes(".") ? one : { ...one, column: `task.${one.column}` },
          ),
        },
        order: [{ by: "task.dueDate" }],
        limit: MOST,
      }),
    );
    const lines = rowsOf(found?.data, ["user.name"]).map(
      (row) => `${field(row, "task.title")} (${field(row, "project.name")}): ${field(row, "user.name")}`,
    );
    return bullets(`Who has which task of ${where}, the next due first`, lines, "Nobody has such a task.");
  }
  const [found = null] = yield* look(
    "",
    query("tasks", ["title", "status", "dueDate", "project.name"], {
      filter,
      order: [{ by: "dueDate" }],
      limit: MOST,
    }),
  );
  return bullets(
    `Tasks of ${where}, the next due first`,
    rowsOf(found?.data, ["status"]).map(taskLine),
    "There are no such tasks.",
  );
}

function taskLine(row: Row): string {
  const due = field(row, "dueDate");
  const state = field(row, "status").replaceAll("_", " ");
  return `${field(row, "title")} (${field(row, "project.name")}): ${state}${due === "" ? "" : `, due ${shownTime(due)}`}`;
}

interface Comparison {
  readonly column: string;
  readonly op: string;
  readonly value: unknown;
}

/** Task filters from all questions so far; the last named project applies. */
function filtersIn(asked: readonly string[], today: string, project?: Project): Comparison[] {
  const all = asked.join("\n");
  const states = /\b(?:blocked|done|finished|completed|overdue|late)\b/gi;
  const named = asked.map((words) => words.replace(states, "").replace(PRIORITIES, ""));
  const priority = all.match(PRIORITIES)?.at(-1)?.toLowerCase();
  const name = project?.name ?? named.map(wordIn).findLast((one) => one !== "") ?? "";
  const state: Comparison = /\bblock\w*\b/i.test(all)
    ? { column: "status", op: "eq", value: "blocked" }
    : /\b(?:done|finished|completed)\b/i.test(all)
      ? { column: "status", op: "eq", value: "completed" }
      : OPEN;
  return [
    state,
    ...(/\b(?:overdue|late)\b/i.test(all) ? [{ column: "dueDate", op: "lt", value: today }] : []),
    ...(priority === undefined ? [] : [{ column: "priority", op: "eq", value: priority }]),
    ...(/\bdue today\b/i.test(all) ? [{ column: "dueDate", op: "lte", value: today }] : []),
    ...(name === "" ? [] : [{ column: "project.name", op: "contains", value: name }]),
  ];
}

/** A project's search word in `only the basement renovation` and the like. */
function wordIn(words: string): string {
  return (
    /\b(?:only|in|of|for|on|at) (?:the )?(?:project )?["“]?(\p{L}[\p{L}\d]{3,})/iu.exec(words)?.[1] ?? ""
  );
}

const linked = ({ id, name }: Project): string => `[${name}](/projects/${id})`;

/** How a project stands: done, due, late, blocked, next. */
function* status(project: Project, today: string): Play {
  const [head = null, open = null] = yield* look(
    "",
    query("projects", ["name", "status", "dueDate", "tasksTotal", "tasksDone"], {
      filter: { column: "id", op: "eq", value: project.id },
      limit: 1,
    }),
    query("tasks", ["title", "status", "dueDate", "project.name"], {
      filter: { and: [OPEN, { column: "projectId", op: "eq", value: project.id }] },
      order: [{ by: "dueDate" }],
      limit: 100,
    }),
  );
  const [row = {}] = rowsOf(head?.data, ["tasksTotal"]);
  const rows = rowsOf(open?.data, ["status"]);
  const late = rows.filter((one) => field(one, "dueDate") !== "" && field(one, "dueDate") < today);
  const titles = (some: readonly Row[]): string => some.map((one) => field(one, "title")).join("; ");
  const stuck = rows.filter((one) => field(one, "status") === "blocked");
  const next = rows.find((one) => !late.includes(one));
  const lines = [
    `${Number(row["tasksDone"] ?? 0)} of ${Number(row["tasksTotal"] ?? 0)} tasks are done; it's due ${shownTime(field(row, "dueDate"))}`,
    late.length > 0 ? `Late: ${titles(late)}` : "Nothing is late",
    ...(stuck.length > 0 ? [`Blocked: ${titles(stuck)}`] : []),
    ...(next === undefined ? [] : [`Next: ${field(next, "title")}`]),
  ];
  return bullets(linked(project), lines, "");
}
