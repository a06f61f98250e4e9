/** Plays for reminders, schedules, notes, calendars and sums. */
import { keywords } from "./asked.ts";
import { nearest } from "./nearest.ts";
import { nameGiven, numberIn } from "./people.ts";
import { act, ask, callsBefore, look, Stop, type Play, type Scene, type Wanted } from "./play.ts";
import { bullets, field, lineOf, rowsOf } from "./results.ts";
import { offer } from "./suggestions.ts";
import { readDays, readWhen, shownDays, shownTime, type Days } from "./times.ts";
import { record } from "./transcript.ts";
import { firstName, swap, upper } from "./words.ts";

const REMIND =
  /^.*?\bremind (me|us|the team)\b\s*|^(?:please )?(?:set|make|create) (?:up )?(?:a |an )?reminder\b\s*/i;
/** Words around what is to be done that belonged to the time. */
const LEADING = /^[\s,:-]*(?:(?:to|that|about|on|at|for|of|and|by)\b[\s,:]*)+/i;
const TRAILING = /[\s,:;-]+(?:on|at|by|and)?$/i;

/** Whether words want something done later or again and again. */
export function isPlan(words: string): boolean {
  const later = /\b(?:remind(?:er)?|every|each|weekly|daily)\b/i.test(words);
  return (
    later &&
    !/^(?:remind (?!me\b|us\b|the team\b)|(?:please )?(?:stop|delete|cancel|remove|list|show|what|which|tell|text|let|e-?mail|does|do|is|who|how)\b)/i.test(
      words,
    )
  );
}

/** Makes a schedule of a wish, in the colleague's own words. Asks when, where the words do not say; `old` makes room for it. */
export function* planned(scene: Scene, wish = scene.words, old?: string): Play<string> {
  const words = wish.replace(/^(?:please |can you |could you )+/i, "").replace(/[.!?]+$/, "");
  const question = "When? Say a day and a time, such as “Friday at 9am” or “every Monday at 9”.";
  const said = readWhen(words, scene.local);
  const when = said ?? readWhen(yield* ask(scene, question, "A time for it"), scene.local);
  if (when === null) throw new Stop("I couldn't read a time from that. Say it like “Friday at 9am”.");
  const { rest, ...time } = said === null ? { ...when, rest: words } : said;
  if (time.at !== undefined && time.at < scene.local.slice(0, 16))
    throw new Stop(`${shownTime(time.at)} is past. Say a time to come.`);
  const made = instructed(words, rest, scene);
  const unschedule: Wanted[] = old === undefined ? [] : [["unschedule", { id: old }]];
  yield* act(`I'll schedule “${made.instruction}”.`, ...unschedule, ["schedule", { ...made, ...time }]);
  return scheduled(scene);
}

/** What is to be done then, and whom it tells. Throws Stop where the words say only when. */
function instructed(words: string, rest: string, { speaker }: Scene) {
  const task = rest.replace(REMIND, "").replace(/^(?:schedule|set up|plan)\b\s*/i, "");
  const what = task.replace(LEADING, "").trim().replace(TRAILING, "");
  if (what === "") throw new Stop("What should happen then? Say it in one sentence with the time.");
  const title = upper(what).slice(0, 60);
  if (!REMIND.test(words)) return { title, instruction: upper(what) };
  if (speaker === null || /\bremind (?:us|the team)\b/i.test(words))
    return { title, instruction: `Remind the team: ${what}`, tell: "team" };
  return { title, instruction: `Remind ${firstName(speaker)}: ${what}` };
}

/** What became of the schedule that was just made. */
function scheduled({ done, toolbox }: Scene): string {
  const call = done.findLast((one) => toolbox.roleOf(one) === "schedule");
  const made = rowsOf(call?.result?.data).at(0) ?? {};
  const told = `${field(made, "when")}: “${field(made, "instruction")}”`;
  return field(made, "status") === "proposed"
    ? `I've proposed it: ${told}. It starts once someone starts it under Schedules.`
    : `Scheduled. ${told}. You can pause or delete it under Schedules.`;
}

/** The last schedule's wish, changed as the words ask; null where there is none, or no rule of the demo's does it. */
export function changedPlan(scene: Scene): { readonly old: string; readonly wish: string } | null {
  const [last] = callsBefore(scene, "schedule", "sendText", "sendMail");
  if (last === undefined || scene.toolbox.roleOf(last) !== "schedule") return null;
  const asked = scene.before.findLast((event) => event.kind === "said" && isPlan(event.text));
  const wish = asked?.kind === "said" ? swap(asked.text, scene.words) : null;
  const old = rowsOf(last.result?.data, ["id"]).map((row) => field(row, "id"))[0];
  return wish === null || old === undefined ? null : { old, wish };
}

/** Deletes the schedule that words name. Asks where several could be meant. */
export function* unscheduled(scene: Scene): Play<string> {
  const [found] = yield* look("", ["schedules", {}]);
  const all = rowsOf(found?.data, ["id"]);
  const words = keywords(scene.words).filter(
    (word) => !/^(?:delete|cancel|remove|stop|remind|schedule|report)/.test(word),
  );
  const named = all.filter((row) => words.some((word) => keywords(field(row, "title")).includes(word)));
  const [first, ...others] = named;
  if (first === undefined)
    throw new Stop(bullets("No schedule has that name. There are", all.map(lineOf), "Nothing is scheduled."));
  const answer =
    others.length === 0 ? "" : yield* ask(scene, "Which one?", "More than one schedule", named.map(lineOf));
  const chosen = named.find((row) => lineOf(row) === answer) ?? first;
  yield* act("", ["unschedule", { id: field(chosen, "id") }]);
  return `Deleted: “${field(chosen, "title")}”.`;
}

const NOTE =
  /^(?:please |can you )*(?:remember|note|make a note|write down|keep in mind|don['’]t forget)(?: down)?(?:\s*:|,| that)?\s+(?:that |of )?(.{4,}?)\.?$/i;

/** Whether words hold something to note. */
export function isNote(words: string): boolean {
  const note = NOTE.exec(words.trim())?.[1] ?? "";
  return note.split(" ").length > 2 && !/^(?:when|what|who|how|the time)\b/i.test(note);
}

/** Notes what is to be remembered, in the colleague's own words: in the area it is near to, or in today's notes. */
export function* noted(scene: Scene): Play<string> {
  const note = upper(NOTE.exec(scene.words.trim())?.[1] ?? "");
  const areas = scene.areas.map((name) => ({ name, when: name.replaceAll("-", " ") }));
  const [best] = nearest(note, areas, scene.embed);
  const isNear = best !== undefined && best.score >= 0.3;
  const path = isNear ? `areas/${best.row.name}.md` : `daily_notes/${scene.local.slice(0, 10)}_notes.md`;
  yield* act(`I'll note that in ${path}.`, ["append", { path, text: `- ${note}` }]);
  return `Noted in ${path}: “${note}”`;
}

/** Whose calendar is meant: "my" is the speaker's, "Priya's" hers; undefined for everyone's. */
function calendarOf({ words, speaker }: Scene): string | undefined {
  if (/\b(?:my|am i|do i|i have)\b/i.test(words)) return speaker ?? undefined;
  const named =
    /\b(\p{Lu}\p{L}+)['’]s (?:calendar|day|week|schedule)|\b[Ii]s (\p{Lu}\p{L}+) (?:free|busy|available)/u.exec(
      words,
    );
  return named?.[1] ?? named?.[2];
}

/** What stands in the calendars. */
export function* calendar(scene: Scene): Play<string> {
  const days = daysOf(scene);
  const whose = calendarOf(scene);
  const [found] = yield* look("", ["events", { from: days.from, to: days.to, calendar: whose }]);
  const which = whose === scene.speaker ? "your calendar" : `${whose ?? ""}'s calendar`;
  const on = `on ${whose === undefined ? "the calendars" : which}, ${shownDays(days)}`;
  return bullets(upper(on), rowsOf(record(found?.data)["items"]).map(lineOf), `There's nothing ${on}.`);
}

/** When everyone is free. */
export function* freeTimes(scene: Scene): Play<string> {
  const days = daysOf(scene);
  const [, count = "1", unit = "hour"] = /(\d+) ?(hours?|minutes?|mins?)\b/i.exec(scene.words) ?? [];
  const minutes = /\bhalf an hour\b/i.test(scene.words) ? 30 : Number(count) * (/^m/i.test(unit) ? 1 : 60);
  const [found] = yield* look("", ["events", { from: days.from, to: days.to, freeFor: minutes }]);
  const free = rowsOf(record(found?.data)["free"], ["from"]);
  const times = free.map((row) => `${shownTime(field(row, "from"))} to ${shownTime(field(row, "to"))}`);
  return bullets(
    `Free in all the calendars I can see, ${shownDays(days)}`,
    times.slice(0, 8),
    `That time doesn't exist: ${shownDays(days)}.`,
  );
}

function daysOf({ words, local }: Scene): Days {
  const today = local.slice(0, 10);
  return readDays(words, local) ?? { from: today, to: today, at: null };
}

/** An appointment: proposed where there is a tool for it; else the day is shown, and a reminder is offered instead. */
export function* booked(scene: Scene): Play<string> {
  const { from, to, at } = readDays(scene.words, scene.local) ?? { from: "", to: "", at: null };
  if (at === null || /\btask\b/.test(scene.words))
    throw new Stop("For when? Say it with a day and a time, such as “Friday at 3pm”.");
  const asked = scene.words.replace(/^(?:please |can you )*\w+(?: up)? (?:an? |the )?/i, "");
  const day =
    /\s*(?:\b(?:in|on|to) (?:the|my) calendar|\b(?:on |for |at )?(?:next |this )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|at \d)).*$/i;
  const title = upper(asked.replace(day, ""));
  const end = `${String((Number(at.slice(0, 2)) + 1) % 24).padStart(2, "0")}${at.slice(2)}`;
  const entry: Wanted = ["addEvent", { title, start: `${from}T${at}`, end: `${from}T${end}` }];
  if (scene.toolbox.has("addEvent")) return yield* act(`Here's the entry: ${title}.`, entry);
  const [found] = yield* look("", ["events", { from, to }]);
  const entries = rowsOf(record(found?.data)["items"]).map(lineOf);
  const seen = bullets(
    `${shownTime(from)} so far`,
    entries,
    `Nothing is in the calendars on ${shownTime(from)}.`,
  );
  const wish = `Remind me on ${shownTime(`${from} ${at}`)} about the ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return yield* offer(scene, `I can't add calendar entries here. ${seen}\n`, [wish]);
}

/** A new contact in words; null where number or name is missing. */
export function* newContact(scene: Scene): Play<string> {
  const named =
    /\b(?:as|for|contact|[Aa]dd|[Ss]ave) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})/u.exec(
      scene.words,
    )?.[1] ?? "";
  const [firstName = "", ...rest] = nameGiven(named).split(" ");
  const call: Wanted = [
    "addContact",
    { firstName, lastName: rest.join(" ") || undefined, number: numberIn(scene.words) },
  ];
  return yield* act("Here's the contact. It'll be saved once someone approves it.", call);
}
