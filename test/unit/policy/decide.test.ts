import { describe, expect, it } from "vitest";
import { decidePolicy, POLICY_RULES, type CallFacts, type PolicyTool } from "../../../src/policy/index.ts";
import { DEFAULT_POLICY, type Policy, type ToolMode } from "../../../src/protocol/account.ts";

const read: PolicyTool = {
  name: "look",
  effect: "read",
  egress: "provider",
  defaultMode: "allow",
  mayAllow: true,
};
const web: PolicyTool = { ...read, name: "web", egress: "open_web" };
const internal: PolicyTool = {
  name: "note",
  effect: "internal",
  egress: "none",
  defaultMode: "ask",
  mayAllow: false,
};
const send: PolicyTool = {
  name: "send",
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
};
const wire: PolicyTool = { ...send, name: "wire", mayAllow: false };
const stranger: CallFacts = { recipientInternal: false, recipientIsSpeaker: false, repliesToText: false };
const colleague: CallFacts = { ...stranger, recipientInternal: true };
const speaker: CallFacts = { ...stranger, recipientIsSpeaker: true };

interface Case {
  readonly say: string;
  readonly tool: PolicyTool | null;
  readonly facts?: CallFacts | null;
  readonly policy?: Partial<Policy>;
  readonly systemJob?: boolean;
  readonly untrustedText?: boolean;
  readonly expect: readonly [string, string];
}

const CASES: readonly Case[] = [
  { say: "an unknown tool is denied", tool: null, expect: ["deny", "tool.unknown"] },
  {
    say: "a tool whose effect is no known word is denied",
    tool: { ...send, effect: "magic" as never },
    expect: ["deny", "effect.unknown"],
  },
  { say: "a read is allowed", tool: read, expect: ["allow", "read.allowed"] },
  {
    say: "a read an admin denied is denied",
    tool: read,
    policy: { tools: { look: "deny" } },
    expect: ["deny", "tool.denied"],
  },
  {
    say: "a read is allowed in shadow",
    tool: read,
    policy: { autonomy: "shadow" },
    expect: ["allow", "read.allowed"],
  },
  {
    say: "the open web asks while outside text is in the conversation",
    tool: web,
    untrustedText: true,
    expect: ["ask", "web.untrusted"],
  },
  {
    say: "the open web asks when nobody knows what is in the conversation",
    tool: web,
    expect: ["ask", "web.untrusted"],
  },
  {
    say: "the open web is allowed where only the team spoke",
    tool: web,
    untrustedText: false,
    expect: ["allow", "read.allowed"],
  },
  { say: "our own records ask by default", tool: internal, expect: ["ask", "internal.default"] },
  {
    say: "acceptEdits lets our own records be changed",
    tool: internal,
    policy: { permissionMode: "acceptEdits" },
    expect: ["allow", "internal.edits"],
  },
  {
    say: "acceptEdits never lets an outside effect through",
    tool: send,
    policy: { permissionMode: "acceptEdits" },
    expect: ["ask", "external.default"],
  },
  {
    say: "an outside effect asks by default",
    tool: send,
    facts: stranger,
    expect: ["ask", "external.default"],
  },
  {
    say: "shadow logs and denies an outside effect",
    tool: send,
    policy: { autonomy: "shadow" },
    expect: ["shadow", "autonomy.shadow"],
  },
  {
    say: "shadow holds also where an admin allowed the tool",
    tool: send,
    policy: { autonomy: "shadow", tools: { send: "allow" } },
    expect: ["shadow", "autonomy.shadow"],
  },
  {
    say: "one tool can be in shadow",
    tool: send,
    policy: { tools: { send: "shadow" } },
    expect: ["shadow", "tool.shadow"],
  },
  {
    say: "a denied tool is denied in execute",
    tool: send,
    policy: { autonomy: "execute", tools: { send: "deny" } },
    expect: ["deny", "tool.denied"],
  },
  {
    say: "two keys let an outside effect through",
    tool: send,
    policy: { tools: { send: "allow" } },
    expect: ["allow", "external.two_keys"],
  },
  {
    say: "an admin's key alone still asks",
    tool: wire,
    policy: { tools: { wire: "allow" } },
    expect: ["ask", "external.one_key"],
  },
  {
    say: "execute alone does not open a tool that may not",
    tool: wire,
    facts: speaker,
    policy: { autonomy: "execute" },
    expect: ["ask", "external.one_key"],
  },
  {
    say: "execute answers the one who wrote",
    tool: send,
    facts: speaker,
    policy: { autonomy: "execute" },
    expect: ["allow", "external.execute"],
  },
  {
    say: "execute writes to a colleague",
    tool: send,
    facts: colleague,
    policy: { autonomy: "execute" },
    expect: ["allow", "external.execute"],
  },
  {
    say: "execute asks before writing to anybody else",
    tool: send,
    facts: stranger,
    policy: { autonomy: "execute" },
    expect: ["ask", "external.default"],
  },
  {
    say: "execute asks where the recipient is not resolved",
    tool: send,
    facts: null,
    policy: { autonomy: "execute" },
    expect: ["ask", "external.default"],
  },
  {
    say: "execute asks for a tool an admin set to ask",
    tool: send,
    facts: speaker,
    policy: { autonomy: "execute", tools: { send: "ask" } },
    expect: ["ask", "external.asked"],
  },
  {
    say: "a system job changes our own records",
    tool: internal,
    systemJob: true,
    expect: ["allow", "system.bypass"],
  },
  {
    say: "a system job needs both keys for an outside effect",
    tool: send,
    systemJob: true,
    facts: stranger,
    expect: ["ask", "external.default"],
  },
  {
    say: "a system job with both keys runs",
    tool: send,
    systemJob: true,
    policy: { tools: { send: "allow" }, autonomy: "shadow" },
    expect: ["allow", "system.bypass"],
  },
  {
    say: "a mode named like an object's own property is no mode",
    tool: { ...send, name: "constructor" },
    expect: ["ask", "external.default"],
  },
];

describe("decidePolicy", () => {
  it.each(CASES)("$say", ({ tool, facts, policy, systemJob, untrustedText, expect: [decision, rule] }) => {
    const context = {
      policy: { ...DEFAULT_POLICY, ...policy },
      ...(systemJob === undefined ? {} : { systemJob }),
      ...(untrustedText === undefined ? {} : { untrustedText }),
    };
    expect(decidePolicy({ tool, agent: "front-desk", facts: facts ?? null }, context)).toEqual({
      decision,
      rule,
    });
  });

  it("lets no outside effect through without two keys, whatever is set", () => {
    const modes = [undefined, "ask", "allow", "deny", "shadow"] as const;
    for (const permissionMode of ["default", "acceptEdits"] as const)
      for (const autonomy of ["shadow", "propose", "execute"] as const)
        for (const set of modes)
          for (const facts of [null, stranger, colleague, speaker])
            for (const mayAllow of [true, false]) {
              const tools: Record<string, ToolMode> = set === undefined ? {} : { send: set };
              const { decision } = decidePolicy(
                { tool: { ...send, mayAllow }, agent: "a", facts },
                { policy: { permissionMode, autonomy, tools } },
              );
              if (decision === "allow")
                expect([mayAllow, set === "allow" || autonomy === "execute"]).toEqual([true, true]);
            }
  });

  it("names every rule once", () => {
    expect(new Set(POLICY_RULES).size).toBe(POLICY_RULES.length);
  });
});
