/** Calendar time that waiting drafts would take once sent. Pure. */
import * as z from "zod";
import { eventFieldsSchema, eventPlaceSchema } from "../effects/calendar-fields.ts";
import { eventCreate } from "../effects/event-create.ts";
import type { DraftLine } from "../../../approvals/index.ts";
import type { CalendarEvent } from "../../connections/index.ts";
import { DAY_MS, isoTime } from "../../../kernel/clock.ts";
import { momentOf } from "../../../kernel/local-time.ts";

const MOST = 10;
const WORDS_CHARS = 300;
/** A time of day in a message: `10 AM`, `10:30`, `a las 10`. */
const TIME = /\b\d{1,2}(?::\d{2})?\s?[ap]\.?m\b|\b\d{1,2}:\d{2}\b|\bnoon\b|\ba las? \d/iu;

const { calendar } = eventPlaceSchema.shape;
const { title, start, end } = eventFieldsSchema.shape;
const entrySchema = z.object({ calendar, title, start, end });

type Draft = Pick<DraftLine, "effects" | "target" | "words">;

/** Waiting new events in these calendars. */
export function draftedEntries(
  drafts: readonly Draft[],
  calendars: ReadonlySet<string>,
  timeZone: string,
): Pick<CalendarEvent, "start" | "end" | "isFree" | "title">[] {
  return drafts.flatMap(({ effects }) =>
    effects.flatMap((effect) => {
      if (effect.kind !== eventCreate.kind) return [];
      const entry = entrySchema.parse(effect.document);
      if (!calendars.has(entry.calendar)) return [];
      const lastMs = momentOf(entry.end, timeZone);
      const endMs = entry.end.length > 10 ? lastMs : lastMs + 24 * 3_600_000;
      const startMs = momentOf(entry.start, timeZone);
      return [{ title: entry.title, start: isoTime(startMs), end: isoTime(endMs), isFree: false }];
    }),
  );
}

/** Waiting messages that mention times and may offer them on these days: their sentences with a time. */
export function draftedOffers(
  drafts: readonly Draft[],
  asked: { readonly from: string; readonly to: string },
): { readonly to: string; readonly words: string }[] {
  return drafts
    .filter(({ words }) => words !== null && TIME.test(words) && mayMean(words, asked))
    .slice(0, MOST)
    .map(({ target, words }) => ({ to: target, words: timesIn(words ?? "").slice(0, WORDS_CHARS) }));
}

function timesIn(words: string): string {
  return words
    .split(/(?<=[.!?])\s+(?=\p{Lu})|\n+/u)
    .filter((sentence) => TIME.test(sentence))
    .join(" ");
}

const WEEKDAY = /\b(?:sun|mon|tues|wednes|thurs|fri|satur)day\b/giu;

/** Whether words that name weekdays name one of these days. Words that name none, or a day in another way, may mean any. */
function mayMean(words: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
  const named = words.match(WEEKDAY)?.map((day) => day.toLowerCase()) ?? [];
  const isOther =
    /\b(?:today|tonight|tomorrow|hoy|mañana)\b|\d{1,2}\/\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d/iu;
  if (named.length === 0 || isOther.test(words)) return true;
  for (let ms = Date.parse(`${from}T00:00:00Z`); ms <= Date.parse(`${to}T00:00:00Z`); ms += DAY_MS) {
    const weekday = new Date(ms).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });
    if (named.includes(weekday.toLowerCase())) return true;
  }
  return false;
}
