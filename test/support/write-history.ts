/** Long histories through the conversation's own log: whole turns, and the prompt cut where the product's own plan says so. Only the words of the summaries are made up. */
import { messageTokens, planCompaction } from "../../src/agent/compaction.ts";
import { contextTail } from "../../src/agent/build-request.ts";
import { steward } from "../../src/agent/agents/steward.ts";
import { estimateTokens } from "../../src/agent/tokens.ts";
import { acceptMessage } from "../../src/agent/conversations/accept-message.ts";
import { ConversationLog } from "../../src/agent/conversations/conversation-log.ts";
import { turnJournal } from "../../src/agent/conversations/turn-journal.ts";
import type { LogMessage } from "../../src/agent/conversations/types.ts";
import type { ObjectSql } from "../../src/platform/db/object-sql.ts";
import { RunWriter } from "../../src/agent/runs/index.ts";
import { viewCall } from "../../src/agent/tools/summarize.ts";

const SPEAKER = { kind: "user", id: "user_bench", name: "Dana Whitfield" } as const;
const TIME_ZONE = "America/New_York";
const MINUTE_MS = 60_000;
const SUMMARY = "They spoke of boilers, visits and who promised what; nothing of it is open. ".repeat(60);
/** Tools and the tenant's block, about, in tokens. */
const OTHER_FIXED_TOKENS = 2_500;

/** A message of ordinary length, and its answer, for the n-th exchange of a history. */
export function pastExchange(index: number): { readonly question: string; readonly answer: string } {
  const unit = `${100 + (index % 400)}${"ABCD"[index % 4] ?? "A"}`;
  return {
    question:
      `Exchange ${index}: the tenant of unit ${unit} called again about the boiler, the third time this month. ` +
      "Can you look at what we promised last week and tell me who was supposed to go, and when they said they would be there?",
    answer:
      `Unit ${unit}: the last message promised a visit on Thursday between nine and eleven; the plumber confirmed it the same day. ` +
      "Nobody wrote since. I would ask the plumber first and then tell the tenant; say so and I draft both texts for you to read.",
  };
}

/**
 * Writes exchanges into an opened conversation until it has so many messages, a minute apart, the last at `untilMs`. Returns how many compactions that
 * took.
 */
export function writeHistory(sql: ObjectSql, messages: number, untilMs: number): number {
  let nowMs = untilMs - messages * MINUTE_MS;
  const clock = { now: () => nowMs };
  const log = new ConversationLog({
    sql,
    clock,
    emit: () => {},
    changed: () => {},
    closeTo: () => {},
    watched: () => true,
    viewCall,
  });
  const window = new PromptWindow(log);
  for (let exchange = 0; window.messages < messages; exchange++) {
    nowMs += 2 * MINUTE_MS;
    writeExchange(log, clock, exchange);
    window.keep(nowMs);
  }
  for (let waiting = log.store.outbox(); waiting.length > 0; waiting = log.store.outbox())
    log.store.clearOutbox(waiting);
  return window.compactions;
}

function writeExchange(log: ConversationLog, clock: { now(): number }, exchange: number): void {
  const { question, answer } = pastExchange(exchange);
  const messageId = crypto.randomUUID();
  acceptMessage(
    log,
    { clock, ids: { newId: () => crypto.randomUUID() } },
    { messageId, author: SPEAKER, text: question },
  );
  const started = log.next();
  if (started === null) throw new Error("the turn did not start");
  const { source } = log.store.get().identity;
  log.messages.setContext(
    messageId,
    contextTail({ nowMs: clock.now(), timeZone: TIME_ZONE, speaker: SPEAKER, source }),
  );
  const writer = new RunWriter(turnJournal(log, started.turn, steward), clock);
  const usage = { inputTokens: 400, outputTokens: 80, cacheReadTokens: 8_000, cacheWriteTokens: 0 };
  writer.commitReply(
    {
      id: writer.nextReplyId(),
      parts: [{ type: "text", text: answer }],
      stop: "end_turn",
      usage,
      costMicroUsd: 4_000,
      fallback: null,
    },
    {
      kind: "model",
      name: "bench",
      status: "end_turn",
      at: new Date(clock.now()).toISOString(),
      durationMs: 900,
      detail: usage,
    },
  );
  log.end(started.turn.id, { reason: "end_turn", error: null });
}

/** What the prompt would hold: compacted after a turn exactly when the product would. */
class PromptWindow {
  readonly #log: ConversationLog;
  #held: LogMessage[] = [];
  #lastSeq = 0;
  messages = 0;
  compactions = 0;

  constructor(log: ConversationLog) {
    this.#log = log;
    this.#take();
  }

  keep(nowMs: number): void {
    this.#take();
    const throughSeq = planCompaction({
      messages: this.#held,
      windowTokens: steward.windowTokens,
      fixedTokens:
        OTHER_FIXED_TOKENS +
        estimateTokens(steward.instructions) +
        (this.compactions === 0 ? 0 : estimateTokens(SUMMARY)),
      openTurnSeq: null,
    });
    if (throughSeq === null) return;
    this.#log.prompt.addCompaction({
      throughSeq,
      summary: SUMMARY,
      createdAt: new Date(nowMs).toISOString(),
    });
    this.#held = this.#held.filter(({ seq }) => seq > throughSeq);
    this.compactions += 1;
  }

  #take(): void {
    const newer = this.#log.messages.committedAfter(this.#lastSeq);
    this.#held.push(...newer);
    this.messages += newer.length;
    this.#lastSeq = newer.at(-1)?.seq ?? this.#lastSeq;
    for (const message of newer) messageTokens(message);
  }
}
