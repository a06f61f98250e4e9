/**
 * Several decisions at once. All are recorded before the first is executed, so that the agent continues
 * once for the whole batch.
 */
import { AppError } from "../kernel/errors.ts";
import type { Approval, DecisionBody } from "./api/approval.ts";
import { followDecision, recordDecision } from "./decide.ts";
import type { ApprovalDeps } from "./ports.ts";
import { findLoaded, type Loaded } from "./store.ts";
import type { Person } from "./types.ts";

type BatchResult =
  | { readonly ok: true; readonly approval: Approval }
  | {
      readonly ok: false;
      readonly approvalId: string;
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly details?: Record<string, unknown>;
      };
    };

/**
 * Makes each decision as `decide` would. A failure doesn't stop the others. Results are in the order of the
 * decisions.
 */
export async function decideMany(
  deps: ApprovalDeps,
  input: {
    readonly decisions: readonly (DecisionBody & { readonly approvalId: string })[];
    readonly by: Person;
  },
): Promise<BatchResult[]> {
  const results = new Map<number, BatchResult>();
  const recorded: {
    index: number;
    approvalId: string;
    turnId: string;
    rejected: boolean;
    loaded: Loaded | null;
  }[] = [];
  const isInBulk = input.decisions.filter(({ decision }) => decision === "approve").length > 1;
  for (const [index, { approvalId, ...body }] of input.decisions.entries()) {
    try {
      const loaded =
        (await recordDecision(deps, { approvalId, body, by: input.by, isInBulk })) ??
        (await findLoaded(deps, approvalId));
      const turnId = loaded?.row.turnId ?? "";
      recorded.push({ index, approvalId, turnId, rejected: body.decision === "reject", loaded });
    } catch (error) {
      results.set(index, { ok: false, approvalId, error: errorOf(deps, approvalId, error) });
    }
  }
  const rejections = recorded.filter(({ rejected }) => rejected);
  for (const [position, { index, approvalId, turnId, loaded }] of rejections.entries()) {
    const outcomesToFollow = rejections.slice(position + 1).filter((later) => later.turnId === turnId).length;
    results.set(index, {
      ok: true,
      approval: await followDecision(deps, approvalId, { outcomesToFollow, loaded }),
    });
  }
  for (const { index, approvalId, loaded } of recorded.filter(({ rejected }) => !rejected)) {
    results.set(index, { ok: true, approval: await followDecision(deps, approvalId, { loaded }) });
  }
  return [...results.entries()].toSorted(([left], [right]) => left - right).map(([, result]) => result);
}

function errorOf(deps: ApprovalDeps, approvalId: string, error: unknown) {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: { ...error.details } }),
    };
  }
  deps.logger.error("approval.decision_failed", { approvalId, error });
  return { code: "internal", message: "We couldn’t record this decision. Try again." };
}
