/**
 * Forks: a chat that goes on from a turn of another. It takes along what the model had before it then, the summary in force and the messages after it,
 * and reads what is before that from its parent (docs/decisions/0028-sessions.md).
 */
import { writeTable, type ObjectRows } from "../../platform/db/object-rows.ts";
import type { ObjectSql, SqlValue } from "../../platform/db/object-sql.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { STEWARD } from "../api/message.ts";
import type { Carried, ConversationIdentity, ForkPoint } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { cutAtWord, isSession, OWN_ID, plainText } from "./state.ts";
import type { Bound } from "./types.ts";

/** Forks whose earlier messages are read through one another. A longer chain begins again: its earlier messages are read in the parent. */
const DEEPEST = 8;
const TITLE_CHARS = 200;
const PREVIEW_CHARS = 140;
/** How the title of a fork ends. */
const FORKED = / \(fork\)$/;
const STAYS = "Pending approvals stay there, and their outcomes aren’t reported here.";
const SAYS: Readonly<Record<Bound | "forked", string>> = {
  forked: `Forked here from another conversation. ${STAYS}`,
  turns: `Continued here from a chat that reached its limit of turns. ${STAYS}`,
  size: `Continued here from a chat that reached its limit of length. ${STAYS}`,
  idle: `Continued here from a chat that had expired. ${STAYS}`,
};

/** Runs whose messages were taken along, and the runs they handed tasks to. */
const RUNS = `SELECT turn_id FROM messages WHERE seq > ?1 AND seq <= ?2 AND queued = 0
   UNION SELECT id FROM sub_runs WHERE parent_id IN (SELECT turn_id FROM messages WHERE seq > ?1 AND seq <= ?2 AND queued = 0)`;

/** What carrying along is given. */
interface CarryDeps {
  readonly log: ConversationLog;
  readonly sql: ObjectSql;
  /** What the conversation has taken in from outside, and of others. */
  readonly takenIn: () => {
    readonly outside?: boolean | undefined;
    readonly readOfOthers?: boolean | undefined;
  };
}

/** What a fork at a message takes along. Throws `conflict`, `not_found`. */
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

/** What a fork takes along up to a place in the log. */
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
      ...rowsOf(sql, "tool_calls", `WHERE turn_id IN (${RUNS})`, through, seq),
    ],
  };
}

/** What is known of messages that aren't taken along: those a summary stands for, and those this fork itself has not. */
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

function holdsOthers({ outside = false, readOfOthers = false }: ReturnType<CarryDeps["takenIn"]>): boolean {
  return outside || readOfOthers;
}

/** The last place in the log of a message's turn, or of the last that is over; null where the message isn't here. Throws `conflict` while that turn is open. */
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

function rowsOf(sql: ObjectSql, table: string, rest: string, ...bindings: readonly SqlValue[]): ObjectRows[] {
  const rows = sql.rows(`SELECT * FROM ${table} ${rest}`, ...bindings);
  const columns = Object.keys(rows[0] ?? {});
  return rows.length === 0
    ? []
    : [{ table, columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) }];
}

/** Begins a conversation as a fork, all at once. A repeat changes nothing. Throws `exists` where it is another one. */
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
  // Thinking before this was bound to the parent's prompt.
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
