import { describe, expect, it } from "vitest";
import {
  boundOf,
  comparisonsOf,
  daysKindOf,
  heldBack,
  hoursOf,
  lacksOf,
  newRule,
  withTool,
  type RuleTool,
} from "../../../frontend/src/approvals/settings/policy-rule-edits.ts";
import { DEFAULT_POLICY, type Policy } from "../../../src/team/api/policy.ts";
import { policyRuleSchema, type PolicyRule } from "../../../src/approvals/api/policy-rules.ts";
import { sentenceOf } from "../../../src/approvals/api/policy-words.ts";
import { boundFields, powers } from "../../../src/agent/tools/powers.ts";

const TOOLS: RuleTool[] = powers(DEFAULT_POLICY).map((power) => ({
  ...power,
  fields: boundFields(power.name),
}));
const tool = (name: string): RuleTool => {
  const found = TOOLS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const titleOf = (name: string): string => tool(name).title;
const text: PolicyRule = {
  id: "r1",
  agent: "steward",
  tool: "send_message",
  recipients: ["colleague"],
  bounds: [{ field: "/text", is: "at_most", value: 160 }],
  hours: { from: "08:00", to: "18:00", days: [5, 4, 3, 2, 1] },
  decision: "allow",
};

describe("a rule as a sentence", () => {
  it.each<[Partial<PolicyRule>, string]>([
    [
      {},
      "When Steward wants to text someone, to a colleague, with text at most 160, on weekdays from 08:00 to 18:00: do it without asking.",
    ],
    [
      { agent: null, tool: null, recipients: ["contact", "new"], bounds: [], hours: null, decision: "deny" },
      "When any agent wants to do anything, to someone in your contacts or someone new: never do it.",
    ],
    [
      {
        recipients: null,
        bounds: [
          { field: "/createContact/firstName", is: "one_of", value: ["Ann", "Bo"] },
          { field: "/text", is: "contains", value: "refund" },
        ],
        hours: { from: "00:00", to: "00:00", days: [6, 7] },
        decision: "ask",
      },
      "When Steward wants to text someone, with create contact: first name one of “Ann” or “Bo”, with text containing “refund”, on weekends: ask first.",
    ],
    [
      {
        recipients: null,
        bounds: [],
        hours: { from: "22:00", to: "06:00", days: [1, 3, 5] },
        decision: "shadow",
      },
      "When Steward wants to text someone, on Monday, Wednesday and Friday from 22:00 to 06:00: only note what it would do.",
    ],
  ])("%j", (change, sentence) => {
    expect(sentenceOf({ ...text, ...change }, titleOf)).toBe(sentence);
  });
});

describe("changing a rule", () => {
  it("keeps of it what fits another action", () => {
    const bounds = [...text.bounds, { field: "/to", is: "contains" as const, value: "+1" }];
    expect(withTool({ ...text, bounds }, tool("send_email"))).toMatchObject({
      tool: "send_email",
      recipients: ["colleague"],
      bounds,
    });
    expect(withTool({ ...text, bounds }, tool("write_file"))).toMatchObject({ recipients: null, bounds: [] });
    expect(withTool(text, null)).toMatchObject({ tool: null, recipients: ["colleague"], bounds: [] });
  });

  it("offers only conditions the server takes, for every argument of every tool", () => {
    for (const { name, fields } of TOOLS)
      for (const field of fields)
        for (const is of comparisonsOf(field)) {
          const bound = boundOf(field, is);
          const filled =
            typeof bound.value === "number" || bound.value.length > 0
              ? bound
              : { ...bound, value: is === "one_of" ? ["x"] : "x" };
          const rule = { ...newRule("r"), tool: name, bounds: [filled] };
          expect(policyRuleSchema.safeParse(rule).success, `${name} ${field.field} ${is}`).toBe(true);
        }
  });

  it("knows days in the way they were chosen", () => {
    for (const kind of ["any", "daily", "weekdays", "weekends", "days"] as const)
      expect(daysKindOf(hoursOf(kind, null))).toBe(kind);
    expect(hoursOf("weekends", { from: "22:00", to: "06:00", days: null })).toEqual({
      from: "22:00",
      to: "06:00",
      days: [6, 7],
    });
  });

  it("says what is missing and where", () => {
    expect(lacksOf([text])).toBeNull();
    expect(lacksOf([text, { ...text, recipients: [] }])).toBe("Rule 2: choose who it’s for, or “anyone”.");
    expect(lacksOf([{ ...text, bounds: [{ field: "/text", is: "contains", value: "" }] }])).toBe(
      "Rule 1: fill in the text, or remove that condition.",
    );
  });
});

describe("a rule that would not do what it says", () => {
  const policy = (change: Partial<Policy>): Policy => ({ ...DEFAULT_POLICY, ...change });
  it.each<[string, Partial<PolicyRule>, Partial<Policy>, string | null]>([
    ["acts where Steward may", {}, { autonomy: "execute" }, null],
    ["still asks where Steward proposes", {}, {}, "Steward still asks"],
    ["is only noted in shadow", {}, { autonomy: "shadow" }, "Only noted"],
    ["loses to Never", {}, { autonomy: "execute", tools: { send_message: "deny" } }, "Never happens"],
    ["still asks for someone new", { recipients: ["new"] }, { autonomy: "execute" }, "Someone new"],
    ["asks as it says", { decision: "ask" }, {}, null],
    ["acts on our own records", { tool: "write_file", recipients: null, bounds: [] }, {}, null],
  ])("%s", (_say, change, set, words) => {
    const hint = heldBack({ ...text, ...change }, policy(set), TOOLS);
    if (words === null) expect(hint).toBeNull();
    else expect(hint).toContain(words);
  });
});
