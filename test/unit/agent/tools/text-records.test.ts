import { describe, expect, it } from "vitest";
import { asRead, citable } from "../../../support/as-read.ts";
import { contactHistory } from "../../../../src/messaging/tools/contacts/contact-history.ts";
import type { ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { searchTexts } from "../../../../src/messaging/tools/records/search-texts.ts";
import { saveContacts } from "../../../../src/messaging/contacts/index.ts";
import type { TextRecords } from "../../../../src/messaging/texts/index.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { parseInput } from "../../../../src/agent/tools/parse-input.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { contact, MARIA, NO_TEXTS, NOW, seenIn, textingOf, textServices } from "./world.ts";

const words = { kind: "text", from: "contact", at: "2026-11-20T10:00:00.000Z" } as const;

function world(): { asked: unknown[]; records: TextRecords } {
  const asked: unknown[] = [];
  return {
    asked,
    records: {
      ...NO_TEXTS,
      async search(question) {
        asked.push(question);
        const around = [
          { ...words, id: "a", text: "Before" },
          { ...words, id: "b", text: "The boiler leaks" },
        ];
        return {
          matched: "all",
          found: [{ contact: "Maria Lopez", number: "+14125550142", matches: ["b"], around }],
        };
      },
      async history(numbers, span, limit) {
        asked.push({ numbers, span, limit });
        return { items: [{ ...words, id: "a", text: "Hello", number: numbers[0] ?? "" }], more: false };
      },
    },
  };
}

const made = (tool: unknown, input: object, more: object) =>
  (tool as ReadTool).run(input, { ...textServices(textingOf([MARIA])), ...more }, seenIn());
const run = (tool: unknown, input: object, more: object) => asRead(made(tool, input, more));

describe("search_texts", () => {
  it("answers with each match among the messages around it", async () => {
    const { asked, records: kept } = world();
    const answer = await run(searchTexts, { query: "boiler", number: "(412) 555-0142" }, { records: kept });
    expect(asked).toEqual([
      { q: "boiler", number: "+14125550142", from: undefined, to: undefined, limit: 8 },
    ]);
    expect(answer).toMatchObject({
      kind: "list",
      items: [
        { contact: "Maria Lopez", messages: [{ text: "Before" }, { match: true, text: "The boiler leaks" }] },
      ],
    });
  });

  it("hands every message to a model that cites it, with the way to it in its thread", async () => {
    const { records: kept } = world();
    expect(await citable(searchTexts, made(searchTexts, { query: "boiler" }, { records: kept }))).toEqual({
      "/texts/%2B14125550142?at=a": ["Before"],
      "/texts/%2B14125550142?at=b": ["The boiler leaks"],
    });
  });

  it("takes a person's name for their number, and asks for one that is nobody's to be put right", async () => {
    const db = dbFor(nodeD1(), "tenant_alder");
    await saveContacts(db, "conn_alder_quo", [MARIA], NOW);
    const { asked, records } = world();
    const parsed = parseInput(searchTexts, { query: "boiler", contact: "maria lopez" });
    expect(parsed).toEqual({ ok: true, value: { query: "boiler", number: "maria lopez" } });
    await run(searchTexts, parsed.ok ? (parsed.value as object) : {}, { records, db });
    expect(asked).toMatchObject([{ q: "boiler", number: "+14125550142" }]);
    expect(await run(searchTexts, { query: "boiler", number: "rosalind" }, { records, db })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("No one in the contacts fits") as unknown,
    });
  });
});

describe("contact_history", () => {
  it("finds who is meant by a name with a typo and by a number however written", async () => {
    for (const who of ["Maria Lopes", "maria", "412-555-0142"]) {
      const { asked, records: kept } = world();
      const answer = await run(contactHistory, { contact: who }, { records: kept });
      expect(asked, who).toMatchObject([{ numbers: ["+14125550142"], limit: 40 }]);
      expect(answer).toMatchObject({ kind: "list", beside: { with: "Maria Lopez" } });
    }
  });

  it("reads a number no one knows too", async () => {
    const { asked, records: kept } = world();
    await run(contactHistory, { contact: "+1 312 555 0188" }, { records: kept });
    expect(asked).toMatchObject([{ numbers: ["+13125550188"] }]);
  });

  it("does not choose among several people, unless one has exactly this name", async () => {
    const others = [contact("Maria Garcia"), contact("Maria Lopez-Hale")];
    const { contacts } = textingOf([MARIA, ...others]);
    const some = await run(contactHistory, { contact: "Maria" }, { ...world(), contacts });
    expect(some).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Maria Garcia") as unknown,
    });
    expect(await run(contactHistory, { contact: "Maria Lopez" }, { ...world(), contacts })).toMatchObject({
      kind: "list",
    });
    expect(await run(contactHistory, { contact: "Zoe" }, { ...world(), contacts })).toMatchObject({
      kind: "retry",
    });
  });
});
