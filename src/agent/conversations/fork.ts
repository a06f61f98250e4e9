/**
 * Forks: a chat that continues from a turn of another. It copies the context that the model had at that
 * point, the current summary and the messages after it, and reads earlier messages from its parent
 * (docs/decisions/0028-sessions.md).
 */
import type { StoredTable } from "../../platform/api/stored-rows.ts";
import { writeTable } from "../../platform/db/object-rows.ts";
import type { ObjectSql, SqlValue } from "../../platform/db/object-sql.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { STEWARD } from "../api/message.ts";
import type { Carried, ConversationIdentity, ForkPoint } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { cutAtWord, isSession, OWN_ID, plainText } from "./state.ts";
import type { Bound } from "./types.ts";

/**
 * Maximum chain of forks whose earlier messages are read through. Beyond it, earlier messages are read in
 * the parent only.
 */
const DEEPEST = 8;
const TITLE_CHARS = 200;
const PREVIEW_CHARS = 140;
/** The suffix of a fork's title. */
const FORKED = / \(fork\)$/;
const STAYS = "Pending approvals stay there, and their outcomes aren’t reported here.";
const SAYS: Readonly<Record<Bound | "forked", string>> = {
  forked: `Forked here from another conversation. ${STAYS}`,
  turns: `Continued here from a chat that reached its limit of turns. ${STAYS}`,
  size: `Continued here from a chat that reached its limit of length. ${STAYS}`,
  idle: `Continued here from a chat that had expired. ${STAYS}`,
};

/** Runs of the copied messages, and their sub-runs. */
const RUNS = `SELECT turn_id FROM messages WHERE seq > ?1 AND seq <= ?2 AND queued = 0
   UNION SELECT id FROM sub_runs WHERE parent_id IN (SELECT turn_id FROM messages WHERE seq > ?1 AND seq <= ?2 AND queued = 0)`;

interface CarryDeps {
  readonly log: ConversationLog;
  readonly sql: ObjectSql;
  /** What the conversation contains from outside and about other people. */
  readonly takenIn: () => {
    readonly outsideWords?: boolean | undefined;
    readonly readOfOthers?: boolean | undefined;
  };
}

/** The data to copy for a fork at a message. Throws `conflict`, `not_found`. */
export function carry(
  deps: CarryDeps,
  messageId: string | undefined,
): Carried | { readonly elsewhere: string } {
  const { identity } = deps.log.store.get();
  if (!isSession(identity)) throw new AppError("conflict", "Only a chat with an agent can be forked.");
  const { parent } = identity;
  const seq = endOfTurn(deps.log, messageId);
  if (parent !== undefined && (seq === null || seq <= parent.seq)) return { elsewhere: parent.id };
  if (seq === null) throw new AppError("not_found", "That message isn’t in this conversation.");
  return carryUpTo(deps, seq);
}

/** The data to copy for a fork at a position in the log. */
export function carryUpTo({ log, sql, takenIn }: CarryDeps, seq: number): Carried {
  const { identity, title } = log.store.get();
  const compactions = rowsOf(
    sql,
    "compactions",
    "WHERE through_seq < ?1 ORDER BY through_seq DESC LIMIT 1",
    seq,
  );
  const through = Number(compactions[0]?.rows[0]?.[0] ?? 0);
  return {
    parent: {
      id: identity.conversationId,
      title,
      seq,
      ...leftBehind(log, through, takenIn),
    },
    ...(identity.agent === undefined ? {} : { agent: identity.agent }),
    tables: [
      ...compactions,
      ...rowsOf(sql, "messages", "WHERE seq > ?1 AND seq <= ?2 AND queued = 0 ORDER BY seq", through, seq),
      ...rowsOf(sql, "shrunk_results", "WHERE seq > ?1 AND seq <= ?2", through, seq),
      ...rowsOf(sql, "tool_calls", `WHERE turn_id IN (${RUNS})`, through, seq),
    ],
  };
}

/**
 * Facts about messages that aren't copied: those replaced by a summary, and those that this fork itself
 * reads from its parent.
 */
function leftBehind(
  { messages, store }: ConversationLog,
  through: number,
  takenIn: CarryDeps["takenIn"],
): Pick<ForkPoint, "depth" | "earlier" | "heardOutside"> {
  const { parent } = store.get().identity;
  const depth = (parent?.depth ?? 0) + 1;
  const isDeepest = depth > DEEPEST;
  const [first] = through === 0 ? [] : messages.pageAfter(0, 1);
  const isSummed = first !== undefined && first.seq <= through;
  return {
    depth: isDeepest ? 1 : depth,
    earlier: !isDeepest && (isSummed || parent?.earlier === true),
    heardOutside: (through > 0 && holdsOthers(takenIn())) || parent?.heardOutside === true,
  };
}

function holdsOthers({
  outsideWords = false,
  readOfOthers = false,
}: ReturnType<CarryDeps["takenIn"]>): boolean {
  return outsideWords || readOfOthers;
}

/**
 * The last position of the message's turn, or of the last finished one; null if the message isn't here.
 * Throws `conflict` while that turn is open.
 */
function endOfTurn({ messages, turns }: ConversationLog, messageId: string | undefined): number | null {
  if (messageId === undefined) {
    const last = turns.lastEnded();
    const newest = turns.running() === null ? messages.lastCommitted() : null;
    return newest?.seq ?? (last === null ? null : messages.endOf(last.id));
  }
  const message = messages.find(messageId);
  if (message === null) return null;
  const turn = turns.find(message.runId);
  if (message.queued || (turn !== null && turn.status !== "ended"))
    throw new AppError("conflict", "That turn isn’t over yet. Fork it once it is.");
  return message.runId === "" ? message.seq : messages.endOf(message.runId);
}

function rowsOf(
  sql: ObjectSql,
  table: string,
  rest: string,
  ...bindings: readonly SqlValue[]
): StoredTable[] {
  const rows = sql.rows(`SELECT * FROM ${table} ${rest}`, ...bindings);
  const columns = Object.keys(rows[0] ?? {});
  return rows.length === 0
    ? []
    : [{ table, columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) }];
}

/** Creates a conversation as a fork, in one transaction. Idempotent. Throws `exists` if it is a different one. */
export function beginFork(
  { log, sql, clock }: { readonly log: ConversationLog; readonly sql: ObjectSql; readonly clock: Clock },
  identity: ConversationIdentity,
  { parent, agent, tables, why }: Carried,
): void {
  const known = log.store.find()?.identity;
  if (known !== undefined) {
    if (known.parent?.id === parent.id && known.parent.seq === parent.seq) return;
    throw new AppError("exists", "There is another conversation with this id.");
  }
  const now = isoTime(clock.now());
  // Earlier thinking is bound to the parent's prompt.
  log.prompt.setPrefix({ text: "", changedAtSeq: parent.seq });
  log.store.transaction(() => {
    const stem = parent.title.replace(FORKED, "");
    const title = cutAtWord(why === undefined ? `${stem} (fork)` : parent.title, TITLE_CHARS);
    log.store.create({ ...identity, ...(agent === undefined ? {} : { agent }), title, parent }, title, now);
    for (const rows of tables) writeTable(sql, rows);
    log.store.noteTranscript(parent.seq, 0);
    const said = log.messages.recentSpoken(1)[0];
    log.append({
      id: `${OWN_ID}fork.${parent.seq}`,
      kind: "inbound",
      role: "user",
      parts: [{ type: "text", text: SAYS[why ?? "forked"] }],
      author: STEWARD,
      createdAt: now,
      runId: "",
      queued: false,
    });
    log.note({ preview: cutAtWord(plainText(said?.parts ?? []), PREVIEW_CHARS) });
  });
}
