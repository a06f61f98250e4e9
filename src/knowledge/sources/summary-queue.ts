/** Works off pending e-mail summaries, wherever the e-mails are stored, until budget, time or e-mails run out. */
import type { Clock } from "../../kernel/clock.ts";

/** `none` is an unusable or empty answer. */
export type Summarized =
  | { readonly kind: "summary"; readonly text: string }
  | { readonly kind: "none" }
  | NoRoom;

/** Why nothing could be asked and, if known, until when. */
interface NoRoom {
  readonly kind: "wait";
  readonly problem: string;
  readonly untilMs?: number;
}

/** Asks the model; charged to the team's month. */
export type Summarize = (question: string) => Promise<Summarized>;

export interface SummaryQueue<Item> {
  /** The next ones, newest first; other workers skip them for a while. */
  next(limit: number): Promise<readonly Item[]>;
  /** The stored answer to the same question; undefined if never asked. */
  known(item: Item): Promise<string | null | undefined>;
  question(item: Item): Promise<string>;
  /** Stores the answer; null for none. Only if the text is unchanged. */
  keep(item: Item, summary: string | null): Promise<void>;
}

/** Concurrent questions. */
const AT_ONCE = 4;

/** Runs until a deadline. An unreadable e-mail counts as `none` and doesn't block others. */
export async function workOffSummaries<Item>(
  queue: SummaryQueue<Item>,
  summarize: Summarize,
  { clock, untilMs }: { readonly clock: Clock; readonly untilMs: number },
): Promise<"done" | "late" | NoRoom> {
  for (;;) {
    if (clock.now() >= untilMs) return "late";
    const items = await queue.next(AT_ONCE);
    if (items.length === 0) return "done";
    const asked = await Promise.all(items.map((item) => summarizeOne(queue, item, summarize)));
    const wait = asked.find((one) => one?.kind === "wait");
    if (wait?.kind === "wait") return wait;
  }
}

async function summarizeOne<Item>(
  queue: SummaryQueue<Item>,
  item: Item,
  summarize: Summarize,
): Promise<Summarized | null> {
  const known = await queue.known(item);
  if (known !== undefined) {
    await queue.keep(item, known);
    return null;
  }
  const answer = await summarize(await queue.question(item));
  if (answer.kind !== "wait") await queue.keep(item, answer.kind === "summary" ? answer.text : null);
  return answer;
}
