/**
 * Checks a pending approval against the current policy when it is decided, and again before each effect
 * runs. Actions of people, actions under an admin's standing rule, and Steward's own proposals are exempt:
 * they are not calls of a model.
 */
import { STEWARD } from "../platform/audit/index.ts";
import { AppError } from "../kernel/errors.ts";
import { HOUSE_RULE, houseNow } from "./house-rules.ts";
import { teamRuleOf, type PolicyCall, type PolicyDecision } from "./policy/index.ts";
import { sentenceOf } from "./api/policy-words.ts";
import type { ApprovalDeps } from "./ports.ts";
import type { Loaded } from "./store.ts";
import type { ApprovalRow } from "./types.ts";

/** The edited values that replace the stored ones. */
type Judged = Pick<PolicyCall, "arguments" | "facts">;

const NOT_A_CALL = /^(?:person|standing|earned)\./;

/** Throws `forbidden`, with a message for the person who decides, if the policy no longer allows the call. */
export async function assertAllowed(deps: ApprovalDeps, row: ApprovalRow, edit?: Judged): Promise<void> {
  const blocked = await blockedNow(deps, row, edit);
  if (blocked !== null) throw new AppError("forbidden", blocked);
}

/** Why the policy no longer allows the call; null if it does. */
export async function blockedNow(
  deps: ApprovalDeps,
  row: ApprovalRow,
  edit?: Judged,
): Promise<string | null> {
  const verdict = await judge(deps, row, edit);
  if (verdict === null || verdict.decision === "allow" || verdict.decision === "ask") return null;
  return `Your team’s policy doesn’t allow this now: ${await because(deps, verdict)} An admin can change it under Settings, Policy.`;
}

/** The rule under which a person must now decide on a call that a rule had approved; null if none applies. */
export async function asksNow(deps: ApprovalDeps, { row, effects }: Loaded): Promise<string | null> {
  if (row.status !== "approved" || row.decided.by.id !== STEWARD.id) return null;
  const verdict = await judge(deps, row);
  if (verdict === null) return null;
  if (verdict.decision === "ask") return verdict.rule;
  const house = await houseNow(deps, row.conversationId, { ...row, effects });
  return house.binding.length > 0 ? HOUSE_RULE : null;
}

async function judge(
  deps: ApprovalDeps,
  row: ApprovalRow,
  edit: Judged = { arguments: row.finalArguments, facts: row.facts },
): Promise<PolicyDecision | null> {
  if (NOT_A_CALL.test(row.rule)) return null;
  return deps.judge({
    ...edit,
    tool: deps.resolver.power(row.tool),
    agent: row.agent,
    // Only relevant for calls to the open web, which never become approvals.
    untrustedText: true,
    // Judged when the call was made; nothing has been read since.
    readOfOthers: false,
  });
}

async function because(deps: ApprovalDeps, { rule }: PolicyDecision): Promise<string> {
  const id = teamRuleOf(rule);
  if (id !== null) {
    const row = (await deps.policy()).rules.find((one) => one.id === id);
    return row === undefined
      ? "one of its rules says never."
      : `“${sentenceOf(row, (tool) => deps.resolver.title(tool))}”`;
  }
  switch (rule) {
    case "autonomy.shadow":
      return "Steward only notes what it would do.";
    case "tool.unknown":
      return "the tool it was made with is gone.";
    default:
      return "this tool is turned off.";
  }
}
