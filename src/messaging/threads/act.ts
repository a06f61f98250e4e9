/** Actions on threads (assign, snooze, done), and the scheduled reopening of those that are due. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { AuditEntry } from "../../platform/audit/index.ts";
import type { WorkResult } from "../../platform/work/index.ts";
import { textThreads } from "../tables/threads.ts";
import { users, type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { NotificationDeps } from "../../notifications/index.ts";
import { contactsAt } from "../contacts/index.ts";
import { afterAct, afterWaking } from "./state.ts";
import { findThread, partyName, partyOf, saveThread, type NewEntry } from "./store.ts";
import { tellAgain, tellAssigned, tellPromised } from "./tell-assigned.ts";
import type { ThreadAct, ThreadKey, ThreadRow, ThreadState } from "./types.ts";

const ATTEMPTS = 5;
const LONGEST_SNOOZE_MS = 366 * 24 * 3_600_000;
const AT_ONCE = 50;

export interface ThreadDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
}

interface AskedAct {
  readonly act: ThreadAct;
  readonly seenIncomingAt: string | null;
  readonly by: { readonly id: string; readonly name: string };
  /** The contact's display name; null if unknown. */
  readonly contact: string | null;
}

/**
 * Applies an action to a thread. Idempotent. `seenIncomingAt` is the newest message of theirs the member saw:
 * only a fully read thread can be done or snoozed. Throws `not_found`; `invalid_request` for a past time or a
 * missing member; `conflict` if they have written since.
 */
export async function actOnThread(
  { db, clock, notifications }: ThreadDeps & { readonly notifications: NotificationDeps },
  key: ThreadKey,
  asked: AskedAct,
): Promise<ThreadRow> {
  const { act, by, contact } = asked;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const nowMs = clock.now();
    const row = await findThread(db, key);
    if (row === null) throw new AppError("not_found", "That thread doesn’t exist.");
    const words = await wordsOfAct({ db, clock }, act);
    const hides = act.kind === "done" || act.kind === "snooze";
    if (hides && (row.lastIncomingAt ?? "") > (asked.seenIncomingAt ?? ""))
      throw new AppError("conflict", "They’ve written again. Read it first.");
    const next = afterAct(row, act, isoTime(nowMs));
    if (next === row) {
      await tellAgain(notifications, { row, act, by, contact, assignee: words });
      return row;
    }
    const change = changeOf(next);
    const id = await derivedId("thread", db.tenantId, key.number, key.line, String(row.revision));
    const entry: NewEntry = {
      id,
      at: isoTime(nowMs),
      kind: ENTRY_KINDS[act.kind],
      byId: by.id,
      byName: by.name,
      words,
      mentions: null,
    };
    const audited = auditOf(asked, row, { id, words });
    if (!(await saveThread(db, row, change, { entry, audited, nowMs }))) continue;
    const saved = { ...row, ...change, revision: row.revision + 1 };
    const isNewest = (await findThread(db, key))?.revision === saved.revision;
    if (isNewest) await tellAssigned(notifications, { row: saved, act, by, contact, assignee: words });
    return saved;
  }
  throw new AppError("conflict", "Someone else is changing this right now. Try again.");
}

const ENTRY_KINDS = {
  assign: "assigned",
  snooze: "snoozed",
  done: "done",
  reopen: "reopened",
  kept: "kept",
} as const;

/** The audit entry. It reuses the thread entry's ID, so that one action is one row. */
function auditOf(
  { act, by, contact }: AskedAct,
  row: ThreadRow,
  { id, words }: { readonly id: string; readonly words: string },
): AuditEntry {
  const messages = `${row.subject === null ? "the texts" : "the e-mails"} with ${contact ?? partyName(row)}`;
  const did = {
    assign:
      words === ""
        ? `unassigned ${messages}`
        : words === by.name
          ? `took ${messages}`
          : `assigned ${messages} to ${words}`,
    snooze: `snoozed ${messages}`,
    done: `marked ${messages} done`,
    reopen: `reopened ${messages}`,
    kept: `kept the promise in ${messages}`,
  }[act.kind];
  return {
    id,
    actor: { kind: "user", ...by },
    action: `thread.${ENTRY_KINDS[act.kind]}`,
    subject: { kind: "thread", id: row.number },
    sentence: `${by.name} ${did}.`,
    ...(act.kind === "snooze" ? { changes: [{ label: "Until", from: null, to: act.until }] } : {}),
  };
}

/** The text of the action's entry: the assignee, or the end of the snooze. */
async function wordsOfAct({ db, clock }: ThreadDeps, act: ThreadAct): Promise<string> {
  if (act.kind === "snooze") {
    const aheadMs = Date.parse(act.until) - clock.now();
    if (aheadMs > 0 && aheadMs <= LONGEST_SNOOZE_MS) return act.until;
    throw new AppError("invalid_request", "Pick a time within the next year.");
  }
  if (act.kind !== "assign" || act.userId === null) return "";
  const member = await db.find(users, and(eq(users.id, act.userId), isNull(users.removedAt)) ?? sql`false`);
  if (member === null) throw new AppError("invalid_request", "They’re not on your team anymore.");
  return member.name;
}

function changeOf({ status, activeAt, waitsSince, assigneeId, nextAt, promised }: ThreadState) {
  return { status, activeAt, waitsSince, assigneeId, nextAt, promised };
}

/**
 * Reopens threads whose snooze has ended or whose promise is due, and notifies the team of promises. Returns
 * how many were reopened.
 */
export async function wakeThreads(
  { db, clock, notifications }: ThreadDeps & { readonly notifications: NotificationDeps },
  untilMs: number,
): Promise<{ readonly result: WorkResult; readonly woken: number }> {
  let woken = 0;
  for (;;) {
    const nowMs = clock.now();
    if (nowMs >= untilMs) return { result: "more", woken };
    const now = isoTime(nowMs);
    const due = await db
      .rows(textThreads, sql`${textThreads.nextAt} <= ${now}`)
      .orderBy(textThreads.nextAt)
      .limit(AT_ONCE);
    const contactOf = await contactsAt(db, due.map(partyOf));
    for (const row of due) {
      // First, so that a crash between the two leaves the thread due. A repeat notifies once.
      await tellPromised(notifications, row, contactOf(partyOf(row))?.name ?? null);
      const id = await derivedId("thread", db.tenantId, row.number, row.line, String(row.revision));
      const entry: NewEntry = {
        id,
        at: now,
        kind: "returned",
        byId: null,
        byName: null,
        words: row.promised ?? "",
        mentions: null,
      };
      const change = changeOf(afterWaking(row, now));
      if (await saveThread(db, row, change, { entry })) woken++;
    }
    if (due.length < AT_ONCE) return { result: "done", woken };
  }
}
