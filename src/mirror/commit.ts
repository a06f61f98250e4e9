/** Commits as system effects: approved at birth by the admin's rule, performed once, with a receipt like any other. */
import { propose, type ApprovalDeps } from "../approvals/index.ts";
import type { Approval } from "../protocol/approval.ts";
import type { CommitPlan, Committed } from "./ports.ts";
import type { MirrorRow } from "./sync.ts";

/** The rule an admin turns on with the mirror. Persisted with approvals. */
const RULE = "standing.github_mirror";

/** Makes a commit through the ledger. */
export async function commitThroughLedger(
  approvals: ApprovalDeps,
  conversationId: string,
  { connectionId, repository, branch }: MirrorRow,
  plan: CommitPlan,
): Promise<Committed> {
  const id = `mirror:${approvals.ids.newId()}`;
  const title = `Commit of ${plan.files.length} files to ${repository}`;
  const files = plan.files.map((file) => ({ ...file }));
  const document = { connectionId, repository, branch, ...plan, files };
  const approval = await propose(approvals, {
    scope: {
      conversationId,
      conversationTitle: "GitHub mirror",
      turnId: id,
      runId: id,
      agent: "system:steward",
      recentTexts: [],
    },
    toolCallId: id,
    tool: "mirror.commit",
    arguments: {},
    resolution: {
      kind: "resolved",
      effects: [{ kind: "github.commit", title, document }],
      title,
      target: `${repository}, ${branch}`,
      lints: [],
      preconditions: [],
      threadKey: null,
      urgent: false,
      facts: { recipientInternal: true, recipientIsSpeaker: false, repliesToText: false },
    },
    rule: RULE,
    allowed: true,
    holdSeconds: 0,
    evidence: [],
  });
  return committed(approval);
}

/** The approval's Workflow may be at it already: then the commit is under way, which is no problem. */
export function committed({ status, effects }: Pick<Approval, "status" | "effects">): Committed {
  const [effect] = effects;
  const sha = effect?.receipt?.providerId ?? null;
  if (status === "done" && sha !== null) return { sha };
  const problem = effect?.problem ?? null;
  if (problem === null && (status === "approved" || status === "executing")) return { isUnderWay: true };
  return { problem: problem ?? "The commit was not made." };
}
