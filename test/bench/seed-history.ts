/**
 * Long histories without waiting hours for them: while the app is down, the product's own log writes whole turns into the conversation's
 * database, and cuts the prompt where the product's own plan says so. Only the words of the summaries are made up.
 */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { messageTokens, planCompaction } from "../../src/agents/compaction.ts";
import { contextTail } from "../../src/agents/context.ts";
import { steward } from "../../src/agents/definitions/steward.ts";
import { estimateTokens } from "../../src/agents/tokens.ts";
import { acceptMessage } from "../../src/conversations/accept-message.ts";
import { ConversationLog } from "../../src/conversations/conversation-log.ts";
import { turnJournal } from "../../src/conversations/turn-journal.ts";
import type { LogMessage } from "../../src/conversations/types.ts";
import type { ObjectSql, SqlValue } from "../../src/db/object-sql.ts";
import type { ConversationIdentity } from "../../src/protocol/objects.ts";
import { RunWriter } from "../../src/runs/index.ts";
import { viewCall } from "../../src/tools/summarize.ts";
import { pastExchange } from "./subject.ts";

const SPEAKER = { kind: "user", id: "user_bench", name: "Dana Whitfield" } as const;
const TIME_ZONE = "America/New_York";
const MINUTE_MS = 60_000;
const SUMMARY = "They spoke of boilers, visits and who promised what; nothing of it is open. ".repeat(60);
/** Tools and the tenant's block, about, in tokens. */
const OTHER_FIXED_TOKENS = 2_500;

/** The databases of an app's conversations, by conversation id. The app must be down. */
export async function conversationFiles(dataDir: string): Promise<Map<string, string>> {
  const folder = join(dataDir, "worker", "v3", "do", "steward-ConversationObject");
  const found = new Map<string, string>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".sqlite") || name.startsWith("metadata")) continue;
    const path = join(folder, name);
    const database = new DatabaseSync(path);
    try {
      const row = database.prepare("SELECT identity FROM conversation").get();
      if (row !== undefined) {
        const { conversationId } = JSON.parse(String(row["identity"])) as ConversationIdentity;
        found.set(conversationId, path);
      }
    } finally {
      database.close();
    }
  }
  return found;
}

function fileSql(database: DatabaseSync): ObjectSql {
  let depth = 0;
  const prepared = new Map<string, StatementSync>();
  const prepare = (statement: string): StatementSync => {
    const known = prepared.get(statement) ?? database.prepare(statement);
    prepared.set(statement, known);
    return known;
  };
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      prepare(statement).all(...bindings) as Row[],
    transaction<Result>(work: () => Result): Result {
      const level = `level${depth++}`;
      database.exec(`SAVEPOINT ${level}`);
      try {
        return work();
      } finally {
        database.exec(`RELEASE ${level}`);
        depth -= 1;
      }
    },
  };
}

/** Writes exchanges until the conversation has `history` messages. Returns how many compactions that took. */
export function seedHistory(path: string, history: number): number {
  const database = new DatabaseSync(path);
  try {
    const sql = fileSql(database);
    return sql.transaction(() => writeHistory(sql, history));
  } finally {
    database.close();
  }
}

function writeHistory(sql: ObjectSql, history: number): number {
  let nowMs = Date.now() - history * MINUTE_MS;
  const clock = { now: () => nowMs };
  const log = new ConversationLog({
    sql,
    clock,
    emit: () => {},
    changed: () => {},
    watched: () => true,
    viewCall,
  });
  const window = new PromptWindow(log);
  for (let exchange = 0; window.messages < history; exchange++) {
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
  const messageId = randomUUID();
  acceptMessage(
    log,
    { clock, ids: { newId: () => randomUUID() } },
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
