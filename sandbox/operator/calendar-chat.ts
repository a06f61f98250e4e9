/** Questions about calendars: what is in them for some days, and when somebody is free. */
import * as chrono from "chrono-node";
import { STAND_IN, type Situation, type Step } from "./reply.ts";
import { localNow } from "./schedules.ts";
import { failureOf } from "./task.ts";
import { say, use } from "./toolbox.ts";
import { asText, record } from "./transcript.ts";

const DAY_MS = 86_400_000;
const ASKS = /\b(?:calendars?|appointments?|showings?|inspections?)\b/i;
const FREE = /\bfree\b/i;
const WHOSE = /\b(?:is|are)\s+(\p{Lu}\p{L}+)\s+(?:\p{L}+\s+)?free\b|\b(\p{Lu}\p{L}+)['’]s\s+calendar\b/u;
const FREE_MINUTES = 30;
/** Questions of what was said or is known, also about showings. */
const OTHERWISE = /\b(?:say|said|wr[io]te|written|mention\w*|know|e-?mails?|texts?|scheduled|schedules)\b/i;

/** Answers a question about calendars; null for any other. */
export function onCalendarWish(situation: Situation): Step | null {
  const { task, toolbox, moment, nowMs } = situation;
  const { calendars } = toolbox;
  const asksFree = FREE.test(task.words);
  const isAsked = /^(?:what|which|when|who|show|list|is|are|do|any)\b/i.test(task.words.trim());
  const isOther = OTHERWISE.test(task.words);
  if (
    calendars === null ||
    !isAsked ||
    isOther ||
    (!ASKS.test(task.words) && !(asksFree && WHOSE.test(task.words)))
  )
    return null;
  const looked = task.done.findLast(({ call }) => call.tool === calendars.name);
  if (looked === undefined) {
    const whose = WHOSE.exec(task.words);
    const who = whose?.[1] ?? whose?.[2];
    return {
      plan: "The calendars tell. I look at the days that are meant.",
      blocks: [
        say("Looking into the calendars."),
        use(calendars, {
          ...daysOf(task.words, { nowMs, timeZone: moment.timeZone }),
          ...(asksFree ? { [calendars.fields.freeFor]: FREE_MINUTES } : {}),
          ...(who === undefined || !calendars.has.has("calendar") ? {} : { calendar: who }),
        }),
      ],
    };
  }
  const failure = failureOf(looked);
  if (failure !== null) return { plan: "It failed, so I say so.", blocks: [say(failure)] };
  const content = record(looked.result.data)["content"];
  const items = (Array.isArray(content) ? content.map(record) : []).filter(
    (item) => !asksFree || item["free"] === true,
  );
  const plan = "The calendars have answered. I say what is there.";
  if (items.length === 0)
    return {
      plan,
      blocks: [say(asksFree ? "Nobody is free then." : "There is nothing in the calendars then.")],
    };
  const lines = items.map((item) =>
    item["free"] === true
      ? `- free ${asText(item["from"])} to ${asText(item["to"])}`
      : `- ${asText(item["start"])}, ${asText(item["calendar"])}: ${asText(item["title"])}${asText(item["location"]) === "" ? "" : `, ${asText(item["location"])}`}`,
  );
  return { plan, blocks: [say(`The calendars say (${STAND_IN}):\n${lines.join("\n")}`)] };
}

/** The days that are meant; a week from today where none are. */
function daysOf(
  words: string,
  { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string },
): { from: string; to?: string } {
  const local = localNow(nowMs, timeZone);
  const reference = { instant: new Date(`${local}Z`), timezone: 0 };
  const [found] = /\bweek\b/i.test(words) ? [] : chrono.parse(words, reference, { forwardDate: true });
  if (found === undefined) return { from: local.slice(0, 10) };
  const from = found.start.date();
  const to = found.end?.date() ?? from;
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  return to.getTime() - from.getTime() > 60 * DAY_MS ? { from: day(from) } : { from: day(from), to: day(to) };
}
