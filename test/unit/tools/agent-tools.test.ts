import { afterEach, describe, expect, it } from "vitest";
import { AGENTS, defineAgent, type AgentDefinition } from "../../../src/agents/index.ts";
import { grantedTools, modelToolsOf, toolsOf } from "../../../src/tools/agent-tools.ts";
import { findTool, TOOLSETS } from "../../../src/tools/catalogue.ts";

const agents = AGENTS as AgentDefinition[];
const count = agents.length;
afterEach(() => void agents.splice(count));

const add = (change: Partial<AgentDefinition>): void =>
  void agents.push(
    defineAgent({
      name: "clerk",
      title: "Clerk",
      description: "Keeps the books.",
      tier: "main",
      instructions: "Keep the books.",
      ...change,
    }),
  );

describe("an agent's tools", () => {
  it("are the core in every prompt, and what it finds in its toolsets", () => {
    add({ tools: ["search_contacts"], toolsets: ["contacts", "calendar"] });
    const { core, deferred } = toolsOf("clerk");
    expect(core).toEqual(["find_tools", "search_contacts"]);
    expect(deferred.map(({ name }) => name)).toEqual(["contact_history", "create_contact", "list_events"]);
    expect(modelToolsOf("clerk").map(({ name, defer_loading: later }) => [name, later === true])).toEqual([
      ["find_tools", false],
      ["search_contacts", false],
      ["contact_history", true],
      ["create_contact", true],
      ["list_events", true],
    ]);
    expect(grantedTools("clerk")).toEqual([...core, "contact_history", "create_contact", "list_events"]);
  });

  it("hold no search where there is nothing to find", () => {
    add({ tools: ["search_contacts"] });
    expect(grantedTools("clerk")).toEqual(["search_contacts"]);
    expect(grantedTools("nobody")).toEqual([]);
  });

  it.each(AGENTS)("of $name exist", ({ tools, toolsets }) => {
    expect(tools.filter((name) => findTool(name) === null)).toEqual([]);
    expect(toolsets.filter((name) => TOOLSETS.every((one) => one.name !== name))).toEqual([]);
  });
});
