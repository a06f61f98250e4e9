/**
 * When an undecided draft expires: after the team's hours, and never later than a time that its own words name. The drafts of one
 * request expire together.
 */
import { and, eq, gt, sql, type SQL } from "drizzle-orm";
import { approvals } from "./tables/approvals.ts";
import type { Statement } from "../platform/db/index.ts";
import { HOUR_MS, isoTime, msOf } from "../kernel/clock.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import { momentOf } from "../kernel/local-time.ts";
import { namedTimes } from "../kernel/named-time.ts";
import type { ApprovalDeps, EffectBytes } from "./ports.ts";
import { ifWonBy } from "./store.ts";
import type { StoredApproval } from "./types.ts";

/** Minimum time to decide again. */
const ASK_AGAIN_MS = HOUR_MS;

/** The pending drafts of one request. */
export function ofRequest({
  turnId,
  conversationId,
}: Pick<StoredApproval, "turnId" | "conversationId">): SQL | undefined {
  return and(
    eq(approvals.turnId, turnId),
    eq(approvals.conversationId, conversationId),
    eq(approvals.status, "pending"),
  );
}

type Deps = Pick<ApprovalDeps, "clock" | "effects" | "timeZone">;

/** Until when the words of a draft may be said: `Infinity` if they name no time ahead. */
function saidUntil({ clock, effects: kinds, timeZone }: Deps, documents: readonly EffectBytes[]): number {
  const nowMs = clock.now();
  const times = documents.flatMap((effect) => {
    const { layout, words } = kinds.describe(effect);
    const leaves = new Map(leavesOf(effect.document).map(({ path, value }) => [path, value]));
    return layout.flatMap(({ path, role, format }) => {
      const value = leaves.get(path);
      if (typeof value !== "string") return [];
      if (format === "local_time" && path === "/start" && value.includes(" "))
        return [momentOf(value, timeZone)].filter((ms) => ms > nowMs);
      const isSaid = words.message !== null && (role === "body" || role === "subject");
      return isSaid ? namedTimes(value, nowMs, timeZone).map(({ saidUntilMs }) => saidUntilMs) : [];
    });
  });
  return Math.min(...times);
}

/** The expiry of a new draft. `siblings` are the pending drafts of the same request. */
export function expiryOf(
  deps: Deps,
  {
    documents,
    hours,
    siblings,
  }: {
    readonly documents: readonly EffectBytes[];
    readonly hours: number;
    readonly siblings: readonly { readonly expiresAt: string }[];
  },
): string {
  const own = Math.min(deps.clock.now() + hours * HOUR_MS, saidUntil(deps, documents));
  return isoTime(Math.min(own, ...siblings.map(({ expiresAt }) => msOf(expiresAt))));
}

/** Brings the other pending drafts of a request to the expiry of a new one. */
export function expireTogether(
  { db, clock }: Pick<ApprovalDeps, "db" | "clock">,
  {
    id,
    conversationId,
    turnId,
    expiresAt,
  }: Pick<StoredApproval, "id" | "conversationId" | "turnId" | "expiresAt">,
  moveId: string,
): Statement {
  return db.update(
    approvals,
    { expiresAt, dueAt: isoTime(clock.now()) },
    and(ofRequest({ turnId, conversationId }), gt(approvals.expiresAt, expiresAt), ifWonBy(id, moveId)) ??
      sql`false`,
  );
}

/** The expiry of an approval that returns to pending: unchanged, but with time to decide again, as far as its words allow. */
export function laterExpiry(deps: Deps, expiresAt: string, documents: readonly EffectBytes[]): string {
  const nowMs = deps.clock.now();
  const later = Math.max(msOf(expiresAt), nowMs + ASK_AGAIN_MS);
  return isoTime(Math.min(later, saidUntil(deps, documents)));
}
