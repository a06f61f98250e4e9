import { describe, expect, it } from "vitest";
import { policyFor } from "../../../src/agent/index.ts";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";
import { DEFAULT_AGENT_SETTINGS, type AgentSettings } from "../../../src/agent/api/agent.ts";

const NOON = { agent: null, nowMs: Date.parse("2026-11-20T17:00:00Z"), timeZone: "America/New_York" };
const NIGHT = { agent: null, nowMs: Date.parse("2026-11-21T04:00:00Z"), timeZone: "America/New_York" };
const policy = { ...DEFAULT_POLICY, tools: { send_message: "allow", write_file: "deny" } } as const;
const RULE = { agent: null, tool: null, recipients: null, bounds: [], hours: null };
const settings = (change: Partial<AgentSettings>): AgentSettings => ({
  ...DEFAULT_AGENT_SETTINGS,
  ...change,
});

describe("what a team set for an agent", () => {
  it("leaves the policy as it is where it set nothing", () => {
    expect(policyFor(policy, DEFAULT_AGENT_SETTINGS, NOON)).toEqual(policy);
  });

  it("goes before what it set for all", () => {
    const own = policyFor(policy, settings({ autonomy: "shadow", permissionMode: "acceptEdits" }), NOON);
    expect(own).toMatchObject({ autonomy: "shadow", permissionMode: "acceptEdits" });
  });

  it("denies before it allows, and allows before it asks", () => {
    const rules = { deny: ["a"], allow: ["a", "b", "write_file"], ask: ["b", "c"] };
    expect(policyFor(policy, settings({ rules }), NOON).tools).toEqual({
      send_message: "allow",
      write_file: "allow",
      a: "deny",
      b: "allow",
      c: "ask",
    });
  });

  it("lets it act by itself within its hours alone", () => {
    const change = settings({ autonomy: "execute", hours: { from: "08:00", to: "18:00" } });
    expect(policyFor(policy, change, NOON)).toMatchObject({ autonomy: "execute", tools: policy.tools });
    const rules = [
      { ...RULE, id: "a", decision: "allow" as const },
      { ...RULE, id: "b", decision: "deny" as const },
    ];
    expect(policyFor({ ...policy, rules }, change, NOON).rules).toEqual(rules);
    expect(policyFor({ ...policy, rules }, change, NIGHT).rules.map(({ decision }) => decision)).toEqual([
      "ask",
      "deny",
    ]);
    expect(policyFor(policy, change, NIGHT)).toMatchObject({
      autonomy: "propose",
      permissionMode: "default",
      tools: { send_message: "ask", write_file: "deny" },
    });
  });
});
