/**
 * Commits as system effects: approved by the admin's standing rule, performed once, with a receipt like any
 * other.
 */
import { actByRule, type ApprovalDeps, type SystemAct } from "../../approvals/index.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { CommitPlan, Committed } from "./ports.ts";
import type { MirrorRow } from "./sync.ts";

/** The standing rule an admin turns on with the mirror. Persisted. */
const RULE = "standing.github_mirror";

/** Builds the effect of a commit to a branch. */
export type CommitEffect = (
  document: Pick<MirrorRow, "connectionId" | "repository" | "branch"> &
    Omit<CommitPlan, "files"> & { readonly files: { path: string; sha256: string | null }[] },
) => SystemAct["effect"];

export async function commitThroughLedger(
  approvals: ApprovalDeps,
  commitOf: CommitEffect,
  { connectionId, repository, branch }: MirrorRow,
  plan: CommitPlan,
): Promise<Committed> {
  const files = plan.files.map((file) => ({ ...file }));
  const approval = await actByRule(approvals, {
    id: `mirror:${approvals.ids.newId()}`,
    tool: "mirror.commit",
    conversationTitle: "GitHub mirror",
    rule: RULE,
    effect: commitOf({ connectionId, repository, branch, ...plan, files }),
  });
  return committed(approval);
}

/** The approval's Workflow may be performing it already: then the commit is in progress, which is fine. */
export function committed({ status, effects }: Pick<Approval, "status" | "effects">): Committed {
  const [effect] = effects;
  const sha = effect?.receipt?.providerId ?? null;
  if (status === "done" && sha !== null) return { sha };
  const problem = effect?.problem ?? null;
  if (problem === null && (status === "approved" || status === "executing")) return { isUnderWay: true };
  return { problem: problem ?? "The commit failed." };
}
