/** Plays for reminders, schedules, notes, calendars and new contacts. */
import { act, ask, lastCall, look, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import { nearest } from "./nearest.ts";
import { firstName, nameGiven } from "./people.ts";
import { offer } from "./offers.ts";
import { bullets, field, lineOf, listIn, rowsOf } from "./results.ts";
import { daysIn, keywords, numberIn, shownDays, shownTime, whenIn, type Days } from "./slots.ts";
import { first, record } from "./transcript.ts";
import { swap, upper } from "./words.ts";

const REMIND =
  /^.*?\bremind (me|us|the team)\b\s*|^(?:please )?(?:set|make|create) (?:up )?(?:a |an )?reminder\b\s*/i;

/** Whether words want something done later or again and again. */
export function isPlan(words: string): boolean {
  const isOther =
    /^(?:remind (?!me\b|us\b|the team\b)|(?:please )?(?:stop|delete|cancel|remove|list|show|what|which|tell|text|let|e-?mail|does|do|is|who|how)\b)/i;
  return /\b(?:remind(?:er)?|every (?!one)|each|weekly|daily)\b/i.test(words) && !isOther.test(words);
}

/** Makes a schedule of a wish, in the colleague's own words. Asks when, where the words do not say; `old` makes room for it. */
export function* planned(scene: Scene, wish = scene.words, old?: string): Play {
  const words = wish.replace(/^(?:please |can you |could you )+/i, "").replace(/[.!?]+$/, "");
  const question = "When? Say a day and a time, such as “Friday at 9am” or “every Monday at 9”.";
  const said = whenIn(words, scene.local);
  const when = said ?? whenIn(yield* ask(scene, question, "A time for it"), scene.local);
  if (when === null) throw new Stop("I couldn't read a time from that. Say it like “Friday at 9am”.");
  const { rest, ...time } = said === null ? { ...when, rest: words } : said;
  if (time.at !== undefined && time.at < scene.local.slice(0, 16))
    throw new Stop(`${shownTime(time.at)} is past. Say a time to come.`);
  // Words around what is to be done belonged to the time.
  const what = rest
    .replace(REMIND, "")
    .replace(/^(?:schedule|set up|plan)\b\s*/i, "")
    .replace(/^[\s,:-]*(?:(?:to|that|about|on|at|for|of|and|by)\b[\s,:]*)+/i, "")
    .trim()
    .replace(/[\s,:;-]+(?:on|at|by|and)?$/i, "");
  if (what === "") throw new Stop("What should happen then? Say it in one sentence with the time.");
  const isForTeam = scene.speaker === null || /\bremind (?:us|the team)\b/i.test(words);
  const whom = isForTeam ? "the team" : firstName(scene.speaker ?? "");
  const instruction = REMIND.test(words) ? `Remind ${whom}: ${what}` : upper(what);
  const tell = REMIND.test(words) && isForTeam ? "team" : undefined;
  const unschedule: Wanted[] = old === undefined ? [] : [["delete_schedule", { id: old }]];
  const made: Wanted = ["create_schedule", { title: upper(what).slice(0, 60), instruction, tell, ...time }];
  yield* act(`I'll schedule “${instruction}”.`, ...unschedule, made);
  const row = rowsOf(scene.done.findLast(({ tool }) => tool === "create_schedule")?.result?.data).at(0) ?? {};
  const told = `${field(row, "when")}: “${field(row, "instruction")}”`;
  return field(row, "status") === "proposed"
    ? `I've proposed it: ${told}. It starts once someone starts it under Schedules.`
    : `Scheduled. ${told}. You can pause or delete it under Schedules.`;
}

/** The last schedule's wish, changed as the words ask; null where there is none, or no rule of the demo's does it. */
export function changedPlan(scene: Scene): { readonly old: string; readonly wish: string } | null {
  const last = lastCall(scene, "create_schedule", "send_message", "send_email");
  const asked = scene.before.findLast((event) => event.kind === "said" && isPlan(event.text));
  const wish = asked?.kind === "said" ? swap(asked.text, scene.words) : null;
  const old = rowsOf(last?.result?.data, ["id"]).map((row) => field(row, "id"))[0];
  return last?.tool !== "create_schedule" || wish === null || old === undefined ? null : { old, wish };
}

/** Deletes the schedule that words name. Asks where several could be meant. */
export function* unscheduled(scene: Scene): Play {
  const [found] = yield* look("", ["list_schedules", {}]);
  const words = keywords(scene.words).filter(
    (word) => !/^(?:delete|cancel|remove|stop|remind|schedule|report)/.test(word),
  );
  const named = rowsOf(found?.data, ["id"]).filter((row) =>
    keywords(field(row, "title")).some((word) => words.includes(word)),
  );
  const [only, ...others] = named;
  if (only === undefined)
    throw new Stop(bullets("No schedule has that name. There are", listIn(found), "Nothing is scheduled."));
  const answer =
    others.length === 0 ? "" : yield* ask(scene, "Which one?", "More than one schedule", named.map(lineOf));
  const chosen = named.find((row) => lineOf(row) === answer) ?? only;
  yield* act("", ["delete_schedule", { id: field(chosen, "id") }]);
  return `Deleted: “${field(chosen, "title")}”.`;
}

const NOTE =
  /^(?:please |can you )*(?:remember|note|make a note|write down|keep in mind|don['’]t forget)(?: down)?(?:\s*:|,| that)?\s+(?:that |of )?(?!when|what|who|how|the time)(\S+ \S+ .+?)\.?$/i;

/** What is to be noted; empty where words hold nothing to note. */
export function noteIn(words: string): string {
  return upper(first(NOTE, words.trim()));
}

/** Notes what is to be remembered, in the colleague's own words: in the area it is near to, or in today's notes. */
export function* noted(scene: Scene): Play {
  const note = noteIn(scene.words);
  const areas = scene.areas.map((name) => ({ name, when: name.replaceAll("-", " ") }));
  const [best] = nearest(note, areas, scene.embed);
  const isNear = best !== undefined && best.score >= 0.3;
  const path = isNear ? `areas/${best.row.name}.md` : `daily_notes/${scene.local.slice(0, 10)}_notes.md`;
  yield* act(`I'll note that in ${path}.`, ["append_file", { path, text: `- ${note}` }]);
  return `Noted in ${path}: “${note}”`;
}

/** What stands in the calendars: "my" is the speaker's, "Priya's" hers, else everyone's. */
export function* calendar(scene: Scene): Play {
  const { words, speaker } = scene;
  const days = daysOf(scene);
  const named =
    first(/\b(\p{Lu}\p{L}+)['’]s (?:calendar|day|week|schedule)/u, words) ||
    first(/\b[Ii]s (\p{Lu}\p{L}+) (?:free|busy|available)/u, words);
  const isMine = /\b(?:my|am i|do i|i have)\b/i.test(words);
  const whose = isMine ? (speaker ?? "") : named;
  const [found] = yield* look("", ["list_events", { from: days.from, to: days.to, calendar: whose }]);
  const which = whose === "" ? "the calendars" : isMine ? "your calendar" : `${whose}'s calendar`;
  const on = `on ${which}, ${shownDays(days)}`;
  return bullets(upper(on), rowsOf(record(found?.data)["items"]).map(lineOf), `There's nothing ${on}.`);
}

/** When everyone is free. */
export function* freeTimes(scene: Scene): Play {
  const days = daysOf(scene);
  const [, count = "1", unit = "hour"] = /(\d+) ?(hours?|minutes?|mins?)\b/i.exec(scene.words) ?? [];
  const minutes = /\bhalf an hour\b/i.test(scene.words) ? 30 : Number(count) * (/^m/i.test(unit) ? 1 : 60);
  const [found] = yield* look("", ["list_events", { from: days.from, to: days.to, freeFor: minutes }]);
  const times = rowsOf(record(found?.data)["free"], ["from"]).map(
    (row) => `${shownTime(field(row, "from"))} to ${shownTime(field(row, "to"))}`,
  );
  const none = `No time is free in all the calendars I can see, ${shownDays(days)}.`;
  return bullets(`Free in all the calendars I can see, ${shownDays(days)}`, times.slice(0, 8), none);
}

function daysOf({ words, local }: Scene): Days {
  const today = local.slice(0, 10);
  return daysIn(words, local) ?? { from: today, to: today, at: null };
}

/** An appointment: the day is shown, and a reminder is offered instead, as there is no tool for entries. */
export function* booked(scene: Scene): Play {
  const { from, to, at } = daysIn(scene.words, scene.local) ?? { from: "", to: "", at: null };
  if (at === null) throw new Stop("For when? Say it with a day and a time, such as “Friday at 3pm”.");
  const day =
    /\s*(?:\b(?:in|on|to) (?:the|my) calendar|\b(?:on |for |at )?(?:next |this )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|at \d)).*$/i;
  const title = scene.words.replace(/^(?:please |can you )*\w+(?: up)? (?:an? |the )?/i, "").replace(day, "");
  const [found] = yield* look("", ["list_events", { from, to }]);
  const entries = rowsOf(record(found?.data)["items"]).map(lineOf);
  const seen = bullets(
    `${shownTime(from)} so far`,
    entries,
    `Nothing is in the calendars on ${shownTime(from)}.`,
  );
  const wish = `Remind me on ${shownTime(`${from} ${at}`)} about the ${title}`;
  return yield* offer(scene, `I can't add calendar entries here. ${seen}\n`, [wish]);
}

/** A new contact in words. Throws Stop where they hold no name. */
export function* newContact({ words }: Scene): Play {
  const named = first(
    /\b(?:as|for|contact|[Aa]dd|[Ss]ave) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})/u,
    words,
  );
  const [firstName, ...rest] = nameGiven(named).split(" ");
  const call: Wanted = ["create_contact", { firstName, lastName: rest.join(" "), number: numberIn(words) }];
  return yield* act("Here's the contact. It'll be saved once someone approves it.", call);
}
