/** Drafts in short, for an agent: what waits or was decided lately, with the words as they would be sent now. */
import { and, desc, eq, gte, inArray, notInArray, sql } from "drizzle-orm";
import { byIds, type TenantDb } from "../platform/db/index.ts";
import { approvals } from "./tables/approvals.ts";
import type { ApprovalStatus } from "./api/approval.ts";
import { firstBody } from "./outcome.ts";
import type { EffectBytes, EffectKinds } from "./ports.ts";
import { readApproval, reasonOf, settledBy } from "./rows.ts";
import { SYSTEM_CONVERSATION } from "./standalone.ts";
import { effectsOf } from "./store.ts";
import type { ApprovalRow, EffectRow } from "./types.ts";

/** Most rows one look reads; whom a draft is for is then picked from them. */
const MAX_READ = 300;

const WAITING: readonly ApprovalStatus[] = ["pending", "needs_human"];
const UNDER_WAY: readonly ApprovalStatus[] = ["approved", "executing"];

/** Which drafts. */
export interface DraftQuery {
  /** `waiting`: a person must decide or check; `decided`: all else that changed since; `all`: both. */
  readonly state: "waiting" | "decided" | "all";
  /** ISO time; for what is decided. */
  readonly since: string;
  readonly conversationId?: string | undefined;
  /** A number in E.164 or an e-mail address it goes to, or words of whom it is for. */
  readonly contact?: string | undefined;
  /** Only this one, whenever it was decided, with the words of all its effects. */
  readonly id?: string | undefined;
  /** Only those made before this one. */
  readonly olderThan?: string | undefined;
}

export interface DraftLine {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly title: string;
  readonly target: string;
  readonly effects: readonly EffectBytes[];
  /** Null where there are none to read, as with a new contact. */
  readonly words: string | null;
  readonly urgent: boolean;
  readonly edited: boolean;
  readonly createdAt: string;
  /** Who decided or withdrew it, and when. */
  readonly by: string | null;
  readonly at: string | null;
  readonly reason: string | null;
  readonly conversationId: string;
  readonly conversationTitle: string;
  /** The thread it answers or begins, such as `sms:+14125550142`; null where it has none. */
  readonly threadKey: string | null;
}

/** Drafts, the newest first; `more` where there are older ones that were not read. */
export async function listDrafts(
  { db, effects }: { readonly db: TenantDb; readonly effects: EffectKinds },
  { state, since, conversationId, contact, id, olderThan }: DraftQuery,
): Promise<{ readonly items: DraftLine[]; readonly more: boolean }> {
  const newer = olderThan === undefined ? null : await db.find(approvals, eq(approvals.id, olderThan));
  if (olderThan !== undefined && newer === null) return { items: [], more: false };
  const waiting = inArray(approvals.status, WAITING);
  const underWay = inArray(approvals.status, UNDER_WAY);
  // In words, not as parameters: SQLite takes a partial index only for the term it is made with.
  const decided = sql`${gte(approvals.updatedAt, id === undefined ? since : "")} and status not in ('pending', 'approved', 'executing') and ${notInArray(approvals.status, [...WAITING])}`;
  // Each is found by an index of its own.
  const found = await db.batch(
    { waiting: [waiting], decided: [decided, underWay], all: [waiting, decided, underWay] }[state].map(
      (some) =>
        db
          .pick(
            { id: approvals.id },
            approvals,
            and(
              some,
              // What the system does by itself is no draft.
              sql`${approvals.conversationId} <> ${SYSTEM_CONVERSATION}`,
              conversationId === undefined ? undefined : eq(approvals.conversationId, conversationId),
              id === undefined ? undefined : eq(approvals.id, id),
              newer === null
                ? undefined
                : sql`(${approvals.createdAt}, ${approvals.id}) < (${newer.createdAt}, ${newer.id})`,
            ),
          )
          .orderBy(desc(approvals.createdAt), desc(approvals.id))
          .limit(MAX_READ),
    ),
  );
  const ids = (found as { id: string }[][]).flat().map(({ id }) => id);
  if (ids.length === 0) return { items: [], more: false };
  const rows = await db
    .rows(approvals, byIds(approvals.id, ids))
    .orderBy(desc(approvals.createdAt), desc(approvals.id))
    .limit(MAX_READ);
  const fit = rows.map(readApproval).filter((row) => contact === undefined || isFor(row, contact));
  const ledger = await effectsOf(
    { db },
    fit.map(({ id }) => id),
  );
  return {
    items: fit.map((row) => {
      const own = ledger.get(row.id) ?? [];
      const words = id === undefined ? firstBody(effects, own) : allWords(effects, own);
      return lineOf(row, own, words ?? null);
    }),
    more: rows.length === MAX_READ,
  };
}

function isFor({ target, facts, threadKey }: ApprovalRow, contact: string): boolean {
  const asked = contact.toLowerCase();
  const reached = (facts?.recipients ?? []).map(({ address }) => address.toLowerCase());
  if (reached.includes(asked) || threadKey === `sms:${asked}`) return true;
  const name = target.toLowerCase();
  return asked.split(/\s+/).every((word) => name.includes(word));
}

/** Of several effects each under its title. */
function allWords(kinds: EffectKinds, effects: readonly EffectRow[]): string | undefined {
  const texts = effects.flatMap((effect) => {
    const body = firstBody(kinds, [effect]);
    return body === undefined
      ? []
      : [effects.length === 1 ? body : `${kinds.describe(effect).title}:\n${body}`];
  });
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

function lineOf(row: ApprovalRow, effects: readonly EffectRow[], words: string | null): DraftLine {
  const { id, status, title, target, urgent, edited, createdAt, conversationId, conversationTitle } = row;
  const settled = settledBy(row);
  return {
    id,
    status,
    title,
    target,
    effects: effects.map(({ kind, document }) => ({ kind, document })),
    words,
    urgent,
    edited,
    createdAt,
    by: settled?.by.name ?? null,
    at: settled?.at ?? null,
    reason: row.status === "stale" ? row.staleReason : reasonOf(row),
    conversationId,
    conversationTitle,
    threadKey: row.threadKey,
  };
}
