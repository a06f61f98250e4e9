/** Warnings on a card about other drafts with the same thread key: to the same people or about the same thing. */
import { and, eq, sql } from "drizzle-orm";
import { approvals } from "./tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";
import type { Lint } from "./api/approval.ts";
import { showText } from "../platform/api/shown-text.ts";
import { firstBody } from "./outcome.ts";
import type { EffectKinds } from "./ports.ts";
import { readApproval } from "./rows.ts";
import type { ApprovalRow } from "./types.ts";

/** Maximum drafts checked for the cards of one page. */
const MAX_WAITING = 200;
const QUOTE_CHARS = 80;

/** Code of the lint on a draft that replaced another one. Persisted. */
export const REPLACES = "replaces_draft";

type Addressed = Pick<ApprovalRow, "id" | "status" | "threadKey">;

function isAddressed({ status, threadKey }: Addressed): boolean {
  return status === "pending" && threadKey !== null;
}

/** The pending drafts on the threads of these rows. Queries nothing if no row is pending. */
export async function waitingBeside(db: TenantDb, rows: readonly Addressed[]): Promise<ApprovalRow[]> {
  const keys = [...new Set(rows.filter(isAddressed).map(({ threadKey }) => threadKey))];
  if (keys.length === 0) return [];
  const found = await db
    .rows(
      approvals,
      and(
        sql`${approvals.threadKey} in (select value from json_each(${JSON.stringify(keys)}))`,
        eq(approvals.status, "pending"),
      ),
    )
    .orderBy(approvals.createdAt)
    .limit(MAX_WAITING);
  return found.map(readApproval).filter(isAddressed);
}

/** Warns on a pending draft about each other one on the same thread. Pure. */
export function otherDraftLints(kinds: EffectKinds, row: Addressed, waiting: readonly ApprovalRow[]): Lint[] {
  if (!isAddressed(row)) return [];
  return waiting
    .filter(({ id, threadKey }) => id !== row.id && threadKey === row.threadKey)
    .map((other) => ({
      code: "other_draft",
      level: "warning",
      message: showText(
        `Another draft ${reachesPeople(other) ? "to" : "for"} ${other.target} is waiting${quoteOf(kinds, other)}.`,
      ),
      path: null,
      approvalId: other.id,
    }));
}

function reachesPeople({ facts }: Pick<ApprovalRow, "facts">): boolean {
  return (facts?.recipients.length ?? 0) > 0;
}

/** Names the draft that this one replaced. */
export function replacesLint(kinds: EffectKinds, row: ApprovalRow): Lint {
  const message = `Replaces an earlier draft to ${row.target}${quoteOf(kinds, row)}.`;
  return { code: REPLACES, level: "info", message, path: null };
}

/** Formats as `: “Hi Maria, the plumber…”`; empty if a person edited the text. */
function quoteOf(kinds: EffectKinds, { proposedEffects, edited }: ApprovalRow): string {
  const words = edited ? undefined : firstBody(kinds, proposedEffects);
  if (words === undefined) return "";
  const line = words.replace(/\s+/g, " ").trim();
  return `: “${line.length <= QUOTE_CHARS ? line : `${line.slice(0, QUOTE_CHARS).trimEnd()}…`}”`;
}
