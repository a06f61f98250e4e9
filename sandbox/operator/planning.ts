/** Plays for reminders, schedules, notes and appointments. */
import { act, ask, lastCall, replacedBy, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import { nearest } from "./nearest.ts";
import { offer } from "./offers.ts";
import { firstName } from "./people.ts";
import { field, rowsOf } from "./results.ts";
import { momentIn, shownTime, whenIn, type When } from "./slots.ts";
import { asText, first, type Row } from "./transcript.ts";
import { swap, upper } from "./words.ts";

const REMIND =
  /^.*?\bremind (?:me|us|the team|everyone|everybody)\b\s*|^(?:please )?(?:set|make|create) (?:up )?(?:a |an )?reminder\b\s*/i;
const NO_PLAN =
  /^(?:remind (?!me\b|us\b|the team\b|everyone (?:about|that|to)\b|everybody (?:about|that|to)\b)|(?:please )?(?:stop|delete|cancel|remove|list|show|what|which|tell|text|let|e-?mail|does|do|is|who|how)\b)/i;

/** Whether a request is for later or recurring. */
export function isPlan(words: string): boolean {
  return /\b(?:remind(?:er)?|every (?!one)|each|weekly|daily)\b/i.test(words) && !NO_PLAN.test(words);
}

const AND_THEN =
  /\b(?:and|or)\s+(?:also\s+)?(?:on |at |in )?(?:every|each|today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)/i;

/** “One day before his lease ends”. */
const BESIDE_EVENT = /\b(?:days?|weeks?|months?|hours?|the day) (?:before|after) (?!noon|lunch|tomorrow|\d)/i;

const TWO_TIMES = "I read more than one time in that, so I've done nothing. Say one after the other, please.";

/** Creates a schedule in the colleague's own words. Asks for the time if missing; `old` is replaced. */
export function* planned(scene: Scene, wish = scene.words, old?: string): Play {
  const plain = wish.replace(/^(?:please |can you |could you )+/i, "").replace(/[.!?]+$/, "");
  // In an office day, 4 is in the afternoon.
  const words = /\b(?:morning|night)\b/i.test(plain)
    ? plain
    : plain.replace(/\bat ([1-5](?::\d\d)?)(?= |$)(?! ?[ap]\.?m)/i, "at $1pm");
  if (BESIDE_EVENT.test(words))
    throw new Stop(
      "I can't tie a reminder to another date. Say the day itself, such as “on March 3 at 9am”.",
    );
  const question = "When? Say a day and a time, such as “Friday at 9am” or “every Monday at 9”.";
  const said = whenIn(words, scene.local);
  if (AND_THEN.test(said?.rest ?? "") || /\b(?:and|or) (?:every|each) /i.test(words))
    throw new Stop(TWO_TIMES);
  const when = said ?? whenIn(yield* ask(scene, question, "A time for it"), scene.local);
  if (when === null) throw new Stop("I couldn't read a time from that. Say it like “Friday at 9am”.");
  if (when.at !== undefined && when.at < scene.local.slice(0, 16))
    throw new Stop(`${shownTime(when.at)} is past. Say a time to come.`);
  const input = scheduled(said?.rest ?? words, when, scene);
  const unschedule: Wanted[] = old === undefined ? [] : [["delete_schedule", { id: old }]];
  const assumed = when.isTimeless === true ? " You named no time, so it's 9:00 AM." : "";
  // Words beside calls that need no reading would end the turn.
  yield* act("", ...unschedule, ["create_schedule", input]);
  const made = scene.done.findLast(({ tool }) => tool === "create_schedule");
  return `${rowsOf(made?.result?.data).map(outcome).join("\n")}${assumed}`;
}

function outcome(schedule: Row): string {
  const told = `${field(schedule, "when")}: “${field(schedule, "instruction")}”`;
  return schedule["status"] === "proposed"
    ? `I've proposed it: ${told}. It starts once someone starts it under Schedules.`
    : `Scheduled. ${told}. You can pause or delete it under Schedules.`;
}

/** The task and its recipient. Throws Stop if the request only gives a time. */
function scheduled(words: string, { at, cron }: When, { speaker }: Scene) {
  // Words that belonged to the time expression are removed.
  const what = words
    .replace(REMIND, "")
    .replace(/^(?:schedule|set up|plan)\b/i, "")
    .replace(
      /^[\s,:-]*(?:(?:to|that|about|on|at|for|of|and|by)\b[\s,:]*)*|[\s,:;-]+(?:on|at|by|and)?\s*$/gi,
      "",
    )
    .trim();
  if (what === "") throw new Stop("What should happen then? Say it in one sentence with the time.");
  const title = upper(what).slice(0, 60);
  if (!REMIND.test(words)) return { title, instruction: upper(what), at, cron };
  const isForTeam = speaker === null || /\bremind (?:us|the team|everyone|everybody)\b/i.test(words);
  const whom = isForTeam ? "the team" : firstName(speaker);
  return { title, instruction: `Remind ${whom}: ${what}`, tell: isForTeam ? "team" : undefined, at, cron };
}

/** The last schedule changed as requested; null if there is none, or no rule applies. */
export function changedPlan(scene: Scene): Play | null {
  const last = lastCall(scene, "create_schedule", "send_message", "send_email");
  const asked = scene.before.findLast((event) => event.kind === "said" && isPlan(event.text));
  const wish = asked?.kind === "said" ? swap(asked.text, scene.words) : null;
  const [made] = rowsOf(last?.result?.data, ["id"]);
  const isLast = last?.tool === "create_schedule" && made !== undefined;
  return isLast && wish !== null ? planned(scene, wish, field(made, "id")) : null;
}

/** The calendar entry that was just drafted, at another day or time, as long as before; null if none was. */
export function changedEvent(scene: Scene): Play | null {
  const last = lastCall(scene, "create_event", "create_schedule", "send_message", "send_email");
  const moment = momentIn(scene.words, scene.local);
  const [start, end] = [asText(last?.input["start"]), asText(last?.input["end"])];
  if (last?.tool !== "create_event" || moment === null || start === "") return null;
  const day = /day|tomorrow|tonight|\d(?:st|nd|rd|th)\b|\b(?!at\b)\p{L}{3,} \d/iu.test(moment.words)
    ? moment.day
    : start.slice(0, 10);
  const time = moment.at === undefined ? start.slice(11) : afternoon(moment.at, moment.words);
  const from = time === "" ? day : `${day}T${time}`;
  const until =
    start.length < 16 ? from : new Date(utc(from) + utc(end) - utc(start)).toISOString().slice(0, 16);
  return act(`Here's the entry at the new time: ${asText(last.input["title"])}, ${shownTime(from)}.`, [
    "create_event",
    { ...last.input, start: from, end: until, replaces: replacedBy(last, scene) },
  ]);
}

const utc = (local: string): number => Date.parse(`${local}Z`);

/** In an office day, 3:30 is in the afternoon. */
function afternoon(at: string, words: string): string {
  const hour = Number(at.slice(0, 2));
  return hour > 0 && hour < 7 && !/[ap]\.?m\b|morning/i.test(words) ? `${hour + 12}${at.slice(2)}` : at;
}

const NOTE =
  /^(?:please |can you )*(?:remember|note|make a note|write down|jot down|keep in mind|don['’]t forget)(?: down)?(?:\s*:|,| that)?\s+(?:that |of )?(?!when|what|who|how|the time|it\b|this\b)(\S+ \S+ .+?)\.?$/i;

/** The text to note; may be empty. */
export function noteIn(words: string): string {
  return upper(first(NOTE, words.trim()));
}

/** Saves a note in the colleague's own words: in the nearest area, or in today's notes. */
export function* noted(scene: Scene): Play {
  const note = noteIn(scene.words);
  const areas = scene.areas.map((name) => ({ name, when: name.replaceAll("-", " ") }));
  const [best] = nearest(note, areas, scene.embed);
  const isNear = best !== undefined && best.score >= 0.3;
  const path = isNear ? `areas/${best.row.name}.md` : `daily_notes/${scene.local.slice(0, 10)}_notes.md`;
  yield* act("", ["append_file", { path, text: `- ${note}` }]);
  return `Noted in ${path}: “${note}”`;
}

const BOOK =
  /^(?:please |can you )*\w+(?: up)? (?:an? |the )?(?:calendar (?:event|entry) for (?:an? |the )?)?|\s+(?:in|on|to) (?:the|my|\p{L}+['’]s) calendar\b|\s+(?:on|at|for)?[\s.!]*$/giu;

/** Adds a timed or all-day event; without the tool, offers a reminder. Null if no day is named. */
export function booked(scene: Scene, whose: string): Play | null {
  const earlier = scene.before.findLast((event) => event.kind === "said");
  const isThen = /\b(?:at that time|then)\W*$/i.test(scene.words) && earlier?.kind === "said";
  const moment = momentIn(isThen ? earlier.text : scene.words, scene.local);
  if (moment === null || isPlan(scene.words)) return null;
  const what = scene.words
    .replace(moment.words, "")
    .replace(/\b(?:at that time|then)\W*$/i, "")
    .replace(BOOK, "")
    .replace(/\s+/g, " ");
  if (AND_THEN.test(what) || /\b(?:either|whichever|or)\b/i.test(what)) return offer(scene, TWO_TIMES);
  const start = moment.at === undefined ? moment.day : `${moment.day}T${moment.at}`;
  const hourOn = new Date(Date.parse(`${start.padEnd(16, "T00:00")}Z`) + 3_600_000)
    .toISOString()
    .slice(0, 16);
  const input = {
    calendar: whose || scene.speaker,
    title: upper(what),
    start,
    end: moment.at === undefined ? start : hourOn,
    ...(/\bvideo (?:call|meeting)\b|\b(?:google meet|teams call|teams meeting)\b/i.test(what)
      ? { meet: true }
      : {}),
  };
  const alone = /\bwith \p{Lu}/u.test(what) ? " It invites no one." : "";
  return scene.callFor("create_event", input) === null
    ? offer(scene, "I can't add calendar entries here, but I can remind you of it.", [
        `Remind me ${moment.words} about the ${what}`,
      ])
    : act(`Here's the entry: ${input.title}, ${shownTime(start)}.${alone}`, ["create_event", input]);
}
