/**
 * The one rule table that decides allow, ask, deny or shadow for a tool call. Pure: the first rule that matches decides and is named in the answer.
 * What the table denies, shadows or asks because of the open web stands. Otherwise the first of the team's own rules that fits takes the place of
 * what is set for the tool, and the table is read again: an external effect runs unasked only with two keys (the tool allows it, an admin turned it
 * on), where Steward acts by itself at all, never for somebody new, and to nobody outside once anything of others was looked up. A call no rule knows is
 * denied.
 */
import type { Policy } from "../api/policy.ts";
import type { ToolMode } from "../api/policy-rules.ts";
import { findFittingRule } from "./match-rule.ts";
import type { PolicyCall, PolicyDecision, PolicyTool } from "./types.ts";

/** What holds while a call is judged. */
export interface PolicyContext {
  readonly policy: Pick<Policy, "permissionMode" | "autonomy" | "tools" | "rules">;
  /** Addresses and numbers of the team's members (`listColleagues`). */
  readonly colleagues: ReadonlySet<string>;
  readonly nowMs: number;
  /** IANA name of the tenant's zone, for the hours of rules. */
  readonly timeZone: string;
}

interface Judged {
  readonly tool: PolicyTool;
  /** What is set for the call, by a rule of the team's or for its tool; null where nothing is. */
  readonly set: ToolMode | null;
  readonly call: PolicyCall;
  readonly context: PolicyContext;
}

interface Rule {
  readonly name: string;
  readonly decision: PolicyDecision["decision"];
  readonly when: (judged: Judged) => boolean;
}

const external = ({ tool }: Judged): boolean => tool.effect === "external";
const mode = ({ set, tool }: Judged): ToolMode => set ?? tool.defaultMode;
const autonomy = ({ context }: Judged): Policy["autonomy"] => context.policy.autonomy;
const mayRun = (call: Judged): boolean => external(call) && call.set === "allow";

const WEB_RULE = "web.untrusted";

/** In order. A name is persisted with every approval and trace: never reused for another meaning (`system.bypass` and `external.execute` are gone). */
const RULES: readonly Rule[] = [
  { name: "tool.denied", decision: "deny", when: (call) => mode(call) === "deny" },
  {
    name: WEB_RULE,
    decision: "ask",
    when: ({ tool, call }) => tool.egress === "open_web" && call.untrustedText,
  },
  { name: "read.asked", decision: "ask", when: (call) => call.tool.effect === "read" && call.set === "ask" },
  {
    name: "read.shadowed",
    decision: "shadow",
    when: (call) => call.tool.effect === "read" && call.set === "shadow",
  },
  { name: "read.allowed", decision: "allow", when: ({ tool }) => tool.effect === "read" },
  { name: "autonomy.shadow", decision: "shadow", when: (call) => autonomy(call) === "shadow" },
  { name: "tool.shadow", decision: "shadow", when: (call) => mode(call) === "shadow" },
  {
    name: "internal.asked",
    decision: "ask",
    when: (call) => call.tool.effect === "internal" && call.set === "ask",
  },
  {
    name: "internal.edits",
    decision: "allow",
    when: (call) =>
      call.tool.effect === "internal" &&
      (call.context.policy.permissionMode === "acceptEdits" || mode(call) === "allow"),
  },
  { name: "internal.default", decision: "ask", when: ({ tool }) => tool.effect === "internal" },
  { name: "external.one_key", decision: "ask", when: (call) => external(call) && !call.tool.mayAllow },
  { name: "external.asked", decision: "ask", when: (call) => external(call) && call.set === "ask" },
  {
    name: "external.proposes",
    decision: "ask",
    when: (call) => mayRun(call) && autonomy(call) !== "execute",
  },
  { name: "external.unresolved", decision: "ask", when: (call) => mayRun(call) && call.call.facts === null },
  { name: "external.new_recipient", decision: "ask", when: (call) => mayRun(call) && reachesNew(call) },
  {
    name: "external.read_of_others",
    decision: "ask",
    when: (call) => mayRun(call) && call.call.readOfOthers && reachesOutside(call),
  },
  { name: "external.two_keys", decision: "allow", when: mayRun },
  { name: "external.default", decision: "ask", when: external },
];

/** Whether it reaches somebody who is neither of the team nor known, or makes a contact of somebody. */
function reachesNew({ call: { facts }, context }: Judged): boolean {
  if (facts === null || facts.makesContact) return true;
  return facts.recipients.some(({ address, known }) => known === "new" && !context.colleagues.has(address));
}

/** Whether anybody gets it who is not of the team. */
function reachesOutside({ call: { facts }, context }: Judged): boolean {
  return facts === null || facts.recipients.some(({ address }) => !context.colleagues.has(address));
}

/** The names of all rules in order, for settings pages and tests. */
export const POLICY_RULES: readonly string[] = RULES.map(({ name }) => name);

const TEAM_RULE = "team.";

/** The id of the team's rule that a decision names; null where it names one of the table's. */
export function teamRuleOf(rule: string): string | null {
  return rule.startsWith(TEAM_RULE) ? rule.slice(TEAM_RULE.length) : null;
}

/** Judges a call. Pure. */
export function decidePolicy(call: PolicyCall, context: PolicyContext): PolicyDecision {
  const { tool } = call;
  if (tool === null) return { decision: "deny", rule: "tool.unknown" };
  const set = Object.hasOwn(context.policy.tools, tool.name)
    ? (context.policy.tools[tool.name] ?? null)
    : null;
  const byTool = firstRule({ tool, set, call, context });
  if (byTool.decision === "deny" || byTool.decision === "shadow" || byTool.rule === WEB_RULE) return byTool;
  const row = findFittingRule(context.policy.rules, call, context);
  if (row === null) return byTool;
  const byRow = firstRule({ tool, set: row.decision, call, context });
  return byRow.decision === row.decision ? { ...byRow, rule: `${TEAM_RULE}${row.id}` } : byRow;
}

function firstRule(judged: Judged): PolicyDecision {
  const rule = RULES.find(({ when }) => when(judged));
  return rule === undefined
    ? { decision: "deny", rule: "effect.unknown" }
    : { decision: rule.decision, rule: rule.name };
}
