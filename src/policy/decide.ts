/**
 * The one rule table that decides allow, ask, deny or shadow for a tool call. Pure: the first rule that matches decides and is named
 * in the answer. An external effect runs unasked only with two keys: the tool allows it and an admin turned it on. A call no rule knows
 * is denied.
 */
import type { Policy, ToolMode } from "../protocol/account.ts";
import type { PolicyCall, PolicyDecision, PolicyTool } from "./types.ts";

/** What holds while a call is judged. */
export interface PolicyContext {
  readonly policy: Pick<Policy, "permissionMode" | "autonomy" | "tools">;
  /** `bypassPermissions` is for our own system jobs; no tenant can set it and no model's call carries it. */
  readonly systemJob?: boolean;
  /** Whether text from outside the team is in the conversation that asks. */
  readonly untrustedText?: boolean;
}

interface Judged {
  readonly tool: PolicyTool;
  /** The tenant's mode for the tool; null where none is set. */
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

/** In order. A name is persisted with every approval and trace: never reused for another meaning. */
const RULES: readonly Rule[] = [
  { name: "tool.denied", decision: "deny", when: (call) => mode(call) === "deny" },
  {
    name: "web.untrusted",
    decision: "ask",
    when: ({ tool, context }) => tool.egress === "open_web" && context.untrustedText !== false,
  },
  { name: "read.asked", decision: "ask", when: (call) => call.tool.effect === "read" && call.set === "ask" },
  {
    name: "read.shadowed",
    decision: "shadow",
    when: (call) => call.tool.effect === "read" && call.set === "shadow",
  },
  { name: "read.allowed", decision: "allow", when: ({ tool }) => tool.effect === "read" },
  {
    name: "system.bypass",
    decision: "allow",
    when: (call) =>
      call.context.systemJob === true && (!external(call) || (call.tool.mayAllow && mode(call) === "allow")),
  },
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
  { name: "external.two_keys", decision: "allow", when: (call) => external(call) && call.set === "allow" },
  {
    name: "external.execute",
    decision: "allow",
    when: (call) =>
      external(call) &&
      autonomy(call) === "execute" &&
      call.call.facts !== null &&
      (call.call.facts.recipientInternal || call.call.facts.recipientIsSpeaker),
  },
  { name: "external.default", decision: "ask", when: external },
];

/** The names of all rules in order, for settings pages and tests. */
export const POLICY_RULES: readonly string[] = RULES.map(({ name }) => name);

/** Judges a call. Pure. */
export function decidePolicy(call: PolicyCall, context: PolicyContext): PolicyDecision {
  const { tool } = call;
  if (tool === null) return { decision: "deny", rule: "tool.unknown" };
  const set = Object.hasOwn(context.policy.tools, tool.name)
    ? (context.policy.tools[tool.name] ?? null)
    : null;
  const judged: Judged = { tool, set, call, context };
  const rule = RULES.find(({ when }) => when(judged));
  return rule === undefined
    ? { decision: "deny", rule: "effect.unknown" }
    : { decision: rule.decision, rule: rule.name };
}
