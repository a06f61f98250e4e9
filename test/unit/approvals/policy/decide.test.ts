import { describe, expect, it } from "vitest";
import type { CallFacts } from "../../../../src/approvals/tables/approvals.ts";
import { decidePolicy, POLICY_RULES, type PolicyTool } from "../../../../src/approvals/policy/index.ts";
import { isWithinHours } from "../../../../src/approvals/policy/match-rule.ts";
import { DEFAULT_POLICY, type Policy } from "../../../../src/team/api/policy.ts";
import {
  policyRuleSchema,
  type PolicyRule,
  type ToolMode,
} from "../../../../src/approvals/api/policy-rules.ts";

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
const TOM = "+14125550114";
const reaching = (...recipients: CallFacts["recipients"]): CallFacts => ({ recipients, makesContact: false });
const stranger = reaching({ address: "+14125550199", known: "new" });
const contact = reaching({ address: "+14125550142", known: "contact" });
const speaker = reaching({ address: "+14125550142", known: "conversation" });
/** A member, whatever the contacts know of the number. */
const colleague = reaching({ address: TOM, known: "new" });
const newContact: CallFacts = { ...contact, makesContact: true };
/** Friday noon in New York. */
const NOON = Date.parse("2026-11-20T17:00:00Z");

interface Case {
  readonly say: string;
  readonly tool: PolicyTool | null;
  readonly facts?: CallFacts | null;
  readonly policy?: Partial<Policy>;
  readonly untrustedText?: boolean;
  readonly readOfOthers?: boolean;
  readonly expect: readonly [string, string];
}

const rule = (change: Partial<PolicyRule>): PolicyRule => ({
  id: "r1",
  agent: null,
  tool: null,
  recipients: null,
  bounds: [],
  hours: null,
  decision: "ask",
  ...change,
});

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
    say: "two keys let an outside effect to somebody known through",
    tool: send,
    facts: contact,
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["allow", "external.two_keys"],
  },
  {
    say: "two keys let an effect through that reaches no one",
    tool: send,
    facts: reaching(),
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["allow", "external.two_keys"],
  },
  {
    say: "an allowed tool still asks where Steward only proposes",
    tool: send,
    facts: contact,
    policy: { autonomy: "propose", tools: { send: "allow" } },
    expect: ["ask", "external.proposes"],
  },
  {
    say: "execute acts only where a tool is allowed",
    tool: send,
    facts: colleague,
    policy: { autonomy: "execute" },
    expect: ["ask", "external.default"],
  },
  {
    say: "an allowed tool asks before it writes to somebody new",
    tool: send,
    facts: stranger,
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["ask", "external.new_recipient"],
  },
  {
    say: "one new recipient among known ones is enough to ask",
    tool: send,
    facts: reaching(...contact.recipients, ...stranger.recipients),
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["ask", "external.new_recipient"],
  },
  {
    say: "a member is not new, whatever the contacts know",
    tool: send,
    facts: colleague,
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["allow", "external.two_keys"],
  },
  {
    say: "what was looked up of others goes to nobody outside unasked, also to whoever wrote",
    tool: send,
    facts: speaker,
    readOfOthers: true,
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["ask", "external.read_of_others"],
  },
  {
    say: "nor does a rule of the team's let it",
    tool: send,
    facts: reaching(...colleague.recipients, ...contact.recipients),
    readOfOthers: true,
    policy: { autonomy: "execute", rules: [rule({ decision: "allow" })] },
    expect: ["ask", "external.read_of_others"],
  },
  {
    say: "a member may be told",
    tool: send,
    facts: colleague,
    readOfOthers: true,
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["allow", "external.two_keys"],
  },
  {
    say: "a new contact is never let through",
    tool: send,
    facts: newContact,
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["ask", "external.new_recipient"],
  },
  {
    say: "an allowed tool asks where the recipient is not resolved",
    tool: send,
    facts: null,
    policy: { autonomy: "execute", tools: { send: "allow" } },
    expect: ["ask", "external.unresolved"],
  },
  {
    say: "an admin's key alone still asks",
    tool: wire,
    facts: contact,
    policy: { autonomy: "execute", tools: { wire: "allow" } },
    expect: ["ask", "external.one_key"],
  },
  {
    say: "execute asks for a tool an admin set to ask",
    tool: send,
    facts: speaker,
    policy: { autonomy: "execute", tools: { send: "ask" } },
    expect: ["ask", "external.asked"],
  },
  {
    say: "a mode named like an object's own property is no mode",
    tool: { ...send, name: "constructor" },
    expect: ["ask", "external.default"],
  },
];

function judged({
  tool,
  facts = null,
  policy,
  untrustedText = true,
  readOfOthers = false,
}: Omit<Case, "say" | "expect">) {
  return decidePolicy(
    {
      tool,
      agent: "front-desk",
      arguments: { text: "On our way", cc: ["a@x.example"], when: { day: 5 }, urgent: true },
      facts,
      untrustedText,
      readOfOthers,
    },
    {
      policy: { ...DEFAULT_POLICY, ...policy },
      colleagues: new Set([TOM]),
      nowMs: NOON,
      timeZone: "America/New_York",
    },
  );
}

describe("decidePolicy", () => {
  it.each(CASES)("$say", ({ expect: [decision, rule], ...made }) => {
    expect(judged(made)).toEqual({ decision, rule });
  });

  it("lets no outside effect through without two keys to somebody known, whatever is set", () => {
    const modes = [undefined, "ask", "allow", "deny", "shadow"] as const;
    const ruled = [[], [rule({ decision: "allow" })], [rule({ decision: "allow", recipients: ["new"] })]];
    let allowed = 0;
    for (const permissionMode of ["default", "acceptEdits"] as const)
      for (const autonomy of ["shadow", "propose", "execute"] as const)
        for (const set of modes)
          for (const facts of [null, stranger, colleague, speaker, contact, newContact])
            for (const mayAllow of [true, false])
              for (const rules of ruled) {
                const tools: Record<string, ToolMode> = set === undefined ? {} : { send: set };
                const policy = { permissionMode, autonomy, tools, rules };
                const { decision } = judged({ tool: { ...send, mayAllow }, facts, policy });
                if (decision !== "allow") continue;
                allowed += 1;
                expect([mayAllow, autonomy, set === "allow" || rules.length > 0]).toEqual([
                  true,
                  "execute",
                  true,
                ]);
                expect([colleague, speaker, contact]).toContain(facts);
                expect(["deny", "shadow"]).not.toContain(set);
              }
    expect(allowed).toBeGreaterThan(0);
  });

  it("names every rule once", () => {
    expect(new Set(POLICY_RULES).size).toBe(POLICY_RULES.length);
  });
});

describe("the team's own rules", () => {
  const execute = (rules: PolicyRule[], more: Partial<Policy> = {}) =>
    ({ autonomy: "execute", rules, ...more }) as const;
  const TEXT = "/text";

  it.each<Case>([
    {
      say: "let a tool run that else asks",
      tool: send,
      facts: colleague,
      policy: execute([rule({ tool: "send", recipients: ["colleague"], decision: "allow" })]),
      expect: ["allow", "team.r1"],
    },
    {
      say: "let nothing run where Steward only proposes",
      tool: send,
      facts: colleague,
      policy: { rules: [rule({ decision: "allow" })] },
      expect: ["ask", "external.proposes"],
    },
    {
      say: "let nothing run for somebody new, also where they name them",
      tool: send,
      facts: stranger,
      policy: execute([rule({ recipients: ["new"], decision: "allow" })]),
      expect: ["ask", "external.new_recipient"],
    },
    {
      say: "let no tool run that always asks",
      tool: wire,
      facts: colleague,
      policy: execute([rule({ decision: "allow" })]),
      expect: ["ask", "external.one_key"],
    },
    {
      say: "do not bring back a tool that is denied",
      tool: send,
      facts: colleague,
      policy: execute([rule({ decision: "allow" })], { tools: { send: "deny" } }),
      expect: ["deny", "tool.denied"],
    },
    {
      say: "do not loosen shadow",
      tool: send,
      facts: colleague,
      policy: { autonomy: "shadow", rules: [rule({ decision: "allow" })] },
      expect: ["shadow", "autonomy.shadow"],
    },
    {
      say: "do not loosen what the open web asks",
      tool: web,
      policy: execute([rule({ decision: "allow" })]),
      expect: ["ask", "web.untrusted"],
    },
    {
      say: "deny what is else allowed",
      tool: send,
      facts: contact,
      policy: execute([rule({ decision: "deny" })], { tools: { send: "allow" } }),
      expect: ["deny", "team.r1"],
    },
    {
      say: "deny a tool that always asks",
      tool: wire,
      facts: contact,
      policy: execute([rule({ decision: "deny" })]),
      expect: ["deny", "team.r1"],
    },
    {
      say: "only note what is else allowed",
      tool: internal,
      policy: { permissionMode: "acceptEdits", rules: [rule({ decision: "shadow" })] },
      expect: ["shadow", "team.r1"],
    },
    {
      say: "ask for our own records",
      tool: internal,
      policy: { permissionMode: "acceptEdits", rules: [rule({ tool: "note" })] },
      expect: ["ask", "team.r1"],
    },
    {
      say: "ask for a read",
      tool: read,
      policy: { rules: [rule({ tool: "look" })] },
      expect: ["ask", "team.r1"],
    },
    {
      say: "decide in their order: the first that fits",
      tool: send,
      facts: colleague,
      policy: execute([
        rule({ id: "first", recipients: ["colleague"], decision: "allow" }),
        rule({ id: "second", decision: "deny" }),
      ]),
      expect: ["allow", "team.first"],
    },
    {
      say: "decide in their order: the later for whom the first does not fit",
      tool: send,
      facts: contact,
      policy: execute([
        rule({ id: "first", recipients: ["colleague"], decision: "allow" }),
        rule({ id: "second", decision: "deny" }),
      ]),
      expect: ["deny", "team.second"],
    },
    {
      say: "wait for the recipients before a later rule is read",
      tool: send,
      facts: null,
      policy: execute([
        rule({ id: "first", recipients: ["colleague"], decision: "allow" }),
        rule({ id: "second", decision: "deny" }),
      ]),
      expect: ["ask", "external.default"],
    },
    {
      say: "deny before anything is looked up where no recipient matters",
      tool: send,
      facts: null,
      policy: execute([rule({ decision: "deny" })]),
      expect: ["deny", "team.r1"],
    },
    {
      say: "let run only what reaches those they name alone",
      tool: send,
      facts: reaching(...colleague.recipients, ...contact.recipients),
      policy: execute([rule({ recipients: ["colleague"], decision: "allow" })]),
      expect: ["ask", "external.default"],
    },
    {
      say: "deny what reaches one of those they name",
      tool: send,
      facts: reaching(...colleague.recipients, ...stranger.recipients),
      policy: execute([rule({ recipients: ["new"], decision: "deny" })]),
      expect: ["deny", "team.r1"],
    },
    {
      say: "about recipients fit nothing that reaches no one",
      tool: send,
      facts: reaching(),
      policy: execute([rule({ recipients: ["colleague"], decision: "allow" })]),
      expect: ["ask", "external.default"],
    },
    ...(
      [
        ["an agent", { agent: "front-desk" }, true],
        ["another agent", { agent: "memory-curator" }, false],
        ["another tool", { tool: "wire" }, false],
        ["a text of at most 10 characters", { bounds: [{ field: TEXT, is: "at_most", value: 10 }] }, true],
        ["a text of at most 9 characters", { bounds: [{ field: TEXT, is: "at_most", value: 9 }] }, false],
        ["a text of at least 10 characters", { bounds: [{ field: TEXT, is: "at_least", value: 10 }] }, true],
        ["a text of at least 11 characters", { bounds: [{ field: TEXT, is: "at_least", value: 11 }] }, false],
        [
          "words in it, whatever their case",
          { bounds: [{ field: TEXT, is: "contains", value: "OUR way" }] },
          true,
        ],
        ["other words", { bounds: [{ field: TEXT, is: "contains", value: "refund" }] }, false],
        ["the whole text", { bounds: [{ field: TEXT, is: "equals", value: "on our way" }] }, true],
        [
          "part of the text as the whole",
          { bounds: [{ field: TEXT, is: "equals", value: "on our" }] },
          false,
        ],
        ["one of some texts", { bounds: [{ field: TEXT, is: "one_of", value: ["x", "On our way"] }] }, true],
        ["none of some texts", { bounds: [{ field: TEXT, is: "one_of", value: ["x"] }] }, false],
        ["a list by its entries", { bounds: [{ field: "/cc", is: "at_most", value: 1 }] }, true],
        ["what is within a list", { bounds: [{ field: "/cc", is: "one_of", value: ["A@x.example"] }] }, true],
        [
          "an argument that is left out",
          { bounds: [{ field: "/subject", is: "at_most", value: 10 }] },
          false,
        ],
        ...(["/when", "/urgent"] as const).flatMap((field): [string, Partial<PolicyRule>, boolean][] => [
          [`${field}, which has no size, at most`, { bounds: [{ field, is: "at_most", value: 10 }] }, false],
          [`${field}, which has no size, at least`, { bounds: [{ field, is: "at_least", value: 0 }] }, false],
        ]),
        [
          "what every object has",
          { bounds: [{ field: "/constructor/name", is: "equals", value: "Object" }] },
          false,
        ],
        [
          "one bound of two",
          {
            bounds: [
              { field: TEXT, is: "at_most", value: 10 },
              { field: TEXT, is: "at_least", value: 11 },
            ],
          },
          false,
        ],
        ["its hours", { hours: { from: "08:00", to: "18:00", days: [1, 2, 3, 4, 5] } }, true],
        ["other hours", { hours: { from: "13:00", to: "18:00", days: null } }, false],
        ["other days", { hours: { from: "08:00", to: "18:00", days: [6, 7] } }, false],
      ] as const
    ).map(([what, change, fits]): Case => ({
      say: `${fits ? "fit" : "do not fit"} ${what}`,
      tool: send,
      facts: contact,
      policy: {
        rules: [policyRuleSchema.parse(rule({ ...(change as Partial<PolicyRule>), decision: "deny" }))],
      },
      expect: fits ? ["deny", "team.r1"] : ["ask", "external.default"],
    })),
  ])("$say", ({ expect: [decision, name], ...made }) => {
    expect(judged(made)).toEqual({ decision, rule: name });
  });

  it.each([
    ["Friday 23:30", "2026-11-21T04:30:00Z", true],
    ["Saturday 02:00, of Friday's night", "2026-11-21T07:00:00Z", true],
    ["Saturday 06:00, once it is over", "2026-11-21T11:00:00Z", false],
    ["Saturday 23:30", "2026-11-22T04:30:00Z", false],
    ["Friday 02:00, of Thursday's night", "2026-11-20T07:00:00Z", false],
  ])("a night belongs to the day it began on: %s", (_say, at, within) => {
    const hours = { from: "22:00", to: "06:00", days: [5] };
    expect(isWithinHours(Date.parse(at), hours, "America/New_York")).toBe(within);
  });

  it("from and to alike are the whole day", () => {
    const hours = { from: "00:00", to: "00:00", days: [5] };
    expect(isWithinHours(NOON, hours, "America/New_York")).toBe(true);
    expect(isWithinHours(NOON + 86_400_000, hours, "America/New_York")).toBe(false);
  });
});
