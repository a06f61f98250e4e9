/** Calendar time that waiting drafts would take once sent. Pure. */
import * as z from "zod";
import { eventFieldsSchema, eventPlaceSchema } from "../../effects/calendar-fields.ts";
import { eventCreate } from "../../effects/event-create.ts";
import type { DraftLine } from "../../../../approvals/index.ts";
import type { CalendarEvent } from "../../../connections/index.ts";
import { isoTime } from "../../../../kernel/clock.ts";
import { momentOf } from "../../../../kernel/local-time.ts";

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

/** Waiting messages that mention times, which may be offers. */
export function draftedOffers(drafts: readonly Draft[]): { readonly to: string; readonly words: string }[] {
  return drafts
    .filter(({ words }) => words !== null && TIME.test(words))
    .slice(0, MOST)
    .map(({ target, words }) => ({ to: target, words: (words ?? "").slice(0, WORDS_CHARS) }));
}
