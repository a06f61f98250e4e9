/** Rows as people and clients see them. The documents shown are the stored ones, the same that are hashed and executed. */
import { isoTime, msOf } from "../kernel/clock.ts";
import { quietUntil } from "../policy/index.ts";
import type { Policy } from "../protocol/account.ts";
import type { Approval, Effect, Evidence, Lint } from "../protocol/approval.ts";
import { showText } from "../protocol/shown-text.ts";
import { showDocument } from "./leaves.ts";
import { lintEffects, quietHoursLint, reachesContact } from "./lints.ts";
import type { ApprovalDeps, EffectDocument } from "./ports.ts";
import type { Loaded } from "./store.ts";
import type { ApprovalRow, EffectRow } from "./types.ts";

/** What a view depends on beside the rows. */
export interface ViewContext {
  readonly nowMs: number;
  readonly policy: Policy;
  readonly timeZone: string;
  readonly form: (tool: string) => Approval["form"];
  readonly compensation: (effect: EffectRow) => string | null;
}

/** The context of this moment. */
export async function viewContext(deps: ApprovalDeps): Promise<ViewContext> {
  const policy = await deps.policy();
  return {
    nowMs: deps.clock.now(),
    policy,
    timeZone: deps.timeZone,
    form: (tool) => (deps.resolver.power(tool) === null ? [] : deps.resolver.form(tool)),
    compensation: (effect) => deps.executor.compensation(effect, effect.providerId)?.label ?? null,
  };
}

/** One approval as of now. */
export async function view(deps: ApprovalDeps, loaded: Loaded): Promise<Approval> {
  return viewOf(loaded, await viewContext(deps));
}

/** One approval as of the context's moment. Pure. */
export function viewOf({ row, effects }: Loaded, context: ViewContext): Approval {
  const held =
    row.status === "approved" && row.executeAfter !== null && msOf(row.executeAfter) > context.nowMs;
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
    form: row.status === "pending" ? context.form(row.tool) : [],
    effects: effects.map((effect) => effectView(effect, row.evidence)),
    proposedEffects: row.proposedEffects.map((effect) => effect["document"]) as Approval["proposedEffects"],
    effectHash: row.effectHash,
    lints: lintsOf(row.lints, effects, waitsForDecision(row), context),
    evidence: row.evidence.map(shownEvidence),
    lastContact: lastContactOf(row),
    urgent: row.urgent,
    rule: row.rule,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    executeAfter: held ? row.executeAfter : null,
    decision: row.decision,
    decidedBy:
      row.decidedById === null ? null : { id: row.decidedById, name: row.decidedByName ?? row.decidedById },
    decidedAt: row.decidedAt,
    edited: row.edited,
    reason: row.reason,
    staleReason: row.staleReason,
    undoable: held,
    compensation: row.status === "done" ? (compensable(effects, context)?.label ?? null) : null,
    version: row.version,
  };
}

/** Names and words from outside stand in what a card quotes. */
function shownEvidence(evidence: Evidence): Evidence {
  return { ...evidence, source: showText(evidence.source), quote: showText(evidence.quote) };
}

function lastContactOf({ preconditions }: ApprovalRow): NonNullable<Approval["lastContact"]> | null {
  for (const one of preconditions) {
    if (!("messageId" in one) || one.at === undefined || one.direction === undefined) continue;
    const atMs = msOf(one.at);
    if (!Number.isNaN(atMs)) return { at: isoTime(atMs), direction: one.direction };
  }
  return null;
}

/** The last effect something undoes, with the words for the button; null where nothing does. */
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

/** Lints of the resolution, the generic ones, and quiet hours where they would hold the send back. */
export function lintsOf(
  stored: readonly Lint[],
  effects: readonly EffectDocument[],
  upcoming: boolean,
  context: Pick<ViewContext, "nowMs" | "policy" | "timeZone">,
): Lint[] {
  const told = stored.map((lint) => ({ ...lint, message: showText(lint.message) }));
  const lints = [...told, ...lintEffects(effects)];
  const startMs = context.nowMs + context.policy.holdSeconds * 1000;
  const quietMs = quietUntil(startMs, context.policy.contactQuietHours, context.timeZone);
  if (upcoming && quietMs !== null && effects.some(reachesContact)) {
    lints.push(quietHoursLint(isoTime(quietMs), context.timeZone));
  }
  return lints;
}

/** A stored effect as on the wire. */
function effectView(effect: EffectRow, evidence: readonly Evidence[]): Effect {
  return {
    index: effect.effectIndex,
    kind: effect.kind,
    title: showText(effect.title),
    document: effect.document as Effect["document"],
    leaves: showDocument(effect.document, evidence),
    hash: effect.hash,
    status: effect.status,
    receipt: effect.receipt,
    problem: effect.problem,
  };
}

/** Effects that are not stored yet, as a preview shows them. */
export function plannedView(
  documents: readonly (EffectDocument & { readonly hash: string })[],
  evidence: readonly Evidence[],
): Effect[] {
  return documents.map((effect, index) => ({
    index,
    kind: effect.kind,
    title: showText(effect.title),
    document: effect.document as Effect["document"],
    leaves: showDocument(effect.document, evidence),
    hash: effect.hash,
    status: "planned",
    receipt: null,
    problem: null,
  }));
}
