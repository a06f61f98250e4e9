/** Texts and calls on record, for the agent's tools: searched by words, or read in order with one person. */
import type { TextingChoice, TextMessage } from "../../integrations/connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { optOutOf } from "../inbox/index.ts";
import type { SearchQuery } from "../../platform/api/search-items.ts";
import type { SearchPage } from "../../platform/api/search.ts";
import { pastBeingRead } from "./being-read.ts";
import { isKnownNumber, readBetween, readThread, type ThreadEntry } from "./thread.ts";
import { type Span } from "../../kernel/calendar.ts";

/** One text or call. */
export interface RecordedWords {
  readonly id: string;
  readonly at: string;
  readonly kind: "text" | "call";
  /** `call` has two speakers. */
  readonly from: "contact" | "team" | "call";
  readonly text: string;
  /** The sender on our side, if known. */
  readonly by?: string;
}

/** A search hit with the messages around it, oldest first. */
interface FoundWords {
  readonly contact: string;
  readonly number: string;
  /** Which of the messages matched; several hits in one passage are combined. */
  readonly matches: readonly string[];
  readonly around: readonly RecordedWords[];
}

export interface TextRecords {
  search(
    question: Span & { readonly q: string; readonly number?: string | undefined; readonly limit: number },
  ): Promise<{ readonly matched: SearchPage["matched"]; readonly found: readonly FoundWords[] }>;
  /** The newest `limit` messages with any of the numbers, oldest first. */
  history(
    numbers: readonly string[],
    span: Span,
    limit: number,
  ): Promise<{
    readonly items: readonly (RecordedWords & { readonly number: string })[];
    readonly more: boolean;
  }>;
  /** Senders on our side, by text ID; texts not sent through Steward are omitted. */
  senders(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Describes the incomplete backfill; null once it is complete. */
  beingRead(): Promise<string | null>;
  /** Whether any text or call with a number is on record. */
  isKnown(number: string): Promise<boolean>;
  /** A number's opt-out, from our records and from these provider texts; null if it may be texted. */
  optOut(number: string, thread: readonly TextMessage[]): Promise<TextingChoice | null>;
}

/** The sender of texts sent outside Steward. */
export const BY_HAND = "a colleague, in the phone app";
/** A hit with five messages before and five after. */
const AROUND = 11;
/** Maximum passages shown if none contains all the words. */
const MAX_PARTIAL = 3;
const TRANSCRIPT_CHARS = 4000;

/** `spanOf` interprets days in the tenant's time zone; `to` becomes exclusive. */
export function textRecords(deps: {
  readonly db: TenantDb;
  readonly query: (query: SearchQuery) => Promise<SearchPage>;
  readonly spanOf: (span: Span) => Promise<Span>;
  readonly senders: TextRecords["senders"];
}): TextRecords {
  const { db, senders } = deps;
  const inWords = async <Entry extends ThreadEntry>(entries: readonly Entry[]): Promise<RecordedWords[]> => {
    const known = await senders(entries.flatMap((entry) => (isOurs(entry) ? [entry.id] : [])));
    return entries.map((entry) => wordsOfEntry(entry, known));
  };
  return {
    senders,
    async search({ q, number, limit, ...days }) {
      const { from, to } = await deps.spanOf(days);
      const page = await deps.query({
        q,
        limit,
        sources: ["sms", "call"],
        ...(number === undefined ? {} : { thread: `sms:${number}` }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      });
      const found = await Promise.all(
        page.items
          .slice(0, page.matched === "all" ? limit : MAX_PARTIAL)
          .map(async ({ id, title, meta }): Promise<FoundWords> => {
            const whose = typeof meta["number"] === "string" ? meta["number"] : "";
            const { items } = await readThread(db, whose, { around: id, limit: AROUND });
            return { contact: title, number: whose, matches: [id], around: await inWords(items) };
          }),
      );
      return { matched: page.matched, found: folded(found) };
    },
    beingRead: () => pastBeingRead(db),
    isKnown: (number) => isKnownNumber(db, number),
    optOut: (number, thread) => optOutOf(db, number, thread),
    async history(numbers, days, limit) {
      const { items, more } = await readBetween(db, numbers, await deps.spanOf(days), limit);
      const words = await inWords(items);
      return {
        items: words.map((one, index) => ({ ...one, number: items[index]?.number ?? "" })),
        more,
      };
    },
  };
}

/** Merges passages that share a message into the better one, so that no message is shown twice. Pure. */
function folded(found: readonly FoundWords[]): FoundWords[] {
  const kept: FoundWords[] = [];
  for (const one of found) {
    const ids = new Set(one.around.map(({ id }) => id));
    const at = kept.findIndex(({ around }) => around.some(({ id }) => ids.has(id)));
    const passage = kept[at];
    if (passage === undefined) {
      kept.push(one);
      continue;
    }
    const earlier = passage.around.filter(({ id }) => !ids.has(id));
    const around = [...earlier, ...one.around].toSorted((left, right) => (left.at < right.at ? -1 : 1));
    kept[at] = { ...passage, matches: [...passage.matches, ...one.matches], around };
  }
  return kept;
}

function isOurs(entry: ThreadEntry): boolean {
  return entry.kind === "text" && entry.row.direction === "outgoing";
}

function wordsOfEntry(entry: ThreadEntry, senders: ReadonlyMap<string, string>): RecordedWords {
  const { id, at } = entry;
  if (entry.kind === "text") {
    const { direction, reason } = entry.row;
    if (direction === "incoming") return { id, at, kind: "text", from: "contact", text: entry.words };
    const by = senders.get(id) ?? (reason === "by_hand" ? BY_HAND : undefined);
    return { id, at, kind: "text", from: "team", text: entry.words, ...(by === undefined ? {} : { by }) };
  }
  return { id, at, kind: "call", from: "call", text: callText(entry.row) };
}

type Call = Extract<ThreadEntry, { kind: "call" }>["row"];

/** A call as text: outcome, summary, transcript. */
export function callText(
  call: Pick<Call, "direction" | "status" | "durationSeconds" | "summary" | "nextSteps" | "transcript">,
): string {
  const minutes = call.durationSeconds === null ? "" : `, ${Math.ceil(call.durationSeconds / 60)} min`;
  const summary = call.summary ?? [];
  const nextSteps = call.nextSteps ?? [];
  const said = (call.transcript ?? [])
    .map(({ who, name, text }) => `${name ?? (who === "contact" ? "Contact" : "Team")}: ${text}`)
    .join("\n");
  return [
    `(${call.direction} call, ${call.status}${minutes})`,
    ...(summary.length === 0 ? [] : [`Summary: ${sentences(summary)}`]),
    ...(nextSteps.length === 0 ? [] : [`Next steps: ${sentences(nextSteps)}`]),
    ...(said === "" ? [] : [`Transcript:\n${said.slice(0, TRANSCRIPT_CHARS)}`]),
  ].join("\n");
}

/** Joins list items on one line, adding periods where they are missing. */
function sentences(points: readonly string[]): string {
  return points
    .map((point) => point.trim())
    .filter((point) => point !== "")
    .map((point) => (/[.!?…]["”’)]?$/u.test(point) ? point : `${point}.`))
    .join(" ");
}
