/** Summaries of drafts for an agent: those waiting or recently decided, with the text as it would be sent now. */
import { and, desc, eq, gte, inArray, notInArray, sql } from "drizzle-orm";
import { byIds, type TenantDb } from "../platform/db/index.ts";
import { approvals } from "./tables/approvals.ts";
import type { ApprovalStatus } from "./api/approval.ts";
import { firstBody } from "./outcome.ts";
import type { EffectBytes, EffectKinds } from "./ports.ts";
import { readApproval, reasonOf, settledBy } from "./rows.ts";
import { SYSTEM_CONVERSATION } from "./system-conversations.ts";
import { effectsOf } from "./store.ts";
import type { ApprovalRow, EffectRow } from "./types.ts";

/** Maximum rows read before filtering by recipient. */
const MAX_READ = 300;

const WAITING: readonly ApprovalStatus[] = ["pending", "needs_human"];
const UNDER_WAY: readonly ApprovalStatus[] = ["approved", "executing"];

/** Filters for drafts. */
export interface DraftQuery {
  /** `waiting`: a person must decide or check; `decided`: any other that changed since `since`; `all`: both. */
  readonly state: "waiting" | "decided" | "all";
  /** ISO time; applies to decided drafts. */
  readonly since: string;
  readonly conversationId?: string | undefined;
  /** An E.164 number or an e-mail address of a recipient, or part of the recipient's name or the title. */
  readonly contact?: string | undefined;
  /** Only this draft, whatever its age, with the text of all its effects. */
  readonly id?: string | undefined;
  /** ID of a draft; only older ones are returned. */
  readonly olderThan?: string | undefined;
}

export interface DraftLine {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly title: string;
  readonly target: string;
  readonly effects: readonly EffectBytes[];
  /** Null if the effects have no text, as with a new contact. */
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
  /** The thread it replies to or starts, such as `sms:+14125550142`; null if it has none. */
  readonly threadKey: string | null;
}

/** Newest first. `more` is true if older ones were not read. */
export async function listDrafts(
  { db, effects }: { readonly db: TenantDb; readonly effects: EffectKinds },
  { state, since, conversationId, contact, id, olderThan }: DraftQuery,
): Promise<{ readonly items: DraftLine[]; readonly more: boolean }> {
  const newer = olderThan === undefined ? null : await db.find(approvals, eq(approvals.id, olderThan));
  if (olderThan !== undefined && newer === null) return { items: [], more: false };
  const waiting = inArray(approvals.status, WAITING);
  const underWay = inArray(approvals.status, UNDER_WAY);
  // Written as SQL literals: SQLite uses a partial index only if the query contains its exact term.
  const decided = sql`${gte(approvals.updatedAt, id === undefined ? since : "")} and status not in ('pending', 'approved', 'executing') and ${notInArray(approvals.status, [...WAITING])}`;
  // Separate statements, because each uses an index of its own.
  const found = await db.batch(
    { waiting: [waiting], decided: [decided, underWay], all: [waiting, decided, underWay] }[state].map(
      (some) =>
        db
          .pick(
            { id: approvals.id },
            approvals,
            and(
              some,
              // Actions of the system are not drafts.
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

function isFor({ title, target, facts, threadKey }: ApprovalRow, contact: string): boolean {
  const asked = contact.toLowerCase();
  const reached = (facts?.recipients ?? []).map(({ address }) => address.toLowerCase());
  if (reached.includes(asked) || threadKey === `sms:${asked}`) return true;
  // A lead's reply goes to a relay's address: only its title has the name.
  const name = `${target} ${title}`.toLowerCase();
  return asked.split(/\s+/).every((word) => name.includes(word));
}

/** With several effects, each text follows its title. */
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
