/** Works off pending e-mail summaries, wherever the e-mails are stored, until budget, time or e-mails run out. */
import type { Clock } from "../../kernel/clock.ts";
import { provenNames, type SaidName } from "../../platform/said-names.ts";

/** `none` is an unusable or empty answer. */
export type Summarized =
  | { readonly kind: "summary"; readonly text: string; readonly names: readonly SaidName[] }
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

/** What is stored of an answer; no summary for none. */
export interface KeptSummary {
  readonly summary: string | null;
  readonly said: readonly SaidName[] | null;
}

export interface SummaryQueue<Item> {
  /** The next ones, newest first; other workers skip them for a while. */
  next(limit: number): Promise<readonly Item[]>;
  /** The stored answer to the same question; undefined if never asked. */
  known(item: Item): Promise<KeptSummary | undefined>;
  question(item: Item): Promise<string>;
  /** Stores the answer. Only if the text is unchanged. */
  keep(item: Item, answer: KeptSummary): Promise<void>;
}

/** Concurrent questions, once the first was answered: a slow model gets one question at a time, not four. */
const AT_ONCE = 4;

/**
 * Runs until a deadline. An unreadable e-mail counts as `none` and doesn't block others. Nothing is asked while
 * more pressing questions wait for the same model: `yields`.
 */
export async function workOffSummaries<Item>(
  queue: SummaryQueue<Item>,
  summarize: Summarize,
  {
    clock,
    untilMs,
    isPressed,
  }: { readonly clock: Clock; readonly untilMs: number; readonly isPressed: () => Promise<boolean> },
): Promise<"done" | "late" | "yields" | NoRoom> {
  for (let atOnce = 1; ; atOnce = AT_ONCE) {
    if (clock.now() >= untilMs) return "late";
    if (await isPressed()) return "yields";
    const items = await queue.next(atOnce);
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
  const question = await queue.question(item);
  const answer = await summarize(question);
  if (answer.kind === "summary")
    await queue.keep(item, { summary: answer.text, said: provenNames(answer.names, question) });
  if (answer.kind === "none") await queue.keep(item, { summary: null, said: null });
  return answer;
}
