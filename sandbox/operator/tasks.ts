/** Creates and lists tasks of the team's. */
import { act, type Play, type Scene } from "./engine.ts";
import { offer } from "./offers.ts";
import { projectsAsked } from "./project-questions.ts";
import { firstName } from "./people.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { addDays, daysIn, keywords, momentIn, shownDays, shownTime } from "./slots.ts";
import { first, record, type Row } from "./transcript.ts";
import { upper } from "./words.ts";

const SHOWN = 12;

/** Open tasks: of a project; else of a colleague or of all, due in the days named. Null for anything else. */
export function* tasksAsked(scene: Scene): Play<string | null> {
  const { words, local } = scene;
  const ofProjects = yield* projectsAsked(scene);
  const whose = /\b(?:my|I|me)\b/.test(words)
    ? (scene.speaker ?? "")
    : first(
        /\b(\p{L}{3,}?)['’]?s (?:open )?(?:tasks?|list|to-?dos?)\b|\b(?:does|has) (\p{L}{3,}) (?:have|got)\b|\bfor (\p{Lu}\p{L}+)\b/iu,
        words,
      );
  const isLate = /\b(?:overdue|late)\b/i.test(words);
  const days = momentIn(words, local) !== null || /\bweek\b/i.test(words) ? daysIn(words, local) : null;
  const isOfAll = keywords(words).every((word) => OF_TASKS.test(word) || momentIn(word, local) !== null);
  if (whose === "" && !isOfAll) return ofProjects;
  const due = isLate
    ? { dueTo: addDays(local, -1) }
    : days === null
      ? {}
      : { dueFrom: days.from, dueTo: days.to };
  const [found = null] = yield { say: "", calls: [["get_tasks", { assignee: whose, ...due }]] };
  const rows = rowsOf(found?.data, ["status"]);
  const which = `${whose && ` of ${upper(whose)}`}${days === null ? "" : `, ${shownDays(days)}`}`;
  if (rows.length === 0)
    return ofProjects ?? (found === null || found.isError ? null : `There are no open tasks${which}.`);
  const count = `${rows.length}${record(found?.data)["more"] === true ? " or more" : ""}`;
  const heading = `${count} open in ClickUp${whose && `, ${upper(whose)}'s`}, the next due first`;
  return [bullets(heading, rows.slice(0, SHOWN).map(lineOf), ""), ofProjects].filter(Boolean).join("\n\n");
}

const OF_TASKS =
  /^(?:tasks?|to|do|dos|todos?|due|overdue|late|work|orders?|list|week|today|tomorrow|many|have|left)$/;

function lineOf(row: Row): string {
  const due = field(row, "due");
  const facts = [field(row, "status"), due && `due ${shownTime(due)}`, field(row, "assignees")];
  return `${field(row, "name")}: ${facts.filter(Boolean).join(", ")}`;
}

const MAKE =
  /^(?:please )?(?:(?:create|add|make|open|put in) (?:a |an |one )?(?:new )?|new )(?:task|to-?do|ticket|work order)\b(?! (?:to|in|on) (?:the )?(?:.+ )?project)/i;

/** “for Tom”, “for tom to …”, “…, for tom” and “…, assign tom”. */
const WHOSE =
  /\bfor (\p{Lu}\w+(?: \p{Lu}\w+)?)\b|\bfor (me|\p{L}+)(?= to\b|:|\W*$)|, (?:for|assign(?:ed)?(?: (?:it )?to)?) (\p{L}+)(?=\s*(?:,|\W*$))/u;
const PRIORITY = /,? (?:with )?(urgent|high|normal|low)(?: priority)?(?=\s*(?:,|[.!]*$))/i;

/** Null if no task is requested. */
export function taskWanted(scene: Scene): Play | null {
  const { words, local } = scene;
  if (!MAKE.test(words) || /\b(?:jira|github)\b/i.test(words)) return null;
  const moment = momentIn(words, local);
  const [, list = "Repairs"] = /\bin (?:the )?(?:list )?(\p{Lu}\w+) list\b/u.exec(words) ?? [];
  const [whom = "", named = ""] = WHOSE.exec(words)?.filter(Boolean) ?? [];
  const assignee = /^(?:me|myself)$/i.test(named) ? firstName(scene.speaker ?? "") : named;
  const name = words
    .replace(MAKE, "")
    .replace(whom, "")
    .replace(moment?.words ?? "", "§")
    .replace(/(?:\b(?:by|due|until|on) )?§/i, "")
    .replace(PRIORITY, "")
    .replace(/(?:,? (?:by|due|until|on))?\s*(?=,|$)/i, "")
    .replace(/^[\s,:]*(?:to|that|about)?[\s,:]+|[\s,;]+(?:by|due|until|on)?[\s.,!?]*$/gi, "")
    .replace(/\s+/g, " ");
  const input = {
    list,
    name: upper(name),
    assignees: assignee === "" ? undefined : [upper(assignee)],
    priority: PRIORITY.exec(words)?.[1]?.toLowerCase(),
    due: moment === null ? undefined : [moment.day, moment.at].filter(Boolean).join(" "),
  };
  if (name === "") return null;
  if (scene.callFor("create_task", input) === null)
    return offer(scene, "I can't create tasks here, but I can set a reminder or make a note.");
  return act(`Here's the task for the list ${list}: ${input.name}.`, ["create_task", input]);
}
