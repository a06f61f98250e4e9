/**
 * A card that waits is judged by the policy of the moment it is decided, and again of the moment each of its effects runs. What a person did themselves
 * or a standing rule of an admin's allows, and what Steward proposes of its own accord, was never a model's call, and is judged by no one.
 */
import { STEWARD } from "../platform/audit/index.ts";
import { AppError } from "../kernel/errors.ts";
import { teamRuleOf, type PolicyCall, type PolicyDecision } from "./policy/index.ts";
import { sentenceOf } from "./api/policy-words.ts";
import type { ApprovalDeps } from "./ports.ts";
import type { ApprovalRow } from "./types.ts";

/** What an edit puts in the place of what is stored. */
type Judged = Pick<PolicyCall, "arguments" | "facts">;

const NOT_A_CALL = /^(?:person|standing|earned)\./;

/** Throws `forbidden`, in words for the person who decides, where the policy no longer lets the call be approved. */
export async function assertAllowed(deps: ApprovalDeps, row: ApprovalRow, edit?: Judged): Promise<void> {
  const blocked = await blockedNow(deps, row, edit);
  if (blocked !== null) throw new AppError("forbidden", blocked);
}

/** Why the policy no longer lets the call happen at all; null where it does. */
export async function blockedNow(
  deps: ApprovalDeps,
  row: ApprovalRow,
  edit?: Judged,
): Promise<string | null> {
  const verdict = await judge(deps, row, edit);
  if (verdict === null || verdict.decision === "allow" || verdict.decision === "ask") return null;
  return `Your team’s policy doesn’t allow this now: ${await because(deps, verdict)} An admin can change it under Settings, Policy.`;
}

/** The rule by which a person must now decide what a rule had let through; null where none must. */
export async function asksNow(deps: ApprovalDeps, row: ApprovalRow): Promise<string | null> {
  if (row.status !== "approved" || row.decided.by.id !== STEWARD.id) return null;
  const verdict = await judge(deps, row);
  return verdict?.decision === "ask" ? verdict.rule : null;
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
    // Only calls to the open web are judged by it, and they are never put before anybody.
    untrustedText: true,
    // What was read before the call was judged when it was made; nothing more has been since.
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
