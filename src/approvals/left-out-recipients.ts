/**
 * Handles a recipient of a bundle who writes after it was drafted: their part is removed, which changes the
 * hash, so that no one can approve the outdated card. A person can put the part back, knowing of the
 * message. A bundle whose recipients have all written goes stale.
 */
import { eq, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { approvals, effects, type WroteSince } from "./tables/approvals.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Approval, Lint } from "./api/approval.ts";
import { showText } from "../platform/api/shown-text.ts";
import { describe, guarding, lintsOfKept } from "./describe.ts";
import { unjudged } from "./decision-tallies.ts";
import { laterExpiry } from "./expiry.ts";
import { hashOfEffects } from "./hash.ts";
import type { ApprovalDeps, EffectBytes, EffectDocument, EffectKinds, SentMessage } from "./ports.ts";
import { staleSentence } from "./stale-reasons.ts";
import { effectsOf, ifWonBy, move, plannedRows, undecided, wonBy } from "./store.ts";
import { readApproval } from "./rows.ts";
import type { ApprovalRow, EffectRow } from "./types.ts";

/** Maximum bundles checked for one message. The check before execution catches the rest. */
const MAX_BUNDLES = 100;

/** The recipient's thread and their newest message. */
interface News {
  readonly threadKey: string;
  readonly messageId: string;
}

/** Condition: the approval has several effects and can still be changed. */
export const openBundle = sql`${approvals.status} in ('pending', 'approved') and json_array_length(${approvals.proposedEffects}) > 1`;

/** Open bundles that include this thread. */
export async function openBundlesTo(
  { db, effects: kinds }: Pick<ApprovalDeps, "db" | "effects">,
  threadKey: string,
): Promise<ApprovalRow[]> {
  const rows = await db.rows(approvals, openBundle).orderBy(approvals.createdAt).limit(MAX_BUNDLES);
  return rows.map(readApproval).filter((row) => {
    const threads = new Set(row.proposedEffects.map((effect) => threadOf(kinds, effect)));
    return threads.size > 1 && threads.has(threadKey);
  });
}

/** Removes the writer's part from every open bundle. Held bundles return to pending. Returns what changed. */
export async function leaveOutWriter(
  deps: ApprovalDeps,
  news: News,
): Promise<readonly { readonly row: ApprovalRow; readonly to: "pending" | "stale" }[]> {
  const concerned = (await openBundlesTo(deps, news.threadKey)).filter((row) =>
    isConcerned(deps.effects, row, news),
  );
  const ledger = await effectsOf(
    deps,
    concerned.map(({ id }) => id),
  );
  const changed = [];
  for (const row of concerned) {
    const to = await leaveOut(deps, { row, effects: ledger.get(row.id) ?? [] }, news);
    if (to !== null) changed.push({ row, to });
  }
  return changed;
}

/** Whether the draft was made without knowledge of the message. */
function isConcerned(kinds: EffectKinds, row: ApprovalRow, { threadKey, messageId }: News): boolean {
  return (
    // A bundle with one recipient left goes stale like a single draft.
    row.threadKey !== threadKey &&
    !row.preconditions.some((one) => kinds.precondition(one).seen?.messageId === messageId)
  );
}

async function leaveOut(
  deps: ApprovalDeps,
  { row, effects: planned }: { readonly row: ApprovalRow; readonly effects: readonly EffectRow[] },
  { threadKey, messageId }: News,
): Promise<"pending" | "stale" | null> {
  const kept = planned.flatMap((effect, index) =>
    threadOf(deps.effects, effect) === threadKey ? [] : [index],
  );
  const isOut = kept.length === planned.length;
  // It was approved without their part, so their message changes nothing.
  if (isOut && row.status === "approved") return null;
  const at = isoTime(deps.clock.now());
  const theirs = row.proposedEffects.flatMap((effect, index) =>
    threadOf(deps.effects, effect) === threadKey ? [{ index, threadKey, messageId, at }] : [],
  );
  const others = (row.wroteSince ?? []).filter((one) => one.threadKey !== threadKey);
  const wroteSince = [...others, ...theirs];
  if (kept.length === 0) {
    const staleReason = staleSentence({ code: "all_recipients_wrote" });
    const audit = [
      { actor: STEWARD, action: "approval.stale", sentence: `No longer fits, not sent: ${row.title}` },
    ];
    const change = { to: "stale", set: { staleReason, wroteSince }, audit } as const;
    return (await move(deps, row, { ...change, ...(await unjudged(deps, row)) })) ? "stale" : null;
  }
  const documents = kept.flatMap((index) => planned[index] ?? []);
  const lines = await plannedRows(row.id, documents, at);
  const won = await move(deps, row, {
    to: "pending",
    set: {
      wroteSince,
      ...(isOut ? {} : await columnsOfKept(deps, row, { kept, documents })),
      ...(row.status === "approved"
        ? { ...undecided(row), expiresAt: laterExpiry(deps, row.expiresAt, documents) }
        : {}),
    },
    audit: isOut
      ? []
      : [
          {
            actor: STEWARD,
            action: "approval.left_out",
            sentence: `Left out, because they wrote since: ${row.proposedEffects[theirs[0]?.index ?? 0]?.title ?? row.title}`,
          },
        ],
    follow: (moveId) =>
      isOut
        ? []
        : [
            deps.db.remove(effects, sql`${eq(effects.approvalId, row.id)} and ${ifWonBy(row.id, moveId)}`),
            ...lines.map((line) => deps.db.insertIf(effects, line, approvals, wonBy(row.id, moveId))),
          ],
  });
  return won ? "pending" : null;
}

/** The columns of a bundle after parts were removed. */
async function columnsOfKept(
  { effects: kinds }: ApprovalDeps,
  row: ApprovalRow,
  { kept, documents }: { readonly kept: readonly number[]; readonly documents: readonly EffectDocument[] },
) {
  const recipients = row.facts?.recipients ?? [];
  const preconditions = guarding(kinds, documents, row.preconditions);
  const { title, target, threadKey, facts, lints } = describe(
    kinds,
    {
      kind: "resolved",
      effects: documents.map(({ kind, document }) => ({ kind, document })),
      observed: preconditions,
      lints: lintsOfKept(row.lints, kept),
      urgent: row.urgent,
      inContacts: recipients.flatMap(({ address, known }) => (known === "contact" ? [address] : [])),
    },
    row.conversationId,
  );
  return {
    title,
    target,
    threadKey,
    facts,
    lints: [...lints],
    preconditions,
    effectHash: await hashOfEffects(documents),
  };
}

/** Recipients who wrote since, with the parts removed for it. Empty once decided. */
export function wroteSinceView(kinds: EffectKinds, row: ApprovalRow): NonNullable<Approval["wroteSince"]> {
  if (row.status !== "pending") return [];
  const proposed = row.proposedEffects;
  return (row.wroteSince ?? [])
    .toSorted((one, other) => one.index - other.index)
    .flatMap(({ index, threadKey }) => {
      const effect = proposed[index];
      if (effect === undefined) return [];
      const { title, target } = kinds.describe(effect);
      return [{ index, title: showText(title), target: showText(target), conversationId: threadKey }];
    });
}

/** The same as warnings, for clients that don't show parts. */
export function wroteSinceLints(kinds: EffectKinds, row: ApprovalRow): Lint[] {
  return wroteSinceView(kinds, row).map(({ target }) => ({
    code: "wrote_since",
    level: "warning",
    message: `${target} wrote since this was drafted.`,
    path: null,
  }));
}

/** The entries whose recipients the edit still leaves out. */
export function stillLeftOut(
  kinds: EffectKinds,
  row: ApprovalRow,
  documents: readonly EffectBytes[],
): WroteSince[] | null {
  if (row.wroteSince === null) return null;
  const reached = new Set(documents.map((effect) => threadOf(kinds, effect)));
  return row.wroteSince.filter(({ threadKey }) => !reached.has(threadKey));
}

/**
 * ID of the newest message that the approver must have seen: the team's to the same people, or one of a
 * recipient left out. Null if there is none.
 */
export function newestNews(
  { wroteSince }: Pick<ApprovalRow, "wroteSince">,
  sent: readonly SentMessage[],
): string | null {
  const theirs = (wroteSince ?? []).map(({ messageId: id, at }) => ({ id, at }));
  return [...sent, ...theirs].toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)?.id ?? null;
}

function threadOf(kinds: EffectKinds, effect: EffectBytes): string | null {
  return kinds.describe(effect).threadKey;
}
