/** Reminders, schedules, notes, calendars and sums. */
import { swap, upper } from "./drafting.ts";
import { isForGroup } from "./message.ts";
import { nearest } from "./nearest.ts";
import { numberIn, telling } from "./people.ts";
import { ask, callsBefore, look, Stop, type Play, type Scene } from "./play.ts";
import { tableOf } from "./results.ts";
import { bullets, entryLine } from "./shown.ts";
import { offerThese } from "./suggestions.ts";
import { addDays, clockTime, dayName, momentIn, readDays, readWhen, shownSpan } from "./times.ts";
import { keywords } from "./topics.ts";
import { asText, type Result } from "./transcript.ts";

type Days = { readonly from: string; readonly to: string };
type Found = Result | null | undefined;

const REMIND =
  /^.*?\bremind (me|us|the team)\b\s*|^(?:please )?(?:set|make|create) (?:up )?(?:a |an )?reminder\b\s*/i;
/** Words around what is to be done that are no part of it, but belonged to the time. */
const LEADING = /^[\s,:-]*(?:(?:to|that|about|on|at|for|of|and|by)\b[\s,:]*)+/i;
const TRAILING = /[\s,:;-]+(?:on|at|by|and)?$/i;

/** Whether words want something done later or again and again. */
export function isPlan({ words }: Scene): boolean {
  const later = /\b(?:remind(?:er)?|every|each|weekly|daily)\b/i.test(words);
  const other =
    /^(?:remind (?!me\b|us\b|the team\b)|(?:please )?(?:stop|delete|cancel|remove|list|show|what|which)\b)/i;
  return later && !isForGroup(words) && !other.test(words);
}

/** What to schedule: when, and the instruction in the colleague's own words. Asks when, where the words do not say. */
export function* planned(scene: Scene): Play<Record<string, unknown> & { readonly instruction: string }> {
  const wish = scene.words.replace(/^(?:please |can you |could you )+/i, "").replace(/[.!?]+$/, "");
  const said = readWhen(wish, scene.local);
  const question = {
    text: "When? Say a day and a time, such as “Friday at 9am” or “every Monday at 9”.",
    reason: "A time for it",
  };
  const when = said ?? readWhen(yield* ask(scene, question), scene.local);
  if (when === null) throw new Stop("I couldn't read a time from that. Say it like “Friday at 9am”.");
  const isReminder = REMIND.test(wish);
  const rest = (said === null ? wish : said.rest)
    .replace(REMIND, "")
    .replace(/^(?:schedule|set up|plan)\b\s*/i, "");
  const begun = rest.replace(LEADING, "").trim();
  const what = TRAILING.test(wish) ? begun : begun.replace(TRAILING, "");
  if (what === "") throw new Stop("What should happen then? Say it in one sentence with the time.");
  const whom = reminded(wish, scene.speaker);
  const instruction = isReminder ? `Remind ${whom ?? "the team"}: ${what}` : upper(what);
  const { rest: _rest, ...time } = when;
  return {
    title: upper(what).slice(0, 60),
    instruction,
    ...time,
    ...(whom === null && isReminder ? { tell: "team" } : {}),
  };
}

/** The first name of who speaks and wants to be reminded; null for the team. */
function reminded(wish: string, speaker: string | null): string | null {
  const isTeam = /^(?:us|the team)$/i.test(REMIND.exec(wish)?.[1] ?? "");
  return isTeam ? null : (speaker?.split(" ")[0] ?? null);
}

/** What became of a schedule that was just made. */
export function scheduled({ done, toolbox }: Scene): string {
  const made = done.findLast((call) => toolbox.roleOf(call) === "schedule");
  const [one] = tableOf(made?.result, "instruction", "when");
  if (one === undefined) return "It's scheduled. You can pause or delete it under Schedules.";
  return one.row["status"] === "proposed"
    ? `I've proposed it: ${one.when}, “${one.instruction}”. It starts once someone starts it under Schedules.`
    : `Scheduled. ${one.when}: “${one.instruction}”. You can pause or delete it under Schedules.`;
}

/** The last schedule's wish, changed as the words ask; null where there is none, or no rule of the demo's does it. */
export function changedPlan(scene: Scene): { readonly old: string; readonly wish: string } | null {
  const [last] = callsBefore(scene, "schedule", "sendText", "sendMail");
  const [made] = tableOf(last?.result, "id", "when");
  const asked = scene.before.findLast(
    (event) => event.kind === "said" && isPlan({ ...scene, words: event.text }),
  );
  if (made === undefined || last === undefined || scene.toolbox.roleOf(last) !== "schedule") return null;
  const wish = asked?.kind === "said" ? swap(asked.text, scene.words) : null;
  return wish === null ? null : { old: made.id, wish };
}

/** Slot: the new schedule in the old one's place. */
export function* replanned(scene: Scene): Play<Record<string, unknown> & { readonly old: string }> {
  const { old, wish } = changedPlan(scene) ?? { old: "", wish: scene.words };
  return { ...(yield* planned({ ...scene, words: wish })), old };
}

/** The schedule that words name. Asks where several could be meant. */
export function* scheduleNamed(scene: Scene): Play<{ id: string; title: string }> {
  const [found] = yield* look("Looking at the schedules.", { role: "schedules", values: {} });
  const all = tableOf(found, "id", "title");
  const words = keywords(scene.words).filter(
    (word) => !/^(?:delete|cancel|remove|stop|remind|schedule|report)/.test(word),
  );
  const named = all.filter(({ title }) => words.some((word) => telling(title).includes(word)));
  const titles = (rows: readonly { readonly title: string }[]): string[] => rows.map(({ title }) => title);
  const [only, ...others] = named;
  if (only === undefined)
    throw new Stop(bullets("No schedule has that name. There are", titles(all), "Nothing is scheduled."));
  if (others.length === 0) return only;
  const option = ({ title, row }: (typeof named)[number]): string => `${title}: ${asText(row["when"])}`;
  const answer = yield* ask(scene, {
    text: "Which one?",
    options: named.map(option),
    reason: "More than one schedule",
  });
  return named.find((one) => option(one) === answer) ?? only;
}

/** What is to be remembered, in the colleague's own words, and where: the area it is near to, or today's notes. Null where nothing is. */
export function noteIn({
  words,
  files,
  today,
  embed,
}: Scene): { readonly words: string; readonly path: string } | null {
  const asked =
    /^(?:please |can you )*(?:remember|note|make a note|write down|keep in mind|don['’]t forget)(?: down)?(?:\s*:|,| that)?\s+(?:that |of )?(.{4,}?)\.?$/i;
  const note = asked.exec(words.trim())?.[1];
  if (note === undefined || /^(?:that|this)$/i.test(note)) return null;
  const areas = files
    .filter((path) => /^areas\/[^/]+\.md$/.test(path))
    .map((path) => ({ path, when: [path.slice("areas/".length, -".md".length).replaceAll("-", " ")] }));
  const [best] = nearest(note, areas, embed);
  const path = best !== undefined && best.score >= 0.3 ? best.entry.path : `daily_notes/${today}_notes.md`;
  return { words: upper(note), path };
}

/** The days words ask about. */
export function daysAsked({ words, local }: Scene): Days {
  const { from, to } = readDays(words, local);
  return { from, to };
}

/** The days in which a common time is looked for: the coming week, where the words name none. */
export function daysToMeet({ words, local, today }: Scene): Days {
  const { from, to, isNamed } = readDays(words, local);
  return isNamed ? { from, to } : { from: addDays(today, 1), to: addDays(today, 7) };
}

/** Whose calendar is meant: "my" is the speaker's, "Priya's" hers; undefined for everyone's. */
export function calendarOf({ words, speaker }: Scene): string | undefined {
  if (/\b(?:my|am i|do i|i have)\b/i.test(words)) return speaker ?? undefined;
  const named =
    /\b(\p{Lu}\p{L}+)['’]s (?:calendar|day|week|schedule)|\bis (\p{Lu}\p{L}+) (?:free|busy|available)/u.exec(
      words,
    );
  return named?.[1] ?? named?.[2];
}

/** How long words say that something takes; an hour where they do not say. */
export function minutesIn(words: string): number {
  if (/\bhalf an hour\b/i.test(words)) return 30;
  const [, count = "1", unit = "hour"] = /(\d+) ?(hours?|minutes?|mins?)\b/i.exec(words) ?? [];
  return Number(count) * (/^m/i.test(unit) ? 1 : 60);
}

function spanOf({ from, to }: Days): string {
  return from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`;
}

/** Entries of the calendars that were asked for. */
export function calendar(days: Days, scene: Scene, found: Found): string {
  const whose = calendarOf(scene);
  const which =
    whose === undefined ? "the calendars" : whose === scene.speaker ? "your calendar" : `${whose}'s calendar`;
  const on = `on ${which}, ${spanOf(days)}`;
  return bullets(upper(on), tableOf(found, "title", "start").map(entryLine), `There's nothing ${on}.`);
}

/** When everyone is free. */
export function freeTimes(days: Days, found: Found): string {
  const times = tableOf(found, "from", "to").map(({ from, to }) =>
    shownSpan(momentIn(from, "UTC"), momentIn(to, "UTC")),
  );
  const when = spanOf(days);
  return bullets(
    `Free in all the calendars I can see, ${when}`,
    times.slice(0, 8),
    `There's no such time in all the calendars I can see, ${when}.`,
  );
}

/** An appointment: proposed where there is a tool for it; else the day is looked at, and what can be done instead is offered. */
export function* booked(scene: Scene): Play<string> {
  const { from, at } = readDays(scene.words, scene.local);
  const asked = scene.words.replace(
    /^(?:please |can you )*(?:schedule|put|book|create|add|make|set up) (?:an? |the )?/i,
    "",
  );
  const title = upper(asked.replace(/[.!?]+$/, ""));
  const start = at ?? "09:00";
  const end = `${String((Number(start.slice(0, 2)) + 1) % 24).padStart(2, "0")}${start.slice(2)}`;
  if (scene.toolbox.has("addEvent")) {
    const values = { title, start: `${from}T${start}`, end: `${from}T${end}` };
    const [made] = yield* look(`Here's the entry: ${title}.`, { role: "addEvent", values });
    if (made !== null) return "It's waiting for a decision.";
  }
  const [found] = yield* look("Looking at the calendars.", { role: "events", values: { from, to: from } });
  const day = dayName(from);
  const entries = tableOf(found, "title", "start").map(entryLine);
  const when = `${day.split(",")[0] ?? day} at ${clockTime(start)}`;
  const what = title.replace(
    /\s+(?:in the calendar|(?:on |for |at )?(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today)\b.*$/i,
    "",
  );
  const thing = what.charAt(0).toLowerCase() + what.slice(1);
  const whom = /\bwith (?:the )?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/u.exec(scene.words)?.[1];
  const text = `Text ${whom ?? ""} that the ${thing.split(" with ")[0] ?? thing} is on ${when}`;
  const instead = [`Remind me on ${when} about the ${thing}`, ...(whom === undefined ? [] : [text])];
  const said = `I can't add calendar entries here. ${bullets(`${day} so far`, entries, `Nothing is in the calendars on ${day}.`)}`;
  return yield* offerThese(scene, said, instead);
}

/** A sum as JavaScript; null where the words hold none. */
export function sumIn({ words }: Scene): string | null {
  const written = words
    .replace(/(\d),(?=\d{3}\b)/g, "$1")
    .replace(/(\d+(?:\.\d+)?)\s*(?:%|percent) of /gi, "$1 / 100 * ")
    .replace(/\bdivided by\b|÷/gi, "/")
    .replace(/\btimes\b|×|(?<=\d)\s*x\s*(?=\d)/gi, "*")
    .replace(/\bplus\b/gi, "+")
    .replace(/\bminus\b/gi, "-");
  const sum = /\(*-?\d[\d\s.()+*/-]*\d\)*/.exec(written)?.[0]?.trim() ?? "";
  return /\d\s*[-+*/]\s*\(*\d/.test(sum) ? sum : null;
}

/** The number a script came to. */
export function numberOf(found: Found): string {
  const value = /"(?:result|value)":(-?[\d.e+]+)/.exec(found?.text ?? "")?.[1];
  return value === undefined
    ? "no number"
    : new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }).format(Number(value));
}

/** A new contact in words; null where number or name is missing. */
export function newContact({
  words,
}: Scene): { firstName: string; lastName?: string; number: string } | null {
  const number = numberIn(words);
  const [first, ...rest] = (
    /\b(?:as|for|contact|add|save) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*)/u.exec(words)?.[1] ?? ""
  ).split(" ");
  if (number === null || first === undefined || first === "") return null;
  return { firstName: first, number, ...(rest.length === 0 ? {} : { lastName: rest.join(" ") }) };
}
