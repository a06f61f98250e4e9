/** Questions about projects and their tasks in any chat, and changes of one task: figures as the records have them. */
import { act, look, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import { lookUp, meant, one } from "./people.ts";
import { inEnglish, rowsOnRecord } from "./records.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { addDays, keywords, momentIn, shownTime, telling } from "./slots.ts";
import type { Row } from "./transcript.ts";
import { letterOf, upper } from "./words.ts";

interface Project {
  readonly id: string;
  readonly name: string;
}

const OPEN = { column: "task.status", op: "not_in", value: ["completed", "cancelled"] };
const IS_OPEN = { ...OPEN, column: "status" };
/** Words of a question that name no project. */
const COMMON = new Set(
  "block blocks blocked blocking late overdue behind schedule time finish finished done hours hour log logged spent budget burned status update report task tasks project projects week month today tomorrow work works week overloaded busy load going doing week make add due assign deadline next open much left many are our all across remaining still say said about".split(
    " ",
  ),
);

const query = (entity: string, fields: readonly string[], more: Row): Wanted => [
  "pm_query",
  { entity, fields, ...more },
];

/** The project whose name contains the most of the words; null if no name contains any. */
function* projectIn(words: string): Play<Project | null> {
  const asked = keywords(words)
    .filter((word) => word.length > 3 && !COMMON.has(word))
    .slice(0, 6);
  if (asked.length === 0) return null;
  const found = yield* look(
    "",
    query("projects", ["id", "name"], {
      filter: { or: asked.map((value) => ({ column: "name", op: "contains", value })) },
      limit: 20,
    }),
  );
  const projects = rowsOf(found[0]?.data, ["id"]).map((row) => ({
    id: field(row, "id"),
    name: field(row, "name"),
  }));
  const hits = ({ name }: Project): number =>
    asked.filter((word) => telling(name).some((own) => own.startsWith(word))).length;
  const most = Math.max(1, ...projects.map(hits));
  const best = projects.filter((one) => hits(one) === most);
  return best.length === 1 ? (best[0] ?? null) : null;
}

const BLOCKED = /\b(?:block\w*|stuck|holding up|waiting for)\b/i;
const LATE = /\b(?:late|overdue|behind|past due|missed)\b/i;
const HOURS = /\bhours?\b|\bbudget\b|\bburn\w*\b|\btime (?:spent|logged)\b/i;
const LOAD = /\b(?:overload\w*|workload|too much|busiest|who has (?:the )?most|capacity|who is busy)\b/i;
const ON_TIME =
  /\bon time\b|\b(?:finish|done|ready) (?:by|on|in time)\b|\bdeadline\b|\bwhen (?:is|will|are|do) .*\b(?:done|finish\w*|ready|due)\b/i;
const STATUS = /\b(?:status|progress|update|how is|how's|where (?:are|do) we|state of|report)\b/i;
const LEFT = /\b(?:left|remaining|still|open|next|to do|missing)\b/i;
const WHO = /\bwho\b.*\b(?:works?|working|assigned|does|doing|on)\b/i;
const SAID = /\b(?:say|said|says|wrote|write|comment\w*|note\w*)\b/i;
const MINE = /\b(?:my|i have|do i|tengo|for me)\b/i;
const TASKS = /\btasks?\b|\bto-?dos?\b/i;

/** What a colleague noted on tasks about something; null if nothing is. */
export function* notedOnTasks(scene: Scene): Play<string | null> {
  const words = inEnglish(scene.words);
  if (!SAID.test(words) || scene.callFor("pm_query", {}) === null) return null;
  const asked = keywords(words).filter((word) => word.length > 2);
  const people = yield* members();
  const who = people.find(({ name }) => asked.includes(telling(name)[0] ?? ""));
  const topic = asked.filter((word) => !telling(who?.name ?? "").includes(word));
  if (who === undefined || topic.length === 0) return null;
  const [found = null] = yield* look(
    "",
    query("comments", ["taskId", "task.title", "authorName", "body", "createdAt"], {
      filter: {
        and: [
          { column: "authorName", op: "eq", value: who.name },
          { or: topic.map((value) => ({ column: "body", op: "contains", value })) },
        ],
      },
      order: [{ by: "createdAt", desc: true }],
      limit: 5,
    }),
  );
  const lines = rowsOf(found?.data, ["body"]).map(
    (row) =>
      `${shownTime(field(row, "createdAt"))}, on [${field(row, "task.title")}](/tasks/${field(row, "taskId")}): “${field(row, "body")}”`,
  );
  return lines.length === 0 ? null : bullets(`${who.name}, about ${topic.join(" ")}`, lines, "");
}

/** A request to make or send something is no question. */
const CHANGES = /^(?:please )?(?:make|create|add|write|draft|send|prepare|put|remind|schedule|print|set)\b/i;

/** Null where no question about projects is asked. */
export function* projectsAsked(scene: Scene): Play<string | null> {
  const words = inEnglish(scene.words);
  if (![BLOCKED, LATE, HOURS, LOAD, ON_TIME, STATUS, TASKS, LEFT, WHO].some((one) => one.test(words)))
    return null;
  if (scene.callFor("pm_query", {}) === null) return null;
  const today = scene.local.slice(0, 10);
  if (CHANGES.test(words)) return null;
  if (/\bbudget\b/i.test(words)) {
    const rows = yield* rowsOnRecord(words);
    if (rows !== null) return rows;
  }
  if (LOAD.test(words)) return yield* load(today);
  const project = yield* projectIn(words);
  return project === null ? yield* acrossProjects(scene, words) : yield* ofOne(project, words, today);
}

const EVERYWHERE = /\b(?:projects|all tasks|everything|across)\b/i;

/** Null where neither all projects nor one's own tasks are meant. */
function* acrossProjects(scene: Scene, words: string): Play<string | null> {
  const isOfTasks = TASKS.test(words);
  if (LEFT.test(words) && !isOfTasks) return null;
  if (isOfTasks && MINE.test(words)) return yield* mine(scene, words);
  if (!EVERYWHERE.test(words) && !(isOfTasks && BLOCKED.test(words))) return null;
  return yield* counted([], "all projects", { words, today: scene.local.slice(0, 10) });
}

function* ofOne(project: Project, words: string, today: string): Play {
  if (WHO.test(words)) return yield* whoWorksOn(project);
  const isOfFigures = [HOURS, BLOCKED, LATE].some((one) => one.test(words));
  if (!isOfFigures && [ON_TIME, STATUS].some((one) => one.test(words))) return yield* status(project, today);
  const of = [{ column: "projectId", op: "eq", value: project.id }];
  return yield* counted(of, linked(project), { words, today });
}

function* counted(
  of: readonly Row[],
  where: string,
  { words, today }: { readonly words: string; readonly today: string },
): Play {
  if (HOURS.test(words)) return yield* hours(of, where, words);
  if (BLOCKED.test(words)) return yield* blocked(of, where);
  const isLate = LATE.test(words);
  return yield* tasks(
    [...of, IS_OPEN, ...(isLate ? [{ column: "dueDate", op: "lt", value: today }] : [])],
    `${isLate ? "Late" : "Open"} in ${where}`,
  );
}

const linked = ({ id, name }: Project): string => `[${name}](/projects/${id})`;

const FIELDS = ["id", "title", "status", "dueDate", "project.name", "estimatedHours", "actualHours"];

function taskLine(row: Row): string {
  const due = field(row, "dueDate");
  const state = field(row, "status").replaceAll("_", " ");
  const facts = [state, due && `due ${shownTime(due)}`, field(row, "project.name")].filter(Boolean);
  return `[${field(row, "title")}](/tasks/${field(row, "id")}): ${facts.join(", ")}`;
}

function* tasks(filter: readonly Row[], heading: string): Play {
  const [found = null] = yield* look(
    "",
    query("tasks", FIELDS, { filter: { and: filter }, order: [{ by: "dueDate" }], limit: 12 }),
  );
  return bullets(heading, rowsOf(found?.data, ["status"]).map(taskLine), `${heading}: no task.`);
}

function* mine(scene: Scene, words: string): Play {
  const day = momentIn(words, scene.local)?.day;
  const [found = null] = yield* look(
    "",
    query("assignments", ["task.id", "task.title", "task.status", "task.dueDate", "project.name"], {
      filter: {
        and: [
          OPEN,
          { column: "user.name", op: "eq", value: scene.speaker ?? "" },
          ...(day === undefined ? [] : [{ column: "task.dueDate", op: "lte", value: day }]),
        ],
      },
      order: [{ by: "task.dueDate" }],
      limit: 12,
    }),
  );
  const until = day === undefined ? "" : ` due by ${shownTime(day)}`;
  const lines = rowsOf(found?.data, ["task.title"]).map((row) => {
    const due = field(row, "task.dueDate");
    return `[${field(row, "task.title")}](/tasks/${field(row, "task.id")}) (${field(row, "project.name")})${due && `: due ${shownTime(due)}`}`;
  });
  return bullets(`Your open tasks${until}`, lines, `You have no open tasks${until}.`);
}

function* blocked(of: readonly Row[], where: string): Play {
  const [found = null, said = null] = yield* look(
    "",
    query("tasks", FIELDS, {
      filter: { and: [...of, { column: "status", op: "eq", value: "blocked" }] },
      order: [{ by: "dueDate" }],
      limit: 8,
    }),
    query("comments", ["taskId", "authorName", "body", "createdAt"], {
      filter: { and: [...of.map(ofTask), { column: "task.status", op: "eq", value: "blocked" }] },
      order: [{ by: "createdAt", desc: true }],
      limit: 20,
    }),
  );
  const comments = rowsOf(said?.data, ["body"]);
  const lines = rowsOf(found?.data, ["status"]).map((row) => {
    const last = comments.find((one) => field(one, "taskId") === field(row, "id"));
    const words = last === undefined ? "" : `. ${field(last, "authorName")}: “${field(last, "body")}”`;
    return taskLine(row) + words;
  });
  return bullets(`Blocked in ${where}`, lines, `Nothing is marked as blocked in ${where}.`);
}

const ofTask = (one: Row): Row => ({ ...one, column: `task.${String(one["column"])}` });

function* hours(of: readonly Row[], where: string, words: string): Play {
  const [found = null, people = null] = yield* look(
    "",
    query("tasks", ["id", "estimatedHours", "actualHours"], {
      filter: { and: [...of, { column: "id", op: "ne", value: "" }] },
      limit: 200,
    }),
    query("assignments", ["user.name", "task.actualHours"], {
      filter: { and: [...of.map(ofTask), { column: "task.actualHours", op: "gt", value: 0 }] },
      limit: 200,
    }),
  );
  const sum = (rows: readonly Row[], column: string): number =>
    rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
  const all = rowsOf(found?.data, ["id"]);
  const logged = rowsOf(people?.data, ["user.name"]);
  const each = [...Map.groupBy(logged, (row) => field(row, "user.name"))].map(
    ([name, rows]) => [name, sum(rows, "task.actualHours")] as const,
  );
  const asked = each.filter(([name]) => telling(words).some((word) => telling(name).includes(word)));
  const lines = (asked.length > 0 ? asked : each).map(([name, total]) => `${name}: ${total} hours`);
  const money = /\bbudget|burn|\$/i.test(words) ? " The project keeps hours, no sum of money." : "";
  return bullets(
    `${sum(all, "actualHours")} hours spent of ${sum(all, "estimatedHours")} estimated in ${where}.${money} By who is assigned`,
    lines,
    `${sum(all, "actualHours")} hours spent of ${sum(all, "estimatedHours")} estimated in ${where}.${money}`,
  );
}

function* whoWorksOn(project: Project): Play {
  const [found = null] = yield* look(
    "",
    query("assignments", ["user.name", "task.title", "task.dueDate"], {
      filter: { and: [OPEN, { column: "task.projectId", op: "eq", value: project.id }] },
      order: [{ by: "task.dueDate" }],
      limit: 100,
    }),
  );
  const people = [...Map.groupBy(rowsOf(found?.data, ["user.name"]), (row) => field(row, "user.name"))];
  const lines = people.map(
    ([name, rows]) => `${name}: ${rows.length} open, next “${field(rows[0] ?? {}, "task.title")}”`,
  );
  return bullets(linked(project), lines, `Nobody has an open task in ${linked(project)}.`);
}

function* load(today: string): Play {
  const until = addDays(today, 7);
  const [found = null] = yield* look(
    "",
    query("assignments", ["user.name", "task.estimatedHours", "task.dueDate"], {
      filter: { and: [OPEN, { column: "task.dueDate", op: "lte", value: until }] },
      limit: 200,
    }),
  );
  const people = [...Map.groupBy(rowsOf(found?.data, ["user.name"]), (row) => field(row, "user.name"))]
    .map(([name, rows]) => {
      const late = rows.filter((row) => field(row, "task.dueDate") < today).length;
      const total = rows.reduce((sum, row) => sum + Number(row["task.estimatedHours"] ?? 0), 0);
      const some = rows.length === 1 ? "1 task" : `${rows.length} tasks`;
      return { total, line: `${name}: ${some}, about ${total} hours${late === 0 ? "" : `, ${late} late`}` };
    })
    .toSorted((one, other) => other.total - one.total);
  return bullets(
    `Open project tasks due by ${shownTime(until)}, the most first`,
    people.map(({ line }) => line),
    "No project task is due in the next seven days.",
  );
}

function* status(project: Project, today: string): Play {
  return bullets(linked(project), yield* statusOf(project, today), "");
}

/** The status of the project that the words name; null if they name none. */
export function* projectStatus(scene: Scene, name: string): Play<string | null> {
  if (scene.callFor("pm_query", {}) === null) return null;
  const project = yield* projectIn(name);
  return project === null ? null : yield* status(project, scene.local.slice(0, 10));
}

const UPDATE =
  /\b(?:status|progress|project) (?:update|report|summary)\b(?: (?:for|to) (?:the )?(\p{L}[\p{L}'’ -]*?))?(?: (?:about|on|of) .+?)?(?:[,:].*)?[.!?]*$/iu;

/** A status report as a draft for whom it is, by the words or the client's name; null if none is asked for. */
export function* statusReport(scene: Scene): Play<string | null> {
  const [wanted, name = ""] = UPDATE.exec(scene.words) ?? [];
  if (wanted === undefined || scene.callFor("pm_query", {}) === null) return null;
  const project = (yield* projectIn(scene.words)) ?? (name === "" ? null : yield* projectFor(name));
  if (project === null) return null;
  const lines = yield* statusOf(project, scene.local.slice(0, 10));
  if (name === "") return bullets(linked(project), lines, "");
  const to = yield* one(scene, name, meant(name, yield* lookUp(name)));
  if (to.address === "")
    return bullets(`${to.name} has no e-mail address in the contacts. ${linked(project)}`, lines, "");
  const text = letterOf(
    `here is where “${project.name}” stands:\n\n${lines.map((line) => `- ${line}`).join("\n")}`,
    to.name,
    [scene.speaker, scene.company].filter(Boolean).join("\n"),
  );
  return yield* act(
    `Here's a draft for ${to.name}, with what stands in the project. Nothing goes out before someone approves it.`,
    ["send_email", { to: to.address, subject: `${project.name}: where it stands`, text }],
  );
}

/** The newest running project of a client. */
function* projectFor(client: string): Play<Project | null> {
  const [found = null] = yield* look(
    "",
    query("projects", ["id", "name", "startDate"], {
      filter: {
        and: [
          { column: "clientName", op: "contains", value: upper(client) },
          { column: "status", op: "ne", value: "completed" },
        ],
      },
      order: [{ by: "startDate", desc: true }],
      limit: 1,
    }),
  );
  const [row] = rowsOf(found?.data, ["id"]);
  return row === undefined ? null : { id: field(row, "id"), name: field(row, "name") };
}

function* statusOf({ id }: Project, today: string): Play<string[]> {
  const of = [{ column: "projectId", op: "eq", value: id }];
  const [head = null, open = null] = yield* look(
    "",
    query("projects", ["name", "status", "dueDate", "tasksTotal", "tasksDone"], {
      filter: { column: "id", op: "eq", value: id },
      limit: 1,
    }),
    query("tasks", FIELDS, { filter: { and: [...of, IS_OPEN] }, order: [{ by: "dueDate" }], limit: 100 }),
  );
  const [project = {}] = rowsOf(head?.data, ["tasksTotal"]);
  const rows = rowsOf(open?.data, ["status"]);
  const late = rows.filter((row) => field(row, "dueDate") !== "" && field(row, "dueDate") < today);
  const stuck = rows.filter((row) => field(row, "status") === "blocked");
  const last =
    rows
      .map((row) => field(row, "dueDate"))
      .toSorted()
      .at(-1) ?? "";
  const due = field(project, "dueDate");
  const lines = [
    `${Number(project["tasksDone"] ?? 0)} of ${Number(project["tasksTotal"] ?? 0)} tasks are done`,
    due &&
      `it's due ${shownTime(due)}${last > due ? `, but its last open task is planned for ${shownTime(last)}` : ""}`,
    late.length > 0
      ? `late: ${late
          .slice(0, 4)
          .map((row) => field(row, "title"))
          .join("; ")}${late.length > 4 ? `, and ${late.length - 4} more` : ""}`
      : "nothing is late",
    stuck.length > 0 ? `blocked: ${stuck.map((row) => field(row, "title")).join("; ")}` : "",
    rows[0] === undefined
      ? ""
      : `next: ${field(rows.find((row) => !late.includes(row)) ?? rows[0], "title")}`,
  ].filter((line): line is string => Boolean(line));
  return lines.map(upper);
}

const MOVE = /^(?:please )?(?:push|move|postpone|shift|change|set|make|reschedule)\b/i;
const ASSIGN = /\bassign (.+?) to (?:\p{L}+)|\bgive (?:\p{L}+) (?:the )?(.+)/iu;
const DONE = /^(?:please )?(?:mark|set) (.+?) (?:as |to )?(?:done|complete|completed|finished)\b/i;
const LOGGED =
  /^(?:please )?(?:log|record|book|add) (\d+(?:[.,]\d+)?) ?(?:h|hrs?|hours?)\b(?: (?:for me|of mine))?(?: (?:on|for|to) (.+))?/i;
const ADD =
  /^(?:please |can you )*(?:create|add|make|put) (?:a |an )?(?:new )?(?:task|to-?do) (?:to|in|on|for) (?:the )?(.+?)(?: project)?\s*[:,]\s*(.+)$/i;
const LATER =
  /\b(?:by|back|out)? ?(a|an|one|two|three|four|five|six|seven|ten|\d{1,2}) (day|week)s?(?: (?:later|back|out))?\b/i;
const COUNTS = ["", "one", "two", "three", "four", "five", "six", "seven", "", "", "ten"];
const NO_NAME = /\b(?:to|by|until|and|make|it|due|the|task|on|for|me|as)\b/gi;

interface Member {
  readonly id: string;
  readonly name: string;
}

/** What a change names: a day, a delay in days, and who. */
interface Facts {
  readonly moment: { readonly day: string; readonly words: string } | null;
  readonly days: number;
  readonly who: Member | undefined;
}

/** A change of one task of a project: its day, who does it, its hours, that it's done; or a new one. Null for anything else. */
export function* projectChanged(scene: Scene): Play<string | null> {
  const { words, local } = scene;
  const moment = momentIn(words.replace(LATER, ""), local);
  const days = daysOf(LATER.exec(words));
  const isMoved = MOVE.test(words) && (moment !== null || days > 0);
  if (!isMoved && ![ASSIGN, DONE, LOGGED, ADD].some((one) => one.test(words))) return null;
  if (["pm_mutate", "pm_query"].some((tool) => scene.callFor(tool, {}) === null)) return null;
  const people = yield* members();
  const [who] = telling(words).flatMap((word) => people.filter(({ name }) => telling(name)[0] === word));
  const [, project, title] = ADD.exec(words) ?? [];
  return project === undefined || title === undefined
    ? yield* taskChanged(words, { moment, days, who })
    : yield* taskAdded(project, title, { moment, days, who });
}

function* taskAdded(place: string, said: string, { moment, who }: Facts): Play<string | null> {
  const project = yield* projectIn(place);
  if (project === null) return null;
  const title = upper(withoutFacts(said, moment?.words, who?.name));
  const data = {
    projectId: project.id,
    title,
    ...(moment === null ? {} : { dueDate: moment.day }),
    ...(who === undefined ? {} : { assigneeIds: [who.id] }),
  };
  yield* act("", ["pm_mutate", { changes: [{ operation: "insert", entity: "tasks", data }] }]);
  const facts = [`“${title}”`, who?.name, moment === null ? "" : `due ${shownTime(moment.day)}`].filter(
    Boolean,
  );
  return `Added to ${linked(project)}: ${facts.join(", ")}.`;
}

function* taskChanged(words: string, facts: Facts): Play<string | null> {
  const task = yield* taskIn(taskNamed(words, facts));
  if (task === null) return null;
  const { data, told } = changesOf(words, facts, task);
  if (told.length === 0) return null;
  const say = told.find((one) => one.endsWith("in all")) ?? "";
  yield* act(say && `“${task.title}”: ${say}.`, [
    "pm_mutate",
    { changes: [{ operation: "update", entity: "tasks", id: task.id, data }] },
  ]);
  return `Changed [${task.title}](/tasks/${task.id}): ${told.join(", ")}.`;
}

/** The words of a change that name its task. */
function taskNamed(words: string, { moment }: Facts): string {
  const [, ...logged] = LOGGED.exec(words) ?? [];
  const [, ...assigned] = ASSIGN.exec(words) ?? [];
  const [, done] = DONE.exec(words) ?? [];
  const moved = withoutFacts(words.replace(MOVE, "").replace(LATER, ""), moment?.words, undefined);
  return [logged[1], assigned.find(Boolean), done].find((one) => one !== undefined) ?? moved;
}

/** The fields a change sets, each also in words. */
function changesOf(words: string, { moment, days, who }: Facts, task: TaskFound) {
  const hours = Number(LOGGED.exec(words)?.[1]?.replace(",", ".") ?? 0);
  const due = days > 0 && task.due !== "" ? addDays(task.due, days) : hours > 0 ? undefined : moment?.day;
  const changes = [
    DONE.test(words) ? { set: { status: "completed" }, told: "done" } : null,
    due === undefined ? null : { set: { dueDate: due }, told: `due ${shownTime(due)}` },
    ASSIGN.test(words) && who !== undefined
      ? { set: { assigneeIds: [who.id] }, told: `assigned to ${who.name}` }
      : null,
    hours > 0
      ? { set: { actualHours: task.hours + hours }, told: `${task.hours + hours} hours spent in all` }
      : null,
  ].filter((one) => one !== null);
  return {
    data: Object.assign({}, ...changes.map(({ set }) => set)) as Row,
    told: changes.map(({ told }) => told),
  };
}

function daysOf(found: RegExpExecArray | null): number {
  if (found === null) return 0;
  const [, count = "", unit = ""] = found;
  const number = Number(count) || Math.max(1, COUNTS.indexOf(count.toLowerCase()));
  return number * (/^week/i.test(unit) ? 7 : 1);
}

function withoutFacts(words: string, moment: string | undefined, name: string | undefined): string {
  const [firstName = ""] = (name ?? "").split(" ");
  const whom =
    firstName === "" ? /$^/ : new RegExp(`,?\\s*(?:assign(?:ed)? |for |to )*\\b${firstName}\\b`, "i");
  const trailing = /[\s,]*\b(?:due|by|on|until|to)?[\s,.]*$/i;
  return words
    .replace(moment ?? "", "")
    .replace(whom, "")
    .replace(trailing, "")
    .replace(trailing, "")
    .trim();
}

function* members(): Play<readonly Member[]> {
  const [found = null] = yield* look("", query("users", ["id", "name"], { limit: 50 }));
  return rowsOf(found?.data, ["name"]).map((row) => ({ id: field(row, "id"), name: field(row, "name") }));
}

interface TaskFound {
  readonly id: string;
  readonly title: string;
  readonly hours: number;
  readonly due: string;
}

/** The open task whose title has all the words, or most of several; null if none is clear. Throws Stop if several are. */
function* taskIn(about: string): Play<TaskFound | null> {
  const asked = keywords(about.replace(NO_NAME, " "))
    .filter((word) => word.length > 2)
    .slice(0, 6);
  if (asked.length === 0) return null;
  const [found = null] = yield* look(
    "",
    query("tasks", FIELDS, {
      filter: {
        and: [
          IS_OPEN,
          {
            or: asked.flatMap((value) => [
              { column: "title", op: "contains", value },
              { column: "project.name", op: "contains", value },
            ]),
          },
        ],
      },
      limit: 100,
    }),
  );
  const rows = rowsOf(found?.data, ["status"]).map((row) => {
    const title = telling(field(row, "title"));
    const place = telling(field(row, "project.name"));
    const own = asked.filter((word) => title.some((one) => one.startsWith(word.slice(0, 6)))).length;
    return { row, own, score: own + 0.5 * asked.filter((word) => place.includes(word)).length };
  });
  const best = Math.max(...rows.map(({ score }) => score));
  const fitting = rows.filter(({ score, own }) => score === best && own >= Math.min(2, asked.length));
  const [only, ...others] = fitting;
  if (only === undefined) return null;
  if (others.length > 0)
    throw new Stop(
      bullets(
        "Several tasks fit. Say which",
        fitting.slice(0, 6).map(({ row }) => taskLine(row)),
        "",
      ),
    );
  return {
    due: field(only.row, "dueDate"),
    id: field(only.row, "id"),
    title: field(only.row, "title"),
    hours: Number(only.row["actualHours"] ?? 0),
  };
}
