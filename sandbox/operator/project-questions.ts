/**
 * Stand-in for the agent that answers questions about projects: earlier questions in the conversation narrow the filter, and rows are
 * reported as they are.
 */
import { subjectIn } from "../../src/agent/api/subject.ts";
import { look, type Play, type Scene } from "./engine.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { shownTime } from "./slots.ts";

const OPEN = { column: "status", op: "not_in", value: ["completed", "cancelled"] };
const MOST = 12;
/** Words that describe task states, not projects. */
const STATES = /\b(?:blocked|done|finished|completed|overdue|late)\b/gi;
const PRIORITIES = /\b(?:critical|high|medium|low)\b/gi;

/** An answer, if only projects can be searched here; otherwise null. */
export function projectQuestion(scene: Scene): Play | null {
  const { callFor, words } = scene;
  const isOnlyProjects = callFor("find_tools", {}) === null && callFor("pm_query", {}) !== null;
  return isOnlyProjects && words !== "" ? answer(scene) : null;
}

/** The same about one project. */
export function* ofProject(scene: Scene, name: string): Play {
  const before = scene.before.map((event) =>
    event.kind === "said" ? { ...event, text: subjectIn(event.text)?.words ?? event.text } : event,
  );
  return yield* answer({ ...scene, before, words: `${scene.words}\nonly ${name}` });
}

function* answer(scene: Scene): Play {
  const asked = [
    ...scene.before.flatMap((event) => (event.kind === "said" ? [event.text] : [])),
    scene.words,
  ];
  const filter = { and: filtersIn(asked, scene.local.slice(0, 10)) };
  const top = Number(/\b(?:top|first) (\d{1,2})\b/i.exec(scene.words)?.[1] ?? MOST);
  if (/\bwho\b|\bwhose\b/i.test(scene.words)) {
    const [found = null] = yield* look("", [
      "pm_query",
      {
        entity: "assignments",
        fields: ["task.title", "user.name", "task.dueDate", "project.name"],
        filter: { and: filter.and.map((one) => ofTask(one)) },
        order: [{ by: "task.dueDate" }],
        limit: top,
      },
    ]);
    const lines = rowsOf(found?.data, ["user.name"]).map(
      (row) => `${field(row, "task.title")} (${field(row, "project.name")}): ${field(row, "user.name")}`,
    );
    return bullets("Who has them", lines, "Nobody has such a task.");
  }
  const [found = null] = yield* look("", [
    "pm_query",
    {
      entity: "tasks",
      fields: ["title", "status", "dueDate", "project.name"],
      filter,
      order: [{ by: "dueDate" }],
      limit: top,
    },
  ]);
  const lines = rowsOf(found?.data, ["status"]).map((row) => {
    const due = field(row, "dueDate");
    const state = field(row, "status").replaceAll("_", " ");
    return `${field(row, "title")} (${field(row, "project.name")}): ${state}${due === "" ? "" : `, due ${shownTime(due)}`}`;
  });
  return bullets("Tasks of your projects, the next due first", lines, "There are no such tasks.");
}

interface Comparison {
  readonly column: string;
  readonly op: string;
  readonly value: unknown;
}

/** Task filters from all questions so far; the last named project applies. */
function filtersIn(asked: readonly string[], today: string): Comparison[] {
  const all = asked.join("\n");
  const named = asked.map((words) => words.replace(STATES, "").replace(PRIORITIES, ""));
  const priority = all.match(PRIORITIES)?.at(-1)?.toLowerCase();
  const project = named.map(projectIn).findLast((name) => name !== "") ?? "";
  const state: Comparison[] = /\bblocked\b/i.test(all)
    ? [{ column: "status", op: "eq", value: "blocked" }]
    : /\b(?:done|finished|completed)\b/i.test(all)
      ? [{ column: "status", op: "eq", value: "completed" }]
      : [OPEN];
  return [
    ...state,
    ...(/\b(?:overdue|late)\b/i.test(all) ? [{ column: "dueDate", op: "lt", value: today }] : []),
    ...(priority === undefined ? [] : [{ column: "priority", op: "eq", value: priority }]),
    ...(project === "" ? [] : [{ column: "project.name", op: "contains", value: project }]),
  ];
}

/** A project's search word in `only the basement renovation` and the like. */
function projectIn(words: string): string {
  return (
    /\b(?:only|in|of|for|on|at) (?:the )?(?:project )?["“]?(\p{L}[\p{L}\d]{3,})/iu.exec(words)?.[1] ?? ""
  );
}

function ofTask(one: Comparison): Comparison {
  return one.column.includes(".") ? one : { ...one, column: `task.${one.column}` };
}
