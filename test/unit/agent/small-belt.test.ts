/** SMALL-BELT: what a chat turn reads before its first word stays small, however many tools there are. */
import { describe, expect, it } from "vitest";
import { allAgents } from "../../../src/agent/index.ts";
import { steward } from "../../../src/agent/agents/steward.ts";
import { tenantBlock } from "../../../src/agent/tenant-block.ts";
import { measureRequest } from "../../../src/agent/tokens.ts";
import { VENDORS } from "../../../src/integrations/registry.ts";
import { WORKSPACE_LIMITS } from "../../../src/workspace/api/workspace-limits.ts";
import { accountDesk } from "../../../src/accounts/tools/desk/index.ts";
import { modelToolsOf, offeredTools, offerTo } from "../../../src/agent/tools/agent-tools.ts";
import { catalogue } from "../../../src/agent/tools/catalogue.ts";
import { calls, says, Stage } from "./stage.ts";

const BOUND_TOKENS = 9_000;
const WORDS = "The heating at 12 Birch St is serviced every October by Tom Okafor. ";
const upTo = (chars: number): string => WORDS.repeat(Math.ceil(chars / WORDS.length)).slice(0, chars);

/** A team of five whose MEMORY.md and list of files are as long as prompts take them, with four skills. */
const TEAM = tenantBlock({
  name: "Alder & Finch Property Management",
  timeZone: "America/New_York",
  team: ["Dana Whitfield", "Marcus Hale", "Priya Raman", "Tom Okafor", "Walt Jensen"].map((name) => ({
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@alderfinch.example`,
    role: "member",
  })),
  lines: [
    { label: "Shared line", number: "+14125550100", audience: "external" },
    { label: "Team line", number: "+14125550101", audience: "internal" },
  ],
  notConnected: [],
  memory: upTo(WORKSPACE_LIMITS.memoryChars),
  files: upTo(WORKSPACE_LIMITS.treeChars),
  skills: Array.from({ length: 4 }, (_, index) => `- skill-${index}: ${upTo(200)}`).join("\n"),
});

function conversation(model: string): Stage {
  const stage = new Stage(steward);
  stage.models.main = model;
  stage.toolsOf = (agent, { tools }) => modelToolsOf(tools?.[agent] ?? offeredTools(agent));
  stage.snapshot = {
    text: TEAM,
    ...offerTo(
      "steward",
      VENDORS.map(({ name }) => name),
    ),
  };
  return stage;
}

describe("SMALL-BELT: system and tools of a chat turn with every vendor connected", () => {
  it.each([
    ["with tool references", "claude-sonnet-5-5"],
    ["in two steps", "local-llama"],
  ])("are within the bound %s", async (_, model) => {
    const stage = conversation(model);
    await stage.turn("hi", says("Hello."));
    const [request] = stage.requests;
    if (request === undefined) throw new Error("the model was not asked");
    const { tokens } = measureRequest({ ...request, messages: [] });
    console.info(`SMALL-BELT ${model}: ${tokens} tokens`);
    expect(tokens).toBeLessThanOrEqual(BOUND_TOKENS);
    // All that Steward was given is there or can be found: nothing was left out to be small.
    const { core, deferred } = offeredTools("steward");
    const others = accountDesk.tools.map(({ name }) => name);
    const missing = catalogue().filter(({ name }) => ![...core, ...deferred, ...others].includes(name));
    expect(missing).toEqual([]);
  });

  it("do not count what was not found, and count what was", async () => {
    const stage = conversation("claude-sonnet-5-5");
    await stage.turn("hi", calls("find_tools", {}), says("Hello."));
    const [request] = stage.requests;
    if (request === undefined) throw new Error("the model was not asked");
    const all = measureRequest(request).tokens;
    const seen = request.tools.filter((tool) => tool.defer_loading !== true);
    expect(measureRequest({ ...request, tools: seen }).tokens).toBe(all);
    const reference = { type: "tool_reference", tool_name: "contact_history" } as const;
    const found = { type: "tool_result", tool_use_id: "t", content: [reference] } as const;
    const asked = (content: object[]) =>
      ({ ...request, messages: [{ role: "user", content }] }) as typeof request;
    const more = measureRequest(asked([found])).tokens - measureRequest(asked([])).tokens;
    expect(more).toBeGreaterThan(200);
  });
});

describe("an agent's instructions", () => {
  it.each(allAgents())(
    "of $name name no tool that it neither sees nor is told how to find",
    ({ name, instructions }) => {
      const { core, deferred } = offeredTools(name);
      const named = catalogue()
        .map((tool) => tool.name)
        .filter((tool) => new RegExp(`\\b${tool}\\b`).test(instructions));
      expect(named.filter((tool) => ![...core, ...deferred].includes(tool))).toEqual([]);
      const hidden = named.filter((tool) => deferred.includes(tool));
      // Beside the tool, or for all of them at once.
      const forAll = /Tools named here that you don't have yet[^.]{0,60}: find_tools/.test(instructions);
      for (const tool of forAll ? [] : hidden)
        expect(instructions).toMatch(new RegExp(`${tool}\\b[^.]{0,20}find_tools`));
    },
  );
});
