/** What Steward did outside, for people and for the agent: each approved effect with what started it, who let it out, by which rule, and what its run cost. */
import { and, desc, eq, gte, inArray, notInArray, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { byIds, type TenantDb } from "../platform/db/index.ts";
import { teamRuleOf } from "./policy/index.ts";
import type { Policy } from "../team/api/policy.ts";
import { sentenceOf } from "./api/policy-words.ts";
import type { ApprovalStatus } from "./api/approval.ts";
import { firstBody } from "./outcome.ts";
import type { EffectKinds } from "./ports.ts";
import { decisionOf, readApproval, receiptOf } from "./rows.ts";
import { effectsOf } from "./store.ts";
import { approvals } from "./tables/approvals.ts";
import { DIRECT_RULE, type ApprovalRow, type EffectRow } from "./types.ts";

const UNDER_WAY: readonly ApprovalStatus[] = ["approved", "executing"];
/** Ends in which nothing was let out. */
const NEVER: readonly ApprovalStatus[] = ["rejected", "expired", "stale", "withdrawn", "pending"];
/** Ends that stand between a person's word and what was before. */
const SHOWN: readonly ApprovalStatus[] = ["pending", "approved", "executing", "done", "needs_human"];
const MAX_READ = 200;

interface ActQuery {
  /** ISO. */
  readonly since: string;
  /** Only what no person was asked about. */
  readonly unasked: boolean;
  /** Words of whom it went to, or their number or address. */
  readonly contact?: string | undefined;
  readonly conversationId?: string | undefined;
}

export interface Act {
  readonly approvalId: string;
  readonly status: ApprovalStatus;
  readonly title: string;
  readonly target: string;
  readonly words: string | null;
  /** When it was done, or let out. */
  readonly at: string;
  /** The person who approved it; null where a rule did. */
  readonly approvedBy: string | null;
  readonly edited: boolean;
  /** Why no one was asked, in words; null where someone was. */
  readonly unaskedBy: string | null;
  readonly agent: string;
  readonly runId: string;
  readonly conversationId: string;
  readonly conversationTitle: string;
  /** The words that led to it. */
  readonly because: { readonly source: string; readonly quote: string } | null;
  readonly note: string | null;
}

/** Newest first; `more` where there are older ones that were not read. */
export async function listActs(
  deps: {
    readonly db: TenantDb;
    readonly effects: EffectKinds;
    readonly policy: Pick<Policy, "rules">;
    readonly titleOf: (tool: string) => string;
  },
  { since, unasked, contact, conversationId }: ActQuery,
): Promise<{ readonly items: Act[]; readonly more: boolean }> {
  const { db } = deps;
  const own = and(
    eq(approvals.decision, "approve"),
    sql`${approvals.rule} <> ${DIRECT_RULE}`,
    unasked ? eq(approvals.decidedById, STEWARD.id) : undefined,
    conversationId === undefined ? undefined : eq(approvals.conversationId, conversationId),
  );
  // In words, not as parameters: SQLite takes a partial index only for the term it is made with.
  const over = sql`${gte(approvals.updatedAt, since)} and status not in ('pending', 'approved', 'executing') and ${notInArray(approvals.status, [...NEVER])}`;
  const found = (await db.batch(
    [over, inArray(approvals.status, [...UNDER_WAY])].map((which) =>
      db
        .pick({ id: approvals.id }, approvals, and(which, own))
        .orderBy(desc(approvals.updatedAt))
        .limit(MAX_READ),
    ),
  )) as { id: string }[][];
  const ids = found.flat().map(({ id }) => id);
  if (ids.length === 0) return { items: [], more: false };
  const rows = (await db.rows(approvals, byIds(approvals.id, ids))).map(readApproval);
  const ledger = await effectsOf(deps, ids);
  const items = rows
    .filter((row) => contact === undefined || isFor(row, contact))
    .map((row) => actOf(deps, row, ledger.get(row.id) ?? []))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  return { items, more: found.some((some) => some.length === MAX_READ) };
}

function isFor({ target, facts, title }: ApprovalRow, contact: string): boolean {
  const asked = contact.toLowerCase();
  if ((facts?.recipients ?? []).some(({ address }) => address.toLowerCase() === asked)) return true;
  const names = `${target} ${title}`.toLowerCase();
  return asked.split(/\s+/).every((word) => names.includes(word));
}

function actOf(
  { effects: kinds, policy, titleOf }: Parameters<typeof listActs>[0],
  row: ApprovalRow,
  effects: readonly EffectRow[],
): Act {
  const decided = decisionOf(row);
  const isUnasked = decided?.by.id === STEWARD.id;
  const [because] = row.evidence;
  const receipts = effects.flatMap((effect) => receiptOf(effect) ?? []);
  return {
    approvalId: row.id,
    status: row.status,
    title: row.title,
    target: row.target,
    words: firstBody(kinds, effects) ?? null,
    at: receipts.at(-1)?.at ?? decided?.at ?? row.updatedAt,
    approvedBy: isUnasked ? null : (decided?.by.name ?? null),
    edited: row.edited,
    unaskedBy: isUnasked ? ruleInWords(row.rule, policy, titleOf) : null,
    agent: row.agent,
    runId: row.runId,
    conversationId: row.conversationId,
    conversationTitle: row.conversationTitle,
    because: because === undefined ? null : { source: because.source, quote: because.quote },
    note: row.note,
  };
}

const STANDING: Readonly<Record<string, string>> = {
  "standing.answers_by_text": "an admin lets Steward answer colleagues by text",
  "standing.answers_by_email": "an admin lets Steward answer colleagues by e-mail",
  "standing.answers_in_slack": "an admin lets Steward answer colleagues in Slack",
  "standing.on_call_texts": "an admin lets Steward text whoever is on call",
  "standing.mail_labels": "an admin lets Steward label e-mails",
  "standing.github_mirror": "an admin lets Steward copy the workspace to GitHub",
};

function ruleInWords(
  rule: string,
  { rules }: Pick<Policy, "rules">,
  titleOf: (tool: string) => string,
): string {
  const id = teamRuleOf(rule);
  if (id === null)
    return STANDING[rule] ?? "the policy lets Steward do this without asking, as an admin set it";
  const found = rules.find((one) => one.id === id);
  if (found === undefined) return "a rule of the policy that is gone by now";
  return `${found.origin === "earned" ? "a rule Steward earned" : "the team’s rule"}: ${sentenceOf(found, titleOf)}`;
}

/** What the newest approvals of a conversation came to that wait or were let out, newest first. */
export async function actsOfConversation(
  { db, effects: kinds }: { readonly db: TenantDb; readonly effects: EffectKinds },
  conversationId: string,
): Promise<
  {
    approvalId: string;
    status: ApprovalStatus;
    title: string;
    at: string;
    irreversible: string | null;
    /** What was really done, where it is done. */
    done: (Pick<EffectRow, "kind" | "document"> & { providerId: string | null })[];
  }[]
> {
  const rows = await db
    .rows(approvals, and(eq(approvals.conversationId, conversationId), inArray(approvals.status, [...SHOWN])))
    .orderBy(desc(approvals.createdAt))
    .limit(20);
  const ledger = await effectsOf(
    { db },
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, status, title, createdAt, decidedAt }) => {
    const words = (ledger.get(id) ?? []).map((effect) => kinds.describe(effect).words.irreversible);
    const irreversible = words.find((one) => one !== null) ?? null;
    const done = (status === "done" ? (ledger.get(id) ?? []) : []).map((effect) => ({
      kind: effect.kind,
      document: effect.document,
      providerId: receiptOf(effect)?.providerId ?? null,
    }));
    return { approvalId: id, status, title, at: decidedAt ?? createdAt, irreversible, done };
  });
}
