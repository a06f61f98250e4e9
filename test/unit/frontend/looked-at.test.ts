import { describe, expect, it } from "vitest";
import { lookedAt, sameNumber, sumTokens } from "../../../frontend/src/agent/conversation/looked-at.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { viewCall } from "../../../src/agent/tools/summarize.ts";
import type { StepItem, ThreadItem } from "../../../frontend/src/agent/conversation/thread-items.ts";

/** A step as a page makes it of a call, whose words are the server's. */
const step = (toolCallId: string, name: string, input: Record<string, Json>, content: unknown): StepItem => {
  const { title, done, summary, look } = viewCall({ id: toolCallId, name, input });
  return {
    toolCallId,
    title,
    done,
    summary,
    look: look ?? null,
    status: "ok",
    durationMs: 1,
    input,
    cutChars: 0,
    result: JSON.stringify(Array.isArray(content) ? { items: content } : content),
  };
};
const thread = (...steps: StepItem[]): ThreadItem[] => [
  { kind: "steps", key: "s", steps, thinking: "", tookMs: null },
];
const contact = (id: string, name: string) => ({
  id,
  name,
  company: null,
  role: "Resident",
  numbers: [{ label: "mobile", number: "+14125550142" }],
  emails: [],
  internal: false,
});

describe("what the agent looked at", () => {
  it("collects people from narrow searches, the latest first, each once", () => {
    const { people, looks } = lookedAt(
      thread(
        step("1", "search_contacts", { query: "maria" }, [contact("c1", "Maria Lopez")]),
        step("2", "search_contacts", { query: "tom" }, [contact("c2", "Tom"), contact("c1", "Maria Lopez")]),
      ),
    );
    expect(people.map((person) => person.name)).toEqual(["Tom", "Maria Lopez"]);
    expect(looks.map((look) => [look.asked, look.found])).toEqual([
      ["tom", 2],
      ["maria", 1],
    ]);
  });

  it("does not take everybody a wide search found for people that matter", () => {
    const many = Array.from({ length: 6 }, (_, index) => contact(`c${index}`, `Person ${index}`));
    expect(lookedAt(thread(step("1", "search_contacts", { query: "a" }, many))).people).toEqual([]);
  });

  it("knows how many texts were read and when the newest was written", () => {
    const texts = [
      { text: "hi", at: "2026-11-20T10:00:00Z" },
      { text: "ho", at: "Sat 2026-11-21 10:00" },
    ];
    expect(
      lookedAt(thread(step("1", "list_messages", { number: "+14125550142" }, texts))).looks,
    ).toMatchObject([
      {
        things: "Texts with",
        asked: "+14125550142",
        found: 2,
        newestAt: expect.stringMatching(/^Nov 21, 10:00\sAM$/),
      },
    ]);
  });

  it("tells of e-mails, files and skills too, in the order of the latest first", () => {
    const file = { ...step("2", "read_file", { path: "areas/vendors.md" }, null), result: "# Vendors" };
    const skill = { ...step("3", "load_skill", { name: "lead-qualification" }, null), result: "Steps" };
    const { looks } = lookedAt(
      thread(step("1", "search_emails", { query: "lease" }, [{}, {}]), file, skill, {
        ...file,
        toolCallId: "4",
        status: "failed",
      }),
    );
    expect(looks.map(({ askedIs, asked, found }) => [askedIs, asked, found])).toEqual([
      ["name", "lead-qualification", null],
      ["file", "areas/vendors.md", null],
      ["words", "lease", 2],
    ]);
  });

  it("lists the look-ups of a tool it has never heard of, by what the tool says of itself", () => {
    const look = { things: "Tickets", asked: "boiler", askedIs: "words" } as const;
    const unheard = { ...step("1", "search_tickets", {}, [{}, {}, {}]), look };
    expect(lookedAt(thread(unheard)).looks).toMatchObject([{ things: "Tickets", asked: "boiler", found: 3 }]);
  });

  it("survives results that are not what they should be", () => {
    const odd = [
      { ...step("1", "search_contacts", {}, "cut of"), result: "not json" },
      step("2", "search_contacts", { query: "7" }, [{ id: 1 }, null]),
      { ...step("3", "list_messages", { number: "+14125550142" }, []), status: "failed" as const },
      { ...step("4", "search_files", { query: "x" }, []), result: '{"items":[{"pa' },
    ];
    expect(lookedAt(thread(...odd))).toMatchObject({
      people: [],
      looks: [
        { things: "Files", found: null },
        { things: "Contacts", asked: "7", found: 2 },
      ],
    });
  });

  it("knows one number in two spellings", () => {
    expect(sameNumber("+1 (412) 555-0142", "4125550142")).toBe(true);
    expect(sameNumber("", "")).toBe(false);
  });

  it("counts what was written to the cache as uncached", () => {
    const run = {
      inputTokens: 10,
      outputTokens: 5,
      cacheReadTokens: 100,
      cacheWriteTokens: 20,
      modelCalls: 2,
    };
    expect(sumTokens([run, run])).toEqual({ input: 60, cached: 200, output: 10, modelCalls: 4 });
  });
});
