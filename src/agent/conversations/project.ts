/**
 * Projects a conversation to D1: its directory row, runs and their steps. Written from the outbox in one
 * batch, idempotent and versioned, so that a repeat or a late writer changes nothing. The object is
 * authoritative.
 */
import { sql } from "drizzle-orm";
import { conversations } from "../tables/conversations.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { msOf } from "../../kernel/clock.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import { runRecord, stepRecords, type RunEnd, type RunRecord } from "../runs/index.ts";
import { questionOf, runNote, stopOf } from "./background-run.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { boundsOf, sessionColumns } from "./session.ts";
import { cutAtWord, isSession, plainText } from "./state.ts";
import type { EndedTurn, SubMessage, SubRun, Turn } from "./types.ts";

type Log = Pick<ConversationLog, "store" | "messages" | "turns" | "calls" | "prompt" | "subRuns">;

const NOTE_CHARS = 280;

/**
 * The directory row. The columns of a chat session are written only when they changed, because their
 * indexes make that expensive.
 */
function directoryStatements(db: TenantDb, log: Log): Statement[] {
  const row = log.store.get();
  const { identity } = row;
  const session = sessionColumns(row, boundsOf(log));
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
  const listed = db
    .insert(conversations, {
      id: identity.conversationId,
      source: identity.source,
      agent: agentName(identity),
      createdAt: row.createdAt,
      ...changing,
      ...session,
    })
    .onConflictDoUpdate({
      target: [conversations.tenantId, conversations.id],
      set: changing as never,
      setWhere: sql`excluded.version > ${conversations.version}`,
    });
  if (!isSession(identity)) return [listed];
  const { id, version, startedBy, sessionState, expiresAt } = conversations;
  const isOther = sql`${id} = ${identity.conversationId} and ${version} = ${row.version} and (${startedBy} is not ${session.startedBy} or ${sessionState} is not ${session.sessionState} or ${expiresAt} is not ${session.expiresAt})`;
  return [listed, db.update(conversations, session, isOther)];
}

function agentName({ agent = "steward" }: ConversationIdentity): string {
  return agent;
}

function runStatements(db: TenantDb, log: Log, turn: Turn): Statement[] {
  const { identity } = log.store.get();
  const snapshot = log.prompt.snapshot("next") ?? log.prompt.snapshot("current");
  const timeZone = snapshot?.timeZone ?? "UTC";
  const mode = snapshot?.agents?.[agentName(identity)]?.autonomy ?? snapshot?.mode;
  const told = runNote(log.messages, turn);
  const asked =
    turn.status === "ended" && turn.end.reason === "waiting_answer" ? questionOf(log.store) : undefined;
  const note = asked === undefined ? told : { ...told, outcome: cutAtWord(asked, NOTE_CHARS) };
  const head = runRecord(db, {
    id: turn.id,
    conversationId: identity.conversationId,
    agent: agentName(identity),
    ...starterOf(turn, identity.source),
    status: turn.status === "ended" ? endStatus(turn.end) : turn.status,
    end: stopOf(turn),
    figures: turn.figures,
    attempts: turn.attempt,
    startedAt: startOf(turn),
    finishedAt: finishOf(turn),
    timeZone,
    mode,
    note,
  });
  const parent = { agent: agentName(identity), conversationId: identity.conversationId, timeZone, mode };
  return [
    head,
    ...(turn.status === "ended" ? [endedStatement(db, identity, turn, note.disposition)] : []),
    ...stepRecords(db, turn.id, log.calls.trace(turn.id)),
    ...log.subRuns.of(turn.id).flatMap((run) => subRunStatements(db, log, run, parent)),
  ];
}

/**
 * Records that a run ended. A run that found nothing to do also marks the texts of its number, or the e-mails
 * of its thread, up to its start as read.
 */
function endedStatement(
  db: TenantDb,
  { contact, source, conversationId }: ConversationIdentity,
  turn: EndedTurn,
  disposition: "no_action" | "attention" | null,
): Statement {
  const { id, finishedAt } = turn;
  const thread = source === "email" ? conversationId.slice(conversationId.indexOf(":") + 1) : contact?.phone;
  const isRead = disposition === "no_action" && (source === "sms" || source === "email");
  const number = isRead ? thread : undefined;
  const type = number === undefined ? "conversations.run.ended" : "threads.texts.read";
  const payload = { ids: [id], ...(number === undefined ? {} : { number, upTo: startOf(turn) }) };
  return eventStatement(db, { id: `${type}:${id}`, type, actor: STEWARD_ACTOR, payload }, msOf(finishedAt));
}

/** A delegated task is recorded as a run of its own, with its cost. */
function subRunStatements(
  db: TenantDb,
  log: Log,
  run: SubRun,
  parent: Pick<RunRecord, "agent" | "conversationId" | "timeZone" | "mode">,
): Statement[] {
  const end = run.status === "ended" ? run.end : null;
  const words = (message: SubMessage | null | undefined): string =>
    cutAtWord(plainText((message?.parts ?? []).slice(0, 1)), NOTE_CHARS);
  const head = runRecord(db, {
    ...parent,
    id: run.id,
    parentRunId: run.parentId,
    agent: run.agent,
    trigger: "delegate",
    startedBy: `agent:${parent.agent}`,
    status: end === null ? "running" : endStatus(end),
    end,
    figures: run.figures,
    attempts: run.attempt,
    startedAt: run.startedAt,
    finishedAt: run.status === "ended" ? run.finishedAt : null,
    note: {
      disposition: null,
      preview: words(log.subRuns.task(run.id)),
      outcome: words(log.subRuns.lastReply(run.id)) || null,
    },
  });
  return [head, ...stepRecords(db, run.id, log.calls.trace(run.id))];
}

function starterOf(
  { speaker, kind }: Turn,
  source: ConversationIdentity["source"],
): Pick<RunRecord, "trigger" | "startedBy"> {
  if (speaker.kind === "user") return { trigger: kind, startedBy: speaker.id ?? speaker.name };
  return { trigger: kind === "message" ? source : kind, startedBy: "system:steward" };
}

function endStatus({ reason }: RunEnd): "failed" | "finished" {
  return reason === "failed" ? "failed" : "finished";
}

/** When a turn ended or last stopped; null if it hasn't. */
function finishOf(turn: Turn): string | null {
  if (turn.status === "ended") return turn.finishedAt;
  return turn.status === "queued" ? (turn.putOff?.at ?? null) : null;
}

function startOf(turn: Turn): string {
  return turn.status === "queued" ? (turn.putOff?.startedAt ?? turn.queuedAt) : turn.startedAt;
}

/**
 * Writes the outbox's records in one batch; true if none is left. Throws if D1 fails, and the outbox then
 * keeps its entries.
 */
export async function project(db: TenantDb, log: Log): Promise<boolean> {
  const entries = log.store.outbox().filter(({ kind }) => kind === "directory" || kind === "run");
  if (entries.length === 0) return log.store.outbox().length === 0;
  const statements = entries.flatMap((entry) => {
    if (entry.kind === "directory") return directoryStatements(db, log);
    const turn = log.turns.find(entry.key);
    return turn === null ? [] : runStatements(db, log, turn);
  });
  await db.batch(statements);
  log.store.clearOutbox(entries);
  return log.store.outbox().length === 0;
}
