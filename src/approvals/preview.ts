/** Resolves an edit as it would be executed, without storing anything. */
import { AppError, IntegrationError } from "../kernel/errors.ts";
import { canonicalJson } from "../kernel/hash.ts";
import { decidePolicy } from "../policy/index.ts";
import type { Preview } from "../protocol/approval.ts";
import { alreadyDecided } from "./conflicts.ts";
import { hashOfEffect, hashOfEffects, storedForm } from "./hash.ts";
import type { ApprovalDeps, EffectDocument, Resolution } from "./ports.ts";
import { get, type Loaded } from "./store.ts";
import type { ApprovalRow, Arguments } from "./types.ts";
import { lintsOf, plannedView, viewContext } from "./view.ts";

/** What the arguments would do now. */
export interface ResolvedEdit {
  readonly resolution: Extract<Resolution, { kind: "resolved" }>;
  readonly documents: readonly EffectDocument[];
  readonly effectHash: string;
}

/** The effects edited arguments resolve to. Throws `not_found`, `already_decided`, `invalid_arguments`, `forbidden`, `upstream_failed`. */
export async function preview(
  deps: ApprovalDeps,
  input: { readonly approvalId: string; readonly arguments: Arguments },
): Promise<Preview> {
  const loaded = await get(deps, input.approvalId);
  if (loaded.row.status !== "pending") throw alreadyDecided(loaded.row);
  return previewOf(deps, loaded, await resolveEdit(deps, loaded.row, input.arguments));
}

/** The wire shape of a resolved edit. */
export async function previewOf(deps: ApprovalDeps, { row }: Loaded, edit: ResolvedEdit): Promise<Preview> {
  const context = await viewContext(deps);
  const hashed = await Promise.all(
    edit.documents.map(async (effect) => ({ ...effect, hash: await hashOfEffect(effect) })),
  );
  return {
    effects: plannedView(hashed, row.evidence),
    effectHash: edit.effectHash,
    lints: lintsOf(edit.resolution.lints, edit.documents, true, context),
  };
}

/** Whether arguments are those the approval already stands for. */
export function isUnedited(row: ApprovalRow, args: Arguments): boolean {
  return canonicalJson(args) === canonicalJson(row.finalArguments);
}

/** Resolves and judges edited arguments anew. Throws as `preview` does. */
export async function resolveEdit(
  deps: ApprovalDeps,
  row: ApprovalRow,
  args: Arguments,
): Promise<ResolvedEdit> {
  const resolution = await resolve(deps, row, args);
  if (resolution.kind === "retry") throw new AppError("invalid_arguments", resolution.message);
  if (resolution.kind === "failed") throw new AppError("conflict", resolution.message);
  const policy = await deps.policy();
  const verdict = decidePolicy(
    { tool: deps.resolver.power(row.tool), agent: row.agent, facts: resolution.facts },
    { policy },
  );
  if (verdict.decision === "deny" || verdict.decision === "shadow") {
    throw new AppError("forbidden", `The team's policy does not let this be sent (${verdict.rule}).`);
  }
  const documents = resolution.effects.map(storedForm);
  return { resolution, documents, effectHash: await hashOfEffects(documents) };
}

async function resolve(deps: ApprovalDeps, row: ApprovalRow, args: Arguments): Promise<Resolution> {
  try {
    return await deps.resolver.resolve(row.tool, args, {
      conversationId: row.conversationId,
      toolCallId: row.toolCallId,
      rule: row.rule,
      agent: row.agent,
    });
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error;
    throw new AppError("upstream_failed", `${error.vendor} could not be asked. Nothing was changed.`, {
      cause: error,
    });
  }
}
