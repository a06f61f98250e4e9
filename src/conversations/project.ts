/**
 * The conversation's records in D1: its directory row, the run, the run's steps. A projection: written from the outbox in one batch, idempotent,
 * versioned, so that a repeat or a late writer changes nothing. The truth stays in the object.
 */
import { sql } from "drizzle-orm";
import { conversations, runs, runSteps, type Statement, type TenantDb } from "../db/index.ts";
import { msOf } from "../kernel/clock.ts";
import { dayOf } from "../usage/index.ts";
import { runNote } from "./background-run.ts";
import type { Ledger } from "./ledger.ts";
import type { ConversationRow, Turn } from "./types.ts";

/** D1 takes 100 parameters a statement; a step has ten. */
const STEPS_PER_STATEMENT = 9;

function directoryStatement(db: TenantDb, row: ConversationRow): Statement {
  const { identity } = row;
  const changing = {
    title: row.title,
    status: row.status,
    unread: row.unread,
    preview: row.preview,
    costMicroUsd: row.costMicroUsd,
    lastMessageAt: row.lastMessageAt,
    version: row.version,
    deletedAt: row.deletedAt,
    contact: identity.contact ?? null,
    trigger: identity.trigger ?? null,
  };
  return db
    .insert(conversations, {
      id: identity.conversationId,
      source: identity.source,
      createdAt: row.createdAt,
      ...changing,
    })
    .onConflictDoUpdate({
      target: [conversations.tenantId, conversations.id],
      set: changing as never,
      setWhere: sql`excluded.version > ${conversations.version}`,
    });
}

function runStatements(db: TenantDb, ledger: Ledger, turn: Turn): Statement[] {
  const run = {
    status: turn.status,
    stopReason: turn.stopReason,
    errorCode: turn.errorCode,
    attempts: turn.attempt,
    modelCalls: turn.modelCalls,
    toolCalls: turn.toolCalls,
    inputTokens: turn.usage.inputTokens,
    outputTokens: turn.usage.outputTokens,
    cacheReadTokens: turn.usage.cacheReadTokens,
    cacheWriteTokens: turn.usage.cacheWriteTokens,
    costMicroUsd: turn.costMicroUsd,
    finishedAt: turn.finishedAt,
    ...runNote(ledger, turn),
  };
  const { identity } = ledger.store.get();
  const inBackground = turn.speaker.kind !== "user";
  const startedAt = turn.startedAt ?? turn.queuedAt;
  const head = db
    .insert(runs, {
      id: turn.id,
      conversationId: identity.conversationId,
      agent: "steward",
      model: turn.model,
      trigger: inBackground && turn.kind === "message" ? identity.source : turn.kind,
      startedBy: inBackground ? "system:steward" : (turn.speaker.id ?? turn.speaker.name),
      startedAt,
      day: dayOf(msOf(startedAt), ledger.store.epoch("current")?.timeZone ?? "UTC"),
      ...run,
    })
    .onConflictDoUpdate({ target: [runs.id], set: run as never });
  const rows = ledger.turns.trace(turn.id).map(({ position, step }) => ({
    id: `${turn.id}.${position}`,
    runId: turn.id,
    position,
    ...step,
  }));
  const steps: Statement[] = [];
  for (let from = 0; from < rows.length; from += STEPS_PER_STATEMENT) {
    steps.push(db.insert(runSteps, rows.slice(from, from + STEPS_PER_STATEMENT)).onConflictDoNothing());
  }
  return [head, ...steps];
}

/** Writes the records the outbox holds, in one batch; true where nothing is left. Throws where D1 does: the outbox keeps its entries. */
export async function project(db: TenantDb, ledger: Ledger): Promise<boolean> {
  const entries = ledger.store.outbox().filter(({ kind }) => kind !== "notice");
  if (entries.length === 0) return ledger.store.outbox().length === 0;
  const statements = entries.flatMap((entry) => {
    if (entry.kind === "directory") return [directoryStatement(db, ledger.store.get())];
    const turn = ledger.turns.find(entry.key);
    return turn === null ? [] : runStatements(db, ledger, turn);
  });
  await db.batch(statements);
  ledger.store.clearOutbox(entries);
  return ledger.store.outbox().length === 0;
}
