/** Builds the wire format of approvals. The documents shown are the stored ones that are hashed and executed. */
import type { Json } from "../kernel/hash.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { quietUntil } from "./policy/index.ts";
import type { Policy } from "../team/api/policy.ts";
import type { Approval, Effect, Evidence, Lint } from "./api/approval.ts";
import type { HouseRule } from "./api/house-rules.ts";
import { exampleVerdict } from "./api/example-verdict.ts";
import { showText } from "../platform/api/shown-text.ts";
import { besideDeputies, deputiesNow, houseDeciders, houseOf, isKeptMark, saidRules } from "./house-rules.ts";
import { showDocument } from "./show-document.ts";
import { lintEffects, quietHoursLint, reachesContact } from "./lints.ts";
import { otherDraftLints, waitingBeside } from "./other-drafts.ts";
import { proposedIndexes } from "./edits.ts";
import type { ApprovalDeps, EffectBytes, EffectDocument, EffectKinds, SentMessage } from "./ports.ts";
import { problemOf, reasonOf, receiptOf, settledBy, verdictOf } from "./rows.ts";
import { isForAdmins } from "./who-decides.ts";
import { sentSinceDrafts, sentSinceLints } from "./sent-since.ts";
import type { Loaded } from "./store.ts";
import type { ApprovalRow, EffectRow } from "./types.ts";
import { lastWordsTo } from "./last-words.ts";
import { newestNews, wroteSinceLints, wroteSinceView } from "./left-out-recipients.ts";

/** What a view needs besides the rows. */
interface ViewContext {
  readonly nowMs: number;
  readonly policy: Policy;
  readonly timeZone: string;
  readonly effects: EffectKinds;
  readonly form: (tool: string, args: Record<string, Json>) => Approval["form"];
  readonly compensation: (effect: EffectRow) => string | null;
  readonly provider: (kind: string) => string | null;
  /** House rules in force in a conversation. */
  readonly houseRules: (conversationId: string) => readonly HouseRule[];
  /** Pending drafts on the threads of the viewed approvals. */
  readonly waiting: readonly ApprovalRow[];
  /** Messages sent to the same people since each pending draft. */
  readonly sent: ReadonlyMap<string, readonly SentMessage[]>;
  /** What the recipients of a pending draft wrote last; lists go without. */
  readonly lastWords?: Awaited<ReturnType<typeof lastWordsTo>>;
  /** What no longer holds of a pending draft, as far as our own records say; lists go without. */
  readonly brokenLints?: readonly Lint[];
  /** Example IDs by approval. */
  readonly examples: ReadonlyMap<string, string>;
}

/** Loads the context for viewing some rows. */
export async function viewContext(deps: ApprovalDeps, rows: readonly ApprovalRow[]): Promise<ViewContext> {
  const [{ policy, houseRules }, waiting, sent, kept] = await Promise.all([
    withRules(deps, rows),
    waitingBeside(deps.db, rows),
    sentSinceDrafts(deps, rows),
    deps.keptExamples(rows.filter((row) => exampleVerdict(row) !== null).map(({ id }) => id)),
  ]);
  return {
    nowMs: deps.clock.now(),
    policy,
    houseRules,
    timeZone: deps.timeZone,
    effects: deps.effects,
    waiting,
    sent,
    examples: kept,
    provider: (kind) => deps.executor.provider(kind),
    form: (tool, args) => (deps.resolver.power(tool) === null ? [] : deps.resolver.form(tool, args)),
    compensation: (effect) =>
      deps.executor.compensation(effect, receiptOf(effect)?.providerId ?? null)?.label ?? null,
  };
}

async function withRules(deps: ApprovalDeps, rows: readonly ApprovalRow[]) {
  const pending = rows.flatMap(({ status, conversationId }) =>
    status === "pending" ? [conversationId] : [],
  );
  const [policy, said] = await Promise.all([deps.policy(), saidRules(deps.db, pending)]);
  return { policy, houseRules: (id: string) => [...policy.houseRules, ...said(id)] };
}

export async function view(deps: ApprovalDeps, loaded: Loaded): Promise<Approval> {
  const rows = [loaded.row];
  const [context, lastWords, brokenLints] = await Promise.all([
    viewContext(deps, rows),
    lastWordsTo(deps, rows),
    brokenLintsOf(deps, loaded),
  ]);
  return viewOf(loaded, { ...context, lastWords, brokenLints });
}

async function brokenLintsOf(
  { effects: kinds, executor }: ApprovalDeps,
  { row, effects }: Loaded,
): Promise<Lint[]> {
  const [effect] = effects;
  if (row.status !== "pending" || effect === undefined) return [];
  const asked = row.preconditions.filter((one) => kinds.precondition(one).isOnRecord);
  const answers = await Promise.all(asked.map((one) => executor.check(one, effect)));
  return answers.flatMap((answer) =>
    answer.holds
      ? []
      : [{ code: "no_longer_fits", level: "danger", message: showText(answer.reason), path: null }],
  );
}

/** Pure. */
export function viewOf({ row, effects }: Loaded, context: ViewContext): Approval {
  const heldUntil = heldUntilOf(row, context.nowMs);
  const settled = settledBy(row);
  const kept = context.examples.get(row.id);
  const proposed = row.proposedEffects;
  const origins = proposedIndexes(proposed, effects);
  return {
    id: row.id,
    conversationId: row.conversationId,
    conversationTitle: showText(row.conversationTitle),
    turnId: row.turnId,
    status: row.status,
    tool: row.tool,
    title: showText(row.title),
    target: showText(row.target),
    arguments: row.finalArguments as Approval["arguments"],
    proposedArguments: row.proposedArguments as Approval["arguments"],
    form: row.status === "pending" ? context.form(row.tool, row.finalArguments as Record<string, Json>) : [],
    effects: effects.map((effect, index) => ({
      ...plannedEffect(context.effects, effect, effect.effectIndex, row.evidence),
      proposedIndex: origins[index] ?? null,
      status: effect.status,
      receipt: receiptOf(effect),
      problem: problemOf(effect),
      ...waitOf(row, effect, context),
    })),
    leftOut: proposed.flatMap(({ title }, index) => (origins.includes(index) ? [] : [showText(title)])),
    proposedEffects: proposed.map(({ document }) => document) as Approval["proposedEffects"],
    effectHash: row.effectHash,
    ...groundsOf({ row, effects }, context),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    executeAfter: heldUntil,
    decision: verdictOf(row),
    decidedBy: settled?.by ?? null,
    decidedAt: settled?.at ?? null,
    edited: row.edited,
    reason: reasonOf(row),
    changesRequested: row.status === "rejected" && row.redraft,
    staleReason: row.status === "stale" ? row.staleReason : null,
    ...(kept === undefined ? {} : { example: kept }),
    replacedBy: row.replacedById,
    undoable: heldUntil !== null,
    compensation: row.status === "done" ? (compensable(effects, context)?.label ?? null) : null,
    version: row.version,
  };
}

/** The provider that an effect waits for, and the next try. */
function waitOf(row: ApprovalRow, effect: EffectRow, { provider }: ViewContext): Pick<Effect, "waits"> {
  if (row.status !== "executing" || effect.status !== "planned") return {};
  const { notBefore, problem } = effect;
  if (problem === null || notBefore === null) return {};
  return { waits: { for: provider(effect.kind) ?? "Steward", nextTryAt: notBefore } };
}

/** What a person considers besides the effects: evidence, warnings, and what happened on the thread. */
function groundsOf({ row, effects }: Loaded, context: ViewContext) {
  const wroteSince = wroteSinceView(context.effects, row);
  const lastWords = context.lastWords?.get(row.id);
  const house = houseView(row, effects, context);
  return {
    lints: [
      ...lintsOf(house.lints, effects, waitsForDecision(row), context),
      ...threadLints(row, context),
      ...(context.brokenLints ?? []),
    ],
    evidence: row.evidence.map(shownEvidence),
    lastContact: lastContactOf(row, context.effects),
    sentSince: row.status === "pending" ? newestNews(row, context.sent.get(row.id) ?? []) : null,
    ...(wroteSince.length === 0 ? {} : { wroteSince }),
    ...(lastWords === undefined ? {} : { lastWords }),
    ...(row.note === null ? {} : { note: showText(row.note) }),
    urgent: row.urgent,
    ...(isForAdmins(context, effects) ? { adminsOnly: true } : {}),
    ...house.who,
    rule: row.rule,
  };
}

/** What house rules say of a draft. A decided one keeps what its card said. */
export function houseView(
  {
    conversationId,
    status,
    lints,
    target,
    urgent,
  }: Pick<ApprovalRow, "conversationId" | "status" | "lints" | "target" | "urgent">,
  effects: readonly EffectBytes[],
  context: Pick<ViewContext, "houseRules" | "policy" | "effects" | "timeZone" | "nowMs">,
): { readonly lints: readonly Lint[]; readonly who: Pick<Approval, "deciders" | "adminsOnly"> } {
  if (status !== "pending") return { lints: lints.filter((lint) => !isKeptMark(lint)), who: {} };
  const house = houseOf(context, context.houseRules(conversationId), { effects, target, lints, urgent });
  const { who, lints: standIns } = besideDeputies(
    houseDeciders(house.binding),
    deputiesNow(context.policy.deputies, context),
  );
  return { lints: [...house.lints, ...standIns], who };
}

/** Warnings about the draft's threads: recipients who wrote since, other drafts, and messages sent since. */
export function threadLints(row: ApprovalRow, context: ViewContext): Lint[] {
  return [
    ...wroteSinceLints(context.effects, row),
    ...sentSinceLints(context.effects, row, context.sent.get(row.id) ?? [], context.timeZone),
    ...otherDraftLints(context.effects, row, context.waiting),
  ];
}

/** Until when the approval can be undone; null if it can't. */
function heldUntilOf(row: ApprovalRow, nowMs: number): string | null {
  const heldUntil = row.status === "approved" ? row.executeAfter : null;
  return heldUntil !== null && msOf(heldUntil) > nowMs ? heldUntil : null;
}

/** Cards quote names and words from outside. */
function shownEvidence(evidence: Evidence): Evidence {
  return { ...evidence, source: showText(evidence.source), quote: showText(evidence.quote) };
}

function lastContactOf(
  { preconditions }: ApprovalRow,
  kinds: EffectKinds,
): NonNullable<Approval["lastContact"]> | null {
  const looks = preconditions.flatMap((one) => kinds.precondition(one).seen ?? []);
  // With several recipients there is no single newest message.
  if (looks.length > 1) return null;
  for (const seen of looks) {
    if (seen.at === undefined || seen.direction === undefined) continue;
    const atMs = msOf(seen.at);
    if (!Number.isNaN(atMs)) return { at: isoTime(atMs), direction: seen.direction };
  }
  return null;
}

/** The last effect that can be undone, with its button label; null if there is none. */
function compensable(effects: readonly EffectRow[], context: Pick<ViewContext, "compensation">) {
  for (const effect of effects.toReversed()) {
    const label = context.compensation(effect);
    if (label !== null) return { effect, label };
  }
  return null;
}

function waitsForDecision(row: ApprovalRow): boolean {
  return row.status === "pending" || row.status === "approved";
}

/** Lints of the resolution and of the bytes, and a notice if quiet hours would delay the message. */
export function lintsOf(
  stored: readonly Lint[],
  effects: readonly EffectBytes[],
  upcoming: boolean,
  context: Pick<ViewContext, "effects" | "nowMs" | "policy" | "timeZone">,
): Lint[] {
  const told = stored.map((lint) => ({ ...lint, message: showText(lint.message) }));
  const known = new Set(told.map(({ code, path }) => `${code} ${path ?? ""}`));
  // Proposals of earlier releases stored some lints that are derived from the bytes today.
  const lints = [
    ...told,
    ...lintEffects(context.effects, effects).filter(({ code, path }) => !known.has(`${code} ${path ?? ""}`)),
  ];
  const startMs = context.nowMs + context.policy.holdSeconds * 1000;
  const quietMs = quietUntil(startMs, context.policy.contactQuietHours, context.timeZone);
  if (upcoming && quietMs !== null && effects.some((effect) => reachesContact(context.effects, effect))) {
    lints.push(quietHoursLint(isoTime(quietMs), context.timeZone));
  }
  return lints;
}

/** The wire format of an effect not yet performed. */
function plannedEffect(
  kinds: EffectKinds,
  effect: EffectDocument & { readonly hash: string },
  index: number,
  evidence: readonly Evidence[],
): Effect {
  const { layout, words } = kinds.describe(effect);
  return {
    index,
    kind: effect.kind,
    title: showText(effect.title),
    document: effect.document as Effect["document"],
    leaves: showDocument(effect.document, evidence, layout),
    layout: [...layout],
    words: { ...words, ask: showText(words.ask), sent: showText(words.sent) },
    hash: effect.hash,
    status: "planned",
    receipt: null,
    problem: null,
  };
}

/** The wire format of effects not yet stored, for a preview. */
export function plannedView(
  kinds: EffectKinds,
  documents: readonly (EffectDocument & { readonly hash: string })[],
  row: Pick<ApprovalRow, "evidence" | "proposedEffects">,
): Effect[] {
  const origins = proposedIndexes(row.proposedEffects, documents);
  return documents.map((effect, index) => ({
    ...plannedEffect(kinds, effect, index, row.evidence),
    proposedIndex: origins[index] ?? null,
  }));
}
