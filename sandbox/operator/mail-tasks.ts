/** Tasks from someone's e-mail: who of that name it is, their newest e-mail, and the tasks in it on one card. */
import { act, ask, look, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import { chosenOf } from "./people.ts";
import { field, quotesIn, rowsOf } from "./results.ts";
import { first, record, type Row } from "./transcript.ts";
import { upper } from "./words.ts";

const WANTED =
  /^(?:please |can you |could you )*(?:create|make|add|prepare|draft) (?:the |some )?(?:\w+ )?tasks? (?:from|out of) (.+?)['’]s? (?:[\w-]+ ){0,2}(?:e-?)?mails?\b/iu;
const LIST = /\bin (?:the )?(?:list )?(\p{Lu}\w+)(?: list)?$/u;

/** Null if no tasks from an e-mail are requested. */
export function mailTasksWanted(scene: Scene): Play | null {
  const name = first(WANTED, scene.words.trim());
  return name === "" ? null : tasksFrom(scene, name);
}

function* tasksFrom(scene: Scene, name: string): Play {
  const [found] = yield* look(`I'll look for e-mails from anyone named ${name}.`, ["list_senders", { name }]);
  const known = rowsOf(found?.data, ["addresses"]).filter(({ emails }) => emails !== 0);
  const senders = known.length > 0 ? known : yield* inMailbox(name);
  const lines = senders.map(
    (row) =>
      `${field(row, "name")}, ${field(row, "addresses")}, ${String(row["emails"])} recent ${row["emails"] === 1 ? "e-mail" : "e-mails"}`,
  );
  if (lines.length === 0) throw new Stop(`Nobody called ${name} has written an e-mail lately.`);
  const chosen =
    lines.length === 1 ? 0 : chosenOf(yield* ask(scene, `Which ${name}?`, "Making the tasks", lines), lines);
  const sender = senders[chosen];
  if (sender === undefined) throw new Stop("I couldn't tell which one you mean. Choose one of them.");
  const newest = record([sender["newest"]].flat()[0]);
  const link = field(newest, "link");
  const reading: Wanted =
    link === "" ? ["read_email", { id: field(newest, "id") }] : ["read_source_item", { link }];
  const [mail] = yield* look("Reading the newest one.", reading);
  const text = field(record(mail?.data), "text").slice(0, 5_000);
  const [extracted] = yield* look("", ["extract_tasks", { source_text: text }]);
  const tasks = rowsOf(extracted?.data, ["summary"]);
  if (tasks.length === 0) throw new Stop(`“${field(newest, "title")}” asks for nothing to be done.`);
  const list = first(LIST, scene.words.replace(/[.!?]+$/, "")) || "Repairs";
  const said = tasks.length === 1 ? "1 task" : `${tasks.length} tasks`;
  return yield* act(`From “${field(newest, "title")}”: ${said} for the list ${list}.`, [
    "prepare_task_creation",
    {
      tasks: tasks.map(({ summary, description, type, priority }) => ({
        summary,
        description,
        type,
        priority,
      })),
      project_key: list,
    },
  ]);
}

/** The same by the mailbox itself, whose e-mails may not be on record yet. */
function* inMailbox(name: string): Play<Row[]> {
  const [found] = yield* look("", ["search_emails", { query: `from:(${name}) newer_than:30d`, limit: 20 }]);
  const theirs = quotesIn(found).filter(({ fromUs }) => !fromUs);
  return [...Map.groupBy(theirs, ({ address }) => address)].map(([addresses, mails]) => ({
    name: mails[0]?.who,
    addresses,
    emails: mails.length,
    newest: mails.map(({ id, subject }) => ({ id, title: subject })),
  }));
}

const ASKS =
  /\b(?:please|could you|can you|would you|we need|you need to|must|has to|have to|needs to|asap|by (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
const BROKEN = /\b(?:broken|leak\w*|doesn['’]t work|not working|stuck|out of order|wrong)\b/i;

/** Says why, of what was asked before: “It is dead, and we need it for the saws”. */
const LEANS = /^(?:it|this|that|these|those|they|he|she)\b/i;

/** Each sentence that asks for something. */
export function tasksIn(question: string): Record<string, unknown>[] {
  const text = first(/<material>\n([\s\S]*)\n<\/material>/, question);
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => ASKS.test(sentence) && !LEANS.test(sentence))
    .map((quote) => ({
      summary: upper(
        quote
          .replace(/^.*?\b(?:please|could you|can you|would you)\b[\s,]*(?:please )?/i, "")
          .replace(/[.!?]+$/, ""),
      ).slice(0, 100),
      description: quote,
      type: BROKEN.test(quote) ? "bug" : "task",
      quote,
      labels: [],
      components: [],
      estimated_hours: null,
    }));
}
