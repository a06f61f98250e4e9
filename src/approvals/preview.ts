/** Resolves an edit to the effects it would execute. Stores nothing. */
import { AppError, IntegrationError } from "../kernel/errors.ts";
import { canonicalJson } from "../kernel/hash.ts";
import type { Preview } from "./api/approval.ts";
import { showText } from "../platform/api/shown-text.ts";
import { alreadyDecided } from "./conflicts.ts";
import { describe, withoutEffects, type Described } from "./describe.ts";
import { hashOfEffect, hashOfEffects } from "./hash.ts";
import { isHouseLint } from "./house-rules.ts";
import { assertAllowed } from "./judge-again.ts";
import type { ApprovalDeps, Resolution } from "./ports.ts";
import { get, type Loaded } from "./store.ts";
import type { ApprovalRow, Arguments } from "./types.ts";
import { houseView, lintsOf, plannedView, threadLints, viewContext } from "./view.ts";

/** The effects that edited arguments resolve to. */
export interface ResolvedEdit {
  /** The effects that remain. */
  readonly resolution: Described;
  readonly effectHash: string;
  /** The effects left out, by position in the full list. */
  readonly leftOut: Preview["leftOut"];
}

/** New arguments, effects to leave out, or both. */
export interface Edit {
  readonly arguments: Arguments;
  readonly without?: readonly number[] | undefined;
}

/**
 * Shows what an edit would do. Throws `not_found`, `already_decided`, `invalid_arguments`, `forbidden`,
 * `upstream_failed`.
 */
export async function preview(
  deps: ApprovalDeps,
  input: { readonly approvalId: string } & Edit,
): Promise<Preview> {
  const loaded = await get(deps, input.approvalId);
  if (loaded.row.status !== "pending") throw alreadyDecided(loaded.row);
  return previewOf(deps, loaded, await resolveEdit(deps, loaded.row, input));
}

export async function previewOf(deps: ApprovalDeps, { row }: Loaded, edit: ResolvedEdit): Promise<Preview> {
  const context = await viewContext(deps, [row]);
  const hashed = await Promise.all(
    edit.resolution.effects.map(async (effect) => ({ ...effect, hash: await hashOfEffect(effect) })),
  );
  const { effects, lints, target } = edit.resolution;
  const house = houseView(
    { ...row, target, lints: [...lints, ...row.lints.filter(isHouseLint)] },
    effects,
    context,
  );
  return {
    effects: plannedView(deps.effects, hashed, row),
    effectHash: edit.effectHash,
    lints: [...lintsOf(house.lints, effects, true, context), ...threadLints(row, context)],
    leftOut: edit.leftOut,
  };
}

/** Whether the arguments equal those of the approval. */
export function isUnedited(row: ApprovalRow, args: Arguments): boolean {
  return canonicalJson(args) === canonicalJson(row.finalArguments);
}

/** Resolves edited arguments and checks them against the policy. Throws as `preview` does. */
export async function resolveEdit(
  deps: ApprovalDeps,
  row: ApprovalRow,
  { arguments: args, without = [] }: Edit,
): Promise<ResolvedEdit> {
  const whole = await resolve(deps, row, args);
  if (whole.kind === "retry") throw new AppError("invalid_arguments", whole.message);
  if (whole.kind === "failed") throw new AppError("conflict", whole.message);
  const left = withoutEffects(deps.effects, whole, without);
  const resolution = describe(deps.effects, left, row.conversationId);
  await assertAllowed(deps, row, { arguments: args, facts: resolution.facts });
  return {
    resolution,
    effectHash: await hashOfEffects(resolution.effects),
    leftOut: [...without]
      .toSorted((one, other) => one - other)
      .flatMap((index) => {
        const effect = whole.effects[index];
        return effect === undefined
          ? []
          : [{ index, title: showText(deps.effects.describe(effect, whole.names).title) }];
      }),
  };
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
