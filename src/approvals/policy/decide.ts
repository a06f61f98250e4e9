/**
 * The only rule table that decides allow, ask, deny or shadow for a tool call. Pure. The first matching
 * rule decides and is named in the result. Denials, shadow mode and questions about the open web are final.
 * Otherwise the first matching team rule replaces the tool's mode, and the table is read again. An external
 * effect runs without approval only if the tool allows it and an admin enabled it, if Steward may act at
 * all, never for a new recipient, and never outside the team after looking up other people's data. Unknown
 * calls are denied.
 */
import type { Policy } from "../../team/api/policy.ts";
import type { ToolMode } from "../api/policy-rules.ts";
import { findFittingRule } from "./match-rule.ts";
import type { PolicyCall, PolicyDecision, PolicyTool } from "./types.ts";

export interface PolicyContext {
  readonly policy: Pick<Policy, "permissionMode" | "autonomy" | "tools" | "rules">;
  /** Addresses and numbers of the members (`listColleagues`). */
  readonly colleagues: ReadonlySet<string>;
  readonly nowMs: number;
  /** IANA time zone of the tenant, for the rules' hours. */
  readonly timeZone: string;
}

interface Judged {
  readonly tool: PolicyTool;
  /** The mode set by a team rule or for the tool; null if neither is set. */
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

/**
 * In order. Names are persisted with approvals and traces, so they are never reused (`system.bypass` and
 * `external.execute` were removed).
 */
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

/** Whether it reaches someone unknown outside the team, or creates a contact. */
function reachesNew({ call: { facts }, context }: Judged): boolean {
  if (facts === null || facts.makesContact) return true;
  return facts.recipients.some(({ address, known }) => known === "new" && !context.colleagues.has(address));
}

/** Whether it reaches anyone outside the team. */
function reachesOutside({ call: { facts }, context }: Judged): boolean {
  return facts === null || facts.recipients.some(({ address }) => !context.colleagues.has(address));
}

/** The names of all rules in order, for settings pages and tests. */
export const POLICY_RULES: readonly string[] = RULES.map(({ name }) => name);

const TEAM_RULE = "team.";

/** The ID of the team rule that decided; null for a rule of the table. */
export function teamRuleOf(rule: string): string | null {
  return rule.startsWith(TEAM_RULE) ? rule.slice(TEAM_RULE.length) : null;
}

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
