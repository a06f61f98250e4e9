/** Turns in which a tool is found before it is called: the real gate, the real tools, the real requests; the model is a list of answers. */
import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../../src/agent/ports.ts";
import { steward } from "../../../src/agent/agents/steward.ts";
import { bodyOf } from "../../../src/integrations/anthropic/client.ts";
import { knowsToolReferences } from "../../../src/agent/models.ts";
import { IntegrationError } from "../../../src/kernel/errors.ts";
import { modelToolsOf, offeredTools, offerTo } from "../../../src/agent/tools/agent-tools.ts";
import { createGate } from "../../../src/agent/tools/gate.ts";
import { useSandbox } from "../sandbox/world.ts";
import { gateDeps, MARIA, textingOf } from "./tools/world.ts";
import { calls, says, Stage } from "./stage.ts";

const sandbox = useSandbox();
const WISH = { query: "everything said with one contact" };
const HISTORY = { contact: "Maria Lopez" };

/** A conversation with Steward, of which these vendors are connected. */
function conversation(connected: readonly string[] = ["google", "quo"], from?: Stage): Stage {
  const stage = new Stage(steward, from);
  const gate = createGate(gateDeps(textingOf([MARIA])));
  stage.answerTool = (call, scope) => gate(call, scope);
  stage.toolsOf = (agent, { tools }) => modelToolsOf(tools?.[agent] ?? offeredTools(agent));
  stage.snapshot = offerTo("steward", connected);
  return stage;
}

const names = ({ tools }: ModelRequest): string[] => tools.map(({ name }) => name);
const deferred = ({ tools }: ModelRequest): string[] =>
  tools.flatMap(({ name, defer_loading: later }) => (later === true ? [name] : []));
/** The content of the newest answer to a call in a request. */
function answer(request: ModelRequest | undefined): unknown {
  const [block] = (request?.messages.at(-1)?.content ?? []) as { type: string; content: unknown }[];
  expect(block?.type).toBe("tool_result");
  return block?.content;
}
/** The blocks in the order the service hashes them, without the cache marks. */
function blocks({ tools, system, messages }: ModelRequest): string[] {
  const said = messages.flatMap(({ role, content }) =>
    (content as object[]).map((one) => ({ role, ...one })),
  );
  return [...tools, ...system, ...said].map((one) => JSON.stringify({ ...one, cache_control: undefined }));
}
async function taken(stage: Stage): Promise<number[]> {
  const given = await Promise.all(
    stage.requests.map((request) => sandbox.messages(bodyOf(request) as unknown as Record<string, unknown>)),
  );
  return [...new Set(given.map(({ status }) => status))];
}

describe("a tool that is not in every prompt", () => {
  it("is found, handed to the model as a reference, and called; later turns hold the same bytes", async () => {
    const stage = conversation();
    await stage.turn(
      "All with Maria?",
      calls("find_tools", WISH),
      calls("contact_history", HISTORY),
      says("Nothing."),
    );
    const [first, second, third] = stage.requests;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("no three requests");
    expect(deferred(first)).toEqual(expect.arrayContaining(["contact_history", "move_file"]) as unknown);
    expect(first.system[1]?.text).toMatch(/<more_tools>\n.*Contacts.*\n<\/more_tools>/);
    expect(first.system[1]?.text).not.toContain("use_tool");
    expect(answer(second)).toEqual(
      expect.arrayContaining([{ type: "tool_reference", tool_name: "contact_history" }]) as unknown,
    );
    expect(JSON.parse(String(answer(third)))).toMatchObject({ with: "Maria Lopez" });
    await stage.turn("And now?", says("Still nothing."));
    const sent = stage.requests.map(blocks);
    for (const [index, before] of sent.slice(0, -1).entries())
      expect(sent[index + 1]?.slice(0, before.length)).toEqual(before);
    expect(await taken(stage)).toEqual([200]);
  });

  it("stays found when the process dies between the two: the next request is the same to the byte", async () => {
    const lives = conversation();
    const find = calls("find_tools", WISH, "toolu_find");
    await lives.turn("All with Maria?", find, says("Found."));
    const dies = conversation();
    let died = (): void => {};
    const death = new Promise<void>((resolve) => (died = resolve));
    dies.say("All with Maria?");
    void dies.rest(find, () => {
      died();
      return new Promise(() => {});
    });
    await death;
    const again = conversation(["google", "quo"], dies);
    // What a deploy adds or a new connection brings takes effect with the next snapshot, not in the middle.
    again.toolsOf = (agent, { tools }) => modelToolsOf(tools?.[agent] ?? { core: [], deferred: [] });
    again.clock.time += 60_000;
    expect(await again.rest(calls("contact_history", HISTORY), says("Nothing."))).toBe("end_turn");
    expect(again.requests[0]?.messages).toEqual(dies.requests[1]?.messages);
    expect(JSON.stringify(again.requests[0]) === JSON.stringify(dies.requests[1])).toBe(true);
    expect(answer(again.requests[0])).toEqual(answer(lives.requests[1]));
    expect(dies.ran).toEqual(["find_tools"]);
    expect(again.ran).toEqual(["contact_history"]);
  });

  it("is dropped from the history once it is no longer offered, with words in its place", async () => {
    const stage = conversation();
    await stage.turn("Move it", calls("find_tools", { query: "rename a file" }), says("Found."));
    expect(JSON.stringify(stage.requests.at(-1))).toContain('"tool_name":"move_file"');
    stage.snapshot = { tools: { steward: { core: ["ask_user"], deferred: [] } } };
    await renewed(stage);
    await stage.turn("And?", says("Gone."));
    const told = JSON.stringify(stage.requests.at(-1));
    expect(told).not.toContain("tool_reference");
    expect(told).toMatch(/No longer offered: [^"]*move_file/);
    expect(await taken(stage)).toEqual([200]);
  });
});

describe("a model that knows no tool references", () => {
  const two = (): Stage => {
    const stage = conversation();
    stage.models.main = "local-llama";
    return stage;
  };

  it("reads the schemas as text and calls through use_tool, by the same gate", async () => {
    const stage = two();
    const used = calls("use_tool", { name: "contact_history", input: HISTORY });
    await stage.turn("All with Maria?", calls("find_tools", WISH), used, says("Nothing."));
    const [first, second, third] = stage.requests;
    expect(names(first!)).toEqual(expect.arrayContaining(["find_tools", "use_tool"]) as unknown);
    expect(names(first!)).not.toContain("contact_history");
    expect(JSON.stringify(stage.requests)).not.toMatch(/defer_loading|tool_reference/);
    const told = JSON.parse(String(answer(second))) as { tools: { name: string; input_schema: object }[] };
    expect(told.tools.find(({ name }) => name === "contact_history")).toMatchObject({
      description: expect.any(String) as unknown,
      input_schema: { properties: { contact: expect.anything() as unknown } },
    });
    expect(JSON.parse(String(answer(third)))).toMatchObject({ with: "Maria Lopez" });
    await stage.turn("And now?", says("Still nothing."));
    const sent = stage.requests.map(blocks);
    for (const [index, before] of sent.slice(0, -1).entries())
      expect(sent[index + 1]?.slice(0, before.length)).toEqual(before);
  });

  it("is asked in two steps also where it stands in for one that is overloaded", async () => {
    const stage = conversation();
    stage.models.cheap = "local-llama";
    const busy = (): never => {
      throw new IntegrationError("anthropic", "busy", { outcome: "not_applied", status: 529 });
    };
    await stage.turn("go", calls("find_tools", WISH), busy, says("Found."), says("never"));
    const [, own, below] = stage.requests;
    expect(JSON.stringify(answer(own))).toContain("tool_reference");
    expect(below?.model).toBe("local-llama");
    expect(JSON.stringify(below)).not.toMatch(/defer_loading|tool_reference/);
    expect(names(below!)).toContain("use_tool");
  });

  it("reads what wrong arguments lack, and gets past no rule", async () => {
    const stage = two();
    await stage.turn(
      "go",
      calls("use_tool", { name: "contact_history" }),
      calls("use_tool", { name: "contact_history", input: {} }),
      calls("use_tool", { name: "send_message", input: { to: "+14125550142", text: "Hi" } }),
    );
    const [, bare, empty] = stage.requests;
    expect(String(answer(bare))).toContain('"path":"/input"');
    expect(String(answer(empty))).toContain('"path":"/contact"');
    expect(stage.log.turns.lastEnded()?.end.reason).toBe("waiting_approval");
  });
});

it.each([
  ["claude-sonnet-5-5", true],
  ["claude-haiku-4-5-20251001", true],
  ["claude-opus-4-1", true],
  ["claude-mythos-preview", true],
  ["claude-3-5-haiku-latest", false],
  ["local-llama", false],
])("%s knows tool references: %s", (model, knows) => {
  expect(knowsToolReferences(model)).toBe(knows);
});

describe("tools of a vendor that is not connected", () => {
  it("are neither in the prompt nor found", async () => {
    const stage = conversation(["quo"]);
    await stage.turn(
      "Mail?",
      calls("find_tools", { query: "send an e-mail or read the calendar" }),
      says("No."),
    );
    const all = names(stage.requests[0]!);
    expect(all).toContain("send_message");
    expect(all.filter((name) => /email|list_events/.test(name))).toEqual([]);
    expect(JSON.stringify(answer(stage.requests[1]))).not.toMatch(/email|list_events/);
  });

  it("stay in the prompt until its next snapshot, and a call says what is wrong", async () => {
    const stage = conversation();
    await stage.turn("hi", says("Hello."));
    // Google was disconnected: the gate of these tests has a phone system alone.
    stage.snapshot = offerTo("steward", ["quo"]);
    await stage.turn("Mail?", calls("search_emails", { query: "from:harold" }), says("It isn't connected."));
    const [before, after, told] = stage.requests;
    expect(JSON.stringify(after?.tools)).toBe(JSON.stringify(before?.tools));
    expect(JSON.parse(String(answer(told)))).toMatchObject({
      status: "failed",
      message: expect.stringContaining("isn't connected") as unknown,
    });
    await renewed(stage);
    await stage.turn("And now?", says("No mail."));
    expect(names(stage.requests.at(-1)!)).not.toContain("search_emails");
  });
});

/** Ten minutes later: the model's cache is cold, and what the records say now is in force. */
async function renewed(stage: Stage): Promise<void> {
  stage.clock.time += 10 * 60_000;
  await stage.runner.upkeep();
}
