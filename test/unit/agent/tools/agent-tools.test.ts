import { afterEach, describe, expect, it } from "vitest";
import { allAgents, defineAgent, type AgentDefinition } from "../../../../src/agent/index.ts";
import {
  grantedTools,
  missingVendors,
  modelToolsOf,
  offeredTools,
  offerTo,
} from "../../../../src/agent/tools/agent-tools.ts";
import { findTool, allToolsets } from "../../../../src/agent/tools/catalogue.ts";
import { calendar } from "../../../../src/integrations/calendars/tools/index.ts";
import { contacts } from "../../../../src/messaging/tools/contacts/index.ts";

const agents = allAgents() as AgentDefinition[];
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

/** Of the toolset of contacts, all but the one that is core here. */
const others = contacts.tools.map(({ name }) => name).filter((name) => name !== "search_contacts");

const events = calendar.tools.map(({ name }) => name);

describe("an agent's tools", () => {
  it("are the core in every prompt, and what it finds in its toolsets", () => {
    add({ tools: ["search_contacts"], toolsets: ["contacts", "calendar"] });
    const offered = offeredTools("clerk");
    expect(offered).toEqual({
      core: ["find_tools", "search_contacts"],
      deferred: ["use_tool", ...others, ...events],
    });
    expect(modelToolsOf(offered).map(({ name, defer_loading: later }) => [name, later === true])).toEqual([
      ["find_tools", false],
      ["search_contacts", false],
      ["use_tool", true],
      ...others.map((name) => [name, true]),
      ...events.map((name) => [name, true]),
    ]);
    expect(grantedTools("clerk")).toEqual([...offered.core, ...offered.deferred]);
  });

  it("are not offered without the connection they need, and it is said which is missing", () => {
    add({
      tools: ["search_contacts", "ask_user"],
      toolsets: ["contacts", "calendar", "mail"],
      delegable: true,
    });
    expect(offeredTools("clerk", ["quo"])).toEqual({
      core: ["find_tools", "search_contacts", "ask_user"],
      deferred: ["use_tool", ...others],
    });
    // The team's own contacts need no phone system; writing to the phone system's does.
    const alone = ["contact_history", "get_contact"];
    expect(offeredTools("clerk", [])).toEqual({
      core: ["find_tools", "search_contacts", "ask_user"],
      deferred: ["use_tool", ...alone],
    });
    expect(offeredTools("clerk", ["google"]).deferred).toEqual(expect.arrayContaining([...alone, ...events]));
    expect(missingVendors("clerk", ["quo"])).toEqual([{ title: "Google", reaches: ["E-mail", "Calendars"] }]);
    expect(missingVendors("clerk", ["quo", "google"])).toEqual([]);
    // A vendor that no tool of the agent needs is not missing to it.
    expect(missingVendors("summarizer", [])).toEqual([]);
    expect(Object.keys(offerTo("steward", []).tools)).toEqual(expect.arrayContaining(["steward", "clerk"]));
    // What an agent may call stays: the call itself says that the connection is gone.
    expect(grantedTools("clerk")).toContain("list_events");
  });

  it("hold no search where there is nothing to find", () => {
    add({ tools: ["search_contacts"] });
    expect(grantedTools("clerk")).toEqual(["search_contacts"]);
    expect(grantedTools("nobody")).toEqual([]);
  });

  it.each(allAgents())("of $name exist", ({ tools, toolsets }) => {
    expect(tools.filter((name) => findTool(name) === null)).toEqual([]);
    expect(toolsets.filter((name) => allToolsets().every((one) => one.name !== name))).toEqual([]);
  });
});
