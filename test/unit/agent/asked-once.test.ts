import "../../../src/features.ts";
import { expect, it } from "vitest";
import { isAskedOnce } from "../../../src/agent/define-agent.ts";
import { agentOf, getAgent } from "../../../src/agent/registry.ts";
import { PROJECT_AGENT_NAMES } from "../../../src/projects/api/project-agents.ts";

it("seed 004:453: every agent of projects is asked once, and its page says so, but the one for questions", () => {
  expect(PROJECT_AGENT_NAMES.filter((name) => !isAskedOnce(getAgent(name)))).toEqual(["nl-query"]);
  expect(isAskedOnce(agentOf())).toBe(false);
});
