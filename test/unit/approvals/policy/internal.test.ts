/** INTERNAL: who is a colleague follows from the members' own rows, never from what a call, a contact or an address says of itself. */
import { describe, expect, it } from "vitest";
import { decidePolicy } from "../../../../src/approvals/policy/index.ts";
import { DEFAULT_POLICY, type Policy } from "../../../../src/team/api/policy.ts";
import type { PolicyRule } from "../../../../src/approvals/api/policy-rules.ts";
import { createGate } from "../../../../src/agent/tools/gate.ts";
import { call, contact, gateDeps, NOW, OWN_COMPANY, SCOPE, textingOf, TOM } from "../../agent/tools/world.ts";

const COLLEAGUES: PolicyRule = {
  id: "colleagues",
  agent: null,
  tool: null,
  recipients: ["colleague"],
  bounds: [],
  hours: null,
  decision: "allow",
};
/** As free as a team can set it for its own people. */
const EXECUTE: Partial<Policy> = { autonomy: "execute", rules: [COLLEAGUES] };
const ALLOWED: Partial<Policy> = { ...EXECUTE, tools: { send_message: "allow", send_email: "allow" } };

const SPELLINGS: readonly string[] = [
  OWN_COMPANY,
  OWN_COMPANY.toUpperCase(),
  OWN_COMPANY.toLowerCase(),
  ` ${OWN_COMPANY} `,
  OWN_COMPANY.replaceAll(" ", "\u00a0"),
  OWN_COMPANY.replaceAll(" ", "  "),
  OWN_COMPANY.replace("A", "Ａ"),
  OWN_COMPANY.replace("A", "А"),
  OWN_COMPANY.replace("i", "і"),
  OWN_COMPANY.replace("&", "＆"),
  OWN_COMPANY.normalize("NFD"),
  `${OWN_COMPANY}\u200b`,
  `\u202e${OWN_COMPANY}`,
  `${OWN_COMPANY}, Inc.`,
  `${OWN_COMPANY} (of the team)`,
  "the team",
  "internal",
  TOM.name,
  "Dana Whitfield",
  "Steward",
];

/** What the model's text to a number led to: whether it ran unasked. */
async function ranUnasked(policy: Partial<Policy>, number: string, more: object, contacts = [TOM]) {
  const deps = gateDeps(textingOf(contacts), policy);
  await createGate(deps)(call("send_message", { to: number, text: "On our way", ...more }), {
    ...SCOPE,
    outside: false,
  });
  expect(deps.proposals).toHaveLength(1);
  return deps.proposals.some(({ allowed }) => allowed);
}

describe("INTERNAL", () => {
  const cases = SPELLINGS.flatMap((words) => [
    ...[EXECUTE, ALLOWED].flatMap((policy) =>
      [{ company: words }, { role: words }, { lastName: words }].map((fields) => ({
        what: JSON.stringify(fields),
        run: () => ranUnasked(policy, "+14125550199", { createContact: { firstName: "Noor", ...fields } }),
      })),
    ),
    ...[{ company: words }, { role: words }].map((fields) => ({
      what: `a contact of ${JSON.stringify(fields)}`,
      run: () =>
        ranUnasked(EXECUTE, "+14125550188", {}, [
          TOM,
          contact("Imp Ostor", {
            ...fields,
            internal: true,
            numbers: [{ label: "Mobile", number: "+14125550188" }],
          }),
        ]),
    })),
  ]);

  it("0 of at least 100: nobody is one by what a call or a contact says", async () => {
    expect(cases.length).toBeGreaterThanOrEqual(100);
    for (const { what, run } of cases) expect(await run(), what).toBe(false);
  });

  it.each(["new@alderfinch.example", "DANA@alderfinch.example.evil.example", "dana@ALDERFINCH.example "])(
    "nor is an address at our own domain: %s",
    (address) => {
      const facts = { recipients: [{ address, known: "new" as const }], makesContact: false };
      const tool = {
        name: "send_email",
        effect: "external",
        egress: "provider",
        defaultMode: "ask",
        mayAllow: true,
      } as const;
      const judged = {
        tool,
        agent: "steward",
        arguments: {},
        facts,
        untrustedText: false,
        readOfOthers: false,
      };
      const context = {
        policy: { ...DEFAULT_POLICY, ...ALLOWED },
        colleagues: new Set(["dana@alderfinch.example"]),
        nowMs: NOW,
        timeZone: SCOPE.timeZone,
      };
      expect(decidePolicy(judged, context)).toEqual({ decision: "ask", rule: "external.new_recipient" });
    },
  );

  it("a member is one, by the number an admin set", async () => {
    expect(await ranUnasked(EXECUTE, TOM.numbers[0]?.number ?? "", {})).toBe(true);
  });
});
