/** Finds the members behind sent messages, for lists that know only the provider's IDs. */
import { and, eq, inArray } from "drizzle-orm";
import { approvals, effects } from "./tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { DIRECT_RULE } from "./types.ts";

/** IDs per query; D1 allows 100 parameters per statement. */
const MAX_IDS = 90;

/**
 * Senders by provider ID, for effects of one kind. Looks up at most `MAX_IDS`; messages not sent through
 * Steward are missing.
 */
export async function sendersOf(
  db: TenantDb,
  kind: string,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = providerIds.slice(-MAX_IDS);
  if (ids.length === 0) return new Map();
  const sent = await db.rows(effects, and(eq(effects.kind, kind), inArray(effects.providerId, ids)));
  const approvalIds = [...new Set(sent.map(({ approvalId }) => approvalId))];
  if (approvalIds.length === 0) return new Map();
  const rows = await db.pick(
    { id: approvals.id, name: approvals.decidedByName, rule: approvals.rule, edited: approvals.edited },
    approvals,
    inArray(approvals.id, approvalIds),
  );
  const byApproval = new Map(rows.map((row) => [row["id"], wordsOf(row)]));
  return new Map(
    sent.flatMap(({ providerId, approvalId }) => {
      const words = byApproval.get(approvalId);
      return providerId === null || words === undefined ? [] : [[providerId, words] as const];
    }),
  );
}

function wordsOf(row: Readonly<Record<string, unknown>>): string {
  const name = typeof row["name"] === "string" ? row["name"] : null;
  if (name === null) return "Steward";
  if (row["rule"] === DIRECT_RULE) return name;
  return row["edited"] === true ? `Steward, changed and approved by ${name}` : `Steward, approved by ${name}`;
}
