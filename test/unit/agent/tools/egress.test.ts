/** SERVED-EXFIL: what look-ups carry out is counted and bounded, and of others' words nothing leaves unasked. */
import { describe, expect, it } from "vitest";
import type { ToolCall, TurnScope } from "../../../../src/agent/ports.ts";
import { findTool } from "../../../../src/agent/tools/catalogue.ts";
import { egress } from "../../../../src/agent/tools/hooks/egress.ts";
import type { CallState } from "../../../../src/agent/tools/hooks/types.ts";
import { call, SCOPE } from "./world.ts";

const READ: Partial<TurnScope> = {
  outside: true,
  outsideWords: true,
  readOfOthers: true,
  readOfPeople: true,
};
const OURS: Partial<TurnScope> = {
  outside: false,
  outsideWords: false,
  readOfOthers: false,
  readOfPeople: false,
};

/** Calls one after another in one run; those that were let through. */
async function run(calls: readonly ToolCall[], scope: Partial<TurnScope>) {
  const made: ToolCall[] = [];
  const verdicts = [];
  for (const one of calls) {
    const tool = findTool(one.name)?.tool ?? null;
    const state = { call: one, tool, scope: { ...SCOPE, ...scope, callsBefore: () => made } };
    const verdict = await egress.before(state as unknown as CallState);
    verdicts.push(verdict);
    if (verdict.stop === undefined) made.push(one);
  }
  const sent = made.reduce((sum, { input }) => sum + JSON.stringify(input).length, 0);
  return { verdicts, made, sent };
}

const lookUp = (words: string, server = "crm") =>
  call("look_up_on_server", { tool: `${server}__search`, input: { q: words } });

describe("SERVED-EXFIL", () => {
  it("sends nothing to tool servers and the web after words of others, and says what a person can do", async () => {
    const calls = Array.from({ length: 40 }, (_, index) => lookUp(`${index} ${"x".repeat(940)}`));
    const { verdicts, sent } = await run(calls, READ);
    expect(sent).toBe(0);
    expect(JSON.stringify(verdicts[0]?.stop)).toContain("use_server_tool");
    const web = Array.from({ length: 12 }, () => call("research_web", { question: "y".repeat(590) }));
    const asked = await run(web, READ);
    expect(asked.sent).toBe(0);
    expect(JSON.stringify(asked.verdicts[0]?.stop)).toContain("ask_user");
  });

  it("lets a person's own question go, word for word and nothing with it", async () => {
    const question = "What do two-bedrooms rent for in Lawrenceville?";
    const scope = {
      ...READ,
      recentTexts: [{ who: "user" as const, name: "Dana", text: `Hi. ${question}`, at: "", messageId: "m" }],
    };
    expect((await run([call("research_web", { question })], scope)).made).toHaveLength(1);
    // The tools that were added, and an answer in its receipt, are read from our own records.
    expect((await run([call("list_server_tools", { query: "order goods" })], scope)).made).toHaveLength(1);
    expect((await run([call("read_server_answer", { approval: "a1" })], scope)).made).toHaveLength(1);
    const more = call("research_web", { question: `${question} Maria Lopez owes 2,400` });
    expect((await run([more], scope)).made).toHaveLength(0);
    expect((await run([lookUp(question)], scope)).made).toHaveLength(1);
  });

  it("lets what stands in a person's own words go in a few calls, letter for letter", async () => {
    const text = "Is permit B-2211 for 12 Birch Street issued, and when did Home Depot order it?";
    const said = (words: string) => ({
      ...READ,
      recentTexts: [{ who: "user" as const, name: "Dana", text: words, at: "", messageId: "m" }],
    });
    for (const words of ["permit B-2211", "B-2211", "12 Birch Street", "Home Depot"])
      expect([words, (await run([lookUp(words)], said(text))).made.length]).toEqual([words, 1]);
    for (const words of [
      "permit B-22",
      "permit b-2211",
      "Home  Depot",
      "Depot Home",
      "the",
      "Zebulon",
      "Home Depot\u200b",
      "",
    ])
      expect([words, (await run([lookUp(words)], said(text))).made.length]).toEqual([words, 0]);
    const many = Array.from({ length: 9 }, () => lookUp("Home Depot"));
    expect((await run(many, said(text))).made).toHaveLength(4);
    const contact = { ...said(text), speaker: { kind: "contact" as const, name: "Maria Lopez" } };
    expect((await run([lookUp("Home Depot")], contact)).made).toHaveLength(0);
  });

  it.each([
    { kind: "system", id: "system:steward", name: "Steward" },
    { kind: "contact", name: "Maria Lopez" },
    { kind: "agent", id: "steward", name: "Steward" },
  ] as const)(
    "sends nothing to them unasked in a run that a $kind began, whatever was read",
    async (speaker) => {
      expect((await run([lookUp("boiler")], { ...OURS, speaker })).made).toEqual([]);
      const web = call("research_web", { question: "What does a boiler cost?" });
      expect((await run([web], { ...OURS, speaker })).made).toEqual([]);
    },
  );

  it("bounds a run where nothing of others was read, by destination", async () => {
    const { made } = await run(
      Array.from({ length: 40 }, () => lookUp("x".repeat(900))),
      OURS,
    );
    expect(made).toHaveLength(2);
    const two = await run([lookUp("x".repeat(1_900)), lookUp("x".repeat(1_900), "other")], OURS);
    expect(two.made).toHaveLength(2);
  });

  it("says in the trace how much left and where", async () => {
    const { verdicts } = await run([lookUp("boiler")], OURS);
    expect(verdicts[0]).toMatchObject({
      decision: "7 bytes to servers crm, 7 of 2000 in this run",
      sent: { to: "servers crm", sizeBytes: 7 },
    });
  });
});
