/** E-mails that wait to be summarized, wherever they are kept: a model is asked about one after the other until there is no room, no time or none left. */
import type { Clock } from "../../kernel/clock.ts";

/** What came of a question; `none`: an answer that can't be read, or an empty one. */
export type Summarized =
  | { readonly kind: "summary"; readonly text: string }
  | { readonly kind: "none" }
  | NoRoom;

/** Nothing could be asked, and why; where it is known, until when. */
export interface NoRoom {
  readonly kind: "wait";
  readonly problem: string;
  readonly untilMs?: number;
}

/** Asks; admitted and settled by the team's month. */
export type Summarize = (question: string) => Promise<Summarized>;

/** Where e-mails wait. */
export interface SummaryQueue<Item> {
  /** The next ones, the newest first; whoever else works on it leaves them alone for a while. */
  next(limit: number): Promise<readonly Item[]>;
  /** What came of the same question before; undefined where it was never asked. */
  known(item: Item): Promise<string | null | undefined>;
  question(item: Item): Promise<string>;
  /** Notes what came of it; null for nothing. Only while it is what was asked about. */
  keep(item: Item, summary: string | null): Promise<void>;
}

/** Questions asked side by side. */
const AT_ONCE = 4;

/** Summarizes until a time; one that fails to be read is none, and holds up no other. */
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
