import { expect, it } from "vitest";
import { briefingOf } from "../../../src/agent/skill-group.ts";
import { tenantBlock } from "../../../src/agent/tenant-block.ts";

const text = tenantBlock({
  skills: "- texts: How we text.",
  memory: "Sign as the team.",
  files: "areas/heating.md",
  name: "Alder & Finch",
  timeZone: "America/New_York",
  team: [],
  notConnected: [],
  lines: [],
});
const whole = { briefing: "whole", skillGroup: null } as const;

it("lists the team's skills only for an agent that can load them", () => {
  expect(briefingOf({ ...whole, tools: ["load_skill"] }, { text })).toBe(text);
  const told = briefingOf({ ...whole, tools: ["read_file"] }, { text });
  expect(told).not.toContain("How we text.");
  expect(told).not.toContain("skills>");
  expect(told).toContain("Sign as the team.");
  expect(told).toContain("areas/heating.md");
});
