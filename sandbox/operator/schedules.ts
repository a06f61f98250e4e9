/**
 * Reminders and recurring work: reads when and what from a colleague's words, schedules it, tells what will be run, lists what is scheduled; and in a
 * scheduled run follows the instruction as if a colleague had said it.
 */
import * as chrono from "chrono-node";
import { POLITE } from "./intents.ts";
import { STAND_IN, type Situation, type Step } from "./reply.ts";
import { failureOf } from "./task.ts";
import { say, use, type Toolbox } from "./toolbox.ts";
import { asText, record } from "./transcript.ts";

/** When something is to be done: once at a local time, or again and again. */
type When = { readonly at: string } | { readonly cron: string };

/** What is wanted of the clock. */
export type ClockWish =
  | {
      readonly kind: "schedule";
      readonly what: string;
      readonly when: string;
      readonly remind: "me" | "team" | null;
    }
  | { readonly kind: "scheduled" };

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const EVERY =
  /\b(?:every|each)\s+(?:(weekday|day|morning|evening|month)|((?:sun|mon|tues|wednes|thurs|fri|satur)days?(?:(?:\s*,\s*|\s+and\s+)(?:sun|mon|tues|wednes|thurs|fri|satur)days?)*))\b/i;
const AT = /\b(?:at|by)\s+(\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|noon|midnight)(?=\s|$|[,.;!?])/i;

/** Reads a wish that has to do with the clock; null for any other. */
export function readClockWish(said: string): ClockWish | null {
  const words = said.trim().replace(POLITE, "");
  if (
    /^(?:what(?:'s| is| do (?:we|you|i) have)?|show|list|which)\b.*\b(?:scheduled|schedules|reminders)\b/i.test(
      words,
    )
  )
    return { kind: "scheduled" };
  const remind = /^remind (?:me|us|the team)\b\s*/i.exec(words);
  if (remind !== null) {
    const rest = words.slice(remind[0].length);
    return { kind: "schedule", what: rest, when: rest, remind: /^remind me/i.test(words) ? "me" : "team" };
  }
  const schedule = /^(?:schedule|plan|set up)(?::|\s)\s*(?:a |an |the )?(?:reminder (?:to |for )?)?/i.exec(
    words,
  );
  if (schedule !== null)
    return {
      kind: "schedule",
      what: words.slice(schedule[0].length),
      when: words,
      remind: /reminder/i.test(schedule[0]) ? "me" : null,
    };
  if (EVERY.test(words) && AT.test(words))
    return { kind: "schedule", what: words, when: words, remind: null };
  return null;
}

/** Schedules what was asked for, or asks when. */
export function scheduleIt(
  wish: Extract<ClockWish, { kind: "schedule" }>,
  { task, toolbox, moment, nowMs }: Situation,
): Step {
  const { schedule } = toolbox;
  if (schedule === null)
    return { plan: "There is no tool for it.", blocks: [say("I have no tool to schedule anything here.")] };
  const made = task.done.findLast(({ call }) => call.tool === schedule.name);
  if (made !== undefined) return told(failureOf(made), record(made.result.data));
  const answer = task.answers.at(-1)?.text ?? "";
  const read = readWhen(`${wish.when} ${answer}`, { nowMs, timeZone: moment.timeZone });
  if (read === null) return askWhen(toolbox);
  const what = whatOf(wish.what, read.words);
  if (what === "")
    return {
      plan: "I know when, but not what.",
      blocks: [say("What is to be done then? Say it in one sentence.")],
    };
  const whom = wish.remind === "me" ? (moment.speaker ?? "the team") : "the team";
  const instruction = wish.remind !== null ? `Remind ${whom}: ${what}` : capital(what);
  return {
    plan: "I read when and what, and schedule it in the colleague's own words.",
    blocks: [
      say(`I schedule this: “${instruction}”`),
      use(schedule, {
        [schedule.fields.title]: title(what),
        [schedule.fields.instruction]: instruction,
        ...(read.when as Record<string, string>),
        ...(wish.remind === "team" && schedule.has.has("tell") ? { tell: "team" } : {}),
      }),
    ],
  };
}

/** Says what is scheduled. */
export function whatIsScheduled({ task, toolbox }: Situation): Step {
  const { schedules } = toolbox;
  if (schedules === null)
    return { plan: "There is no tool for it.", blocks: [say("I have no tool to look at schedules here.")] };
  const listed = task.done.findLast(({ call }) => call.tool === schedules.name);
  if (listed === undefined)
    return { plan: "I look at the schedules.", blocks: [say("Looking."), use(schedules, {})] };
  const failure = failureOf(listed);
  if (failure !== null) return { plan: "It failed, so I say so.", blocks: [say(failure)] };
  const rows = itemsOf(record(listed.result.data));
  if (rows.length === 0) return { plan: "Nothing is there.", blocks: [say("Nothing is scheduled.")] };
  const lines = rows.map((row) => `- ${asText(row["title"])}: ${asText(row["when"])}${stateOf(row)}`);
  return { plan: "I list what is there.", blocks: [say(`This is scheduled:\n${lines.join("\n")}`)] };
}

/** A reminder that is due says what is to be remembered. Null where the instruction is something to do. */
export function dueReminder(instruction: string): Step | null {
  const reminder = /^Remind ([^:\n]{1,60}): ([\s\S]+)$/.exec(instruction.trim());
  if (reminder === null) return null;
  return {
    plan: "A reminder is due: I say it.",
    blocks: [say(`Reminder for ${reminder[1] ?? "the team"}: ${reminder[2] ?? ""}`)],
  };
}

/** What a scheduled run says that no pattern can work on: honest, so that a person looks. */
export function beyondSchedule(instruction: string): Step {
  return {
    plan: "None of my patterns fits what is scheduled, so I say so.",
    blocks: [say(`This is due: “${instruction.trim()}” ${STAND_IN}, and no pattern of mine can do it.`)],
  };
}

function told(failure: string | null, data: Readonly<Record<string, unknown>>): Step {
  if (failure !== null)
    return {
      plan: "It was not scheduled, so I say why.",
      blocks: [say(`I could not schedule it: ${failure}`)],
    };
  const [row] = itemsOf(data);
  if (row === undefined) return { plan: "It is done.", blocks: [say("It is scheduled.")] };
  const when = asText(row["when"]);
  const what = `“${asText(row["instruction"])}”`;
  const text =
    row["status"] === "proposed"
      ? `I have proposed it: ${when}, I would run ${what}. Nothing runs before a colleague starts it on the Schedules page.`
      : `Scheduled. ${when}, I run: ${what}. You can pause or delete it under Schedules.`;
  return { plan: "I say exactly what will be run and when.", blocks: [say(text)] };
}

function askWhen({ ask }: Toolbox): Step {
  const question = "When? Say a day and a time, such as “Friday at 9am” or “every Monday at 9”.";
  const plan = "I cannot read when, so I ask.";
  if (ask === null) return { plan, blocks: [say(question)] };
  const purpose = ask.has.has("requiredFor") ? { requiredFor: "Choosing the time" } : {};
  return { plan, blocks: [use(ask, { [ask.fields.question]: question, ...purpose })] };
}

/** When in local time, and the words it was read from. */
function readWhen(
  text: string,
  now: { readonly nowMs: number; readonly timeZone: string },
): { readonly when: When; readonly words: readonly string[] } | null {
  const every = EVERY.exec(text);
  if (every !== null) return readEvery(text, every);
  const local = localNow(now.nowMs, now.timeZone);
  // The local clock as if it were UTC: chrono then reckons in the team's own time, whatever this machine's zone is.
  const reference = { instant: new Date(`${local}Z`), timezone: 0 };
  const [found] = chrono.parse(text, reference, { forwardDate: true });
  if (found === undefined) return null;
  const chosen = found.start.date().toISOString().slice(0, 16);
  const at = found.start.isCertain("hour") ? chosen : `${chosen.slice(0, 10)}T09:00`;
  return { when: { at }, words: [found.text] };
}

function readEvery(text: string, every: RegExpExecArray): { when: When; words: readonly string[] } | null {
  const clock = AT.exec(text);
  const [hour, minute] = clockOf(clock?.[1] ?? (/evening/i.test(every[0]) ? "6pm" : "9am"));
  const words = [every[0], ...(clock === null ? [] : [clock[0].trim()])];
  const period = every[1]?.toLowerCase();
  if (period === "weekday") return { when: { cron: `${minute} ${hour} * * 1-5` }, words };
  if (period === "month") return { when: { cron: `${minute} ${hour} 1 * *` }, words };
  if (period !== undefined) return { when: { cron: `${minute} ${hour} * * *` }, words };
  const named = (every[2] ?? "").toLowerCase();
  const days = DAYS.flatMap((day, index) => (named.includes(day) ? [index] : []));
  return { when: { cron: `${minute} ${hour} * * ${days.join(",")}` }, words };
}

function clockOf(written: string): [number, number] {
  if (/noon/i.test(written)) return [12, 0];
  if (/midnight/i.test(written)) return [0, 0];
  const [, hours, minutes, half] = /(\d{1,2})(?::(\d{2}))?\s*([ap])?/i.exec(written) ?? [];
  const hour = Number(hours ?? 9) % 24;
  const late = half?.toLowerCase() === "p" && hour < 12 ? 12 : 0;
  return [half?.toLowerCase() === "a" && hour === 12 ? 0 : hour + late, Number(minutes ?? 0)];
}

/** Date and time of a zone, `2026-11-22T09:00:00`. */
export function localNow(nowMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
    .format(new Date(nowMs))
    .replace(" ", "T");
}

/** What is left when the words that say when are taken out. */
function whatOf(text: string, taken: readonly string[]): string {
  const left = taken.reduce((rest, words) => rest.replace(words, " "), text);
  return left
    .replace(/\s+/g, " ")
    .replace(/^[\s,:;-]*(?:(?:to|that|about|on|at|of|and)\b[\s,:]*)+/i, "")
    .replace(/[\s,:;]*\b(?:on|at|by|and)?[\s,:;]*$/i, "")
    .trim();
}

function title(what: string): string {
  const line = capital(what.replace(/[.!?]+$/, ""));
  return line.length <= 60 ? line : `${line.slice(0, 59).trimEnd()}…`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function itemsOf(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  return Array.isArray(data["content"]) ? data["content"].map(record) : [];
}

function stateOf(row: Readonly<Record<string, unknown>>): string {
  const status = asText(row["status"]);
  return status === "active" ? "" : ` (${status})`;
}
