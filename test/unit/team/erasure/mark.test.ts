/** How somebody is recognized: a name nobody else has is taken out, one that others have too is listed, and words that only look like a name stay. */
import { describe, expect, it } from "vitest";
import { saveContacts } from "../../../../src/messaging/contacts/index.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { changesIn } from "../../../../src/team/erasure/chats.ts";
import { markOf, type Mark } from "../../../../src/team/erasure/mark.ts";
import { personToErase } from "../../../../src/team/erasure/person.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const TEAM = "tenant_alder";
const NUMBER = "+14125550177";

function contactOf(id: string, name: string, number: string) {
  const [firstName = "", ...rest] = name.split(" ");
  const fields = { id, firstName, lastName: rest.join(" "), name, company: null, role: null };
  return { ...fields, numbers: [{ label: "Mobile", number }], emails: [], internal: false, createdAt: null };
}

/** The mark of a contact in a team with some others and some members. */
async function markIn(
  name: string,
  others: readonly string[] = [],
  members: readonly string[] = [],
): Promise<Mark> {
  const d1 = nodeD1();
  const db = dbFor(d1, TEAM);
  const all = others.map((other, index) => contactOf(`CTother${index}`, other, `+1412555010${index}`));
  await saveContacts(db, "quo", [contactOf("CTone", name, NUMBER), ...all], 0);
  for (const [index, member] of members.entries())
    await insertInto(d1, "users", TEAM, {
      id: `user_${index}`,
      email: `m${index}@alder.example`,
      name: member,
    });
  return markOf((await personToErase(db, "CTone")).person);
}

/** What becomes of words: taken out, or listed, or left alone. */
function fate(mark: Mark, words: string): string {
  const without = mark.without(words);
  if (without !== words) return String(without);
  return mark.isListed(words) ? "listed" : "stays";
}

describe("a name that nobody else has", () => {
  it.each([
    ["Ask Zebulon Quixwell today", "Ask [erased] today"],
    ["QUIXWELL, ZEBULON", "[erased]"],
    ["zebulon quixwell called", "listed"],
    ["Zebulon’s keys", "listed"],
    ["Mrs. Quixwell", "listed"],
    ["Quixwellian", "stays"],
    ["Notes\\nZebulon Quixwell came", "Notes\\n[erased] came"],
  ])("in “%s”: %s", async (words, expected) => {
    expect(fate(await markIn("Zebulon Quixwell", ["Ann Lee"], ["Dana Whitfield"]), words)).toBe(expected);
  });

  it("without its accents is the same", async () => {
    const mark = await markIn("Zoë Núñez");
    expect(fate(mark, "Zoe Nunez and Zoë Núñez")).toBe("[erased] and [erased]");
  });

  it("that is also words of the language is taken out only where it is written as a name", async () => {
    const mark = await markIn("Will Park", ["Will Smith", "Ann Park"]);
    expect(fate(mark, "Will Park wrote")).toBe("[erased] wrote");
    expect(fate(mark, "they will park here")).toBe("listed");
    expect(fate(mark, "they will come")).toBe("stays");
  });
});

describe("a name that others have too", () => {
  it.each([
    ["of another contact", ["Zebulon Quixwell"], []],
    ["of a member", [], ["Zebulon Quixwell"]],
  ])("%s is listed and stays", async (_, others, members) => {
    const mark = await markIn("Zebulon Quixwell", others, members);
    expect(fate(mark, "Ask Zebulon Quixwell")).toBe("listed");
    // A part of it may be anybody's.
    expect(fate(mark, "Ask Zebulon")).toBe("stays");
    expect(fate(mark, `Ask Zebulon Quixwell at ${NUMBER}`)).toBe("Ask Zebulon Quixwell at [erased]");
  });

  it("a word of it that a colleague has is not listed, the other one is", async () => {
    const mark = await markIn("Dana Quixwell", [], ["Dana Whitfield"]);
    expect(fate(mark, "Dana said")).toBe("stays");
    expect(fate(mark, "Quixwell said")).toBe("listed");
    expect(fate(mark, "Dana Quixwell said")).toBe("[erased] said");
  });

  it("one word alone is listed and never taken out", async () => {
    expect(fate(await markIn("Plumber"), "the plumber came")).toBe("listed");
    expect(fate(await markIn("Plumber", ["Plumber"]), "the Plumber came")).toBe("listed");
  });
});

describe("a conversation that holds copies", () => {
  const json = (value: unknown): string => JSON.stringify(value);
  const user = json({ kind: "user", id: "u", name: "Dana" });
  const result = { type: "tool_result", tool_use_id: "t1" };
  const messages = {
    table: "messages",
    columns: ["seq", "kind", "parts", "author", "stands_on"],
    rows: [
      [1, "inbound", json([{ type: "text", text: "What did they write?" }]), user, null],
      [
        2,
        "results",
        json([{ ...result, content: json({ number: NUMBER, items: ["my pancreas"] }) }]),
        user,
        null,
      ],
      [3, "results", json([{ ...result, content: "Rent is due" }]), user, null],
      [
        4,
        "reply",
        json([
          { type: "thinking", thinking: `Zebulon Quixwell is ill`, signature: "s" },
          { type: "text", text: "Zebulon Quixwell is ill" },
        ]),
        user,
        json({ used: [{ title: "Texts with Zebulon Quixwell", cited: "my pancreas" }] }),
      ],
      [
        5,
        "inbound",
        json([{ type: "text", text: "my pancreas" }]),
        json({ kind: "contact", id: NUMBER, name: "Z" }),
        null,
      ],
      [
        6,
        "outcome",
        json([
          {
            type: "outcome",
            approvalId: "a1",
            text: "Sent: get well",
            receipts: [1],
            edits: [1],
            words: "get well",
          },
        ]),
        user,
        null,
      ],
    ],
  } as const;
  const tables = [
    messages,
    {
      table: "tool_calls",
      columns: ["reply_id", "id", "answer"],
      rows: [
        [
          "r",
          "t1",
          json({
            status: "ok",
            content: `From ${NUMBER}: my pancreas`,
            passages: [{ words: "my pancreas" }],
          }),
        ],
      ],
    },
    {
      table: "approvals",
      columns: ["id", "view"],
      rows: [
        ["a1", json({ title: "get well" })],
        ["a2", json({ title: "Rent" })],
      ],
    },
    { table: "conversation", columns: ["one", "title"], rows: [[1, "[Zebulon Quixwell] keys"]] },
  ];

  it("loses answers of tools, their own words and drafts for them whole; of people's words the name alone", async () => {
    const mark = await markIn("Zebulon Quixwell");
    const { changes, answers, isAmidWords } = changesIn(tables, mark, new Set(["a1"]));
    expect({ answers, isAmidWords }).toEqual({ answers: 1, isAmidWords: true });
    const after = json(changes.map(({ now }) => now));
    expect(after).not.toMatch(/pancreas|Zebulon|Quixwell|0177|get well|thinking/);
    expect(after).toContain("[erased] is ill");
    expect(changes.map(({ table, was, now }) => [table, was[0], now === null])).toEqual([
      ["messages", 2, false],
      ["messages", 4, false],
      ["messages", 5, false],
      ["messages", 6, false],
      ["tool_calls", "r", false],
      ["approvals", "a1", true],
      ["conversation", 1, false],
    ]);
    expect(changes.at(-1)?.now).toEqual([1, "[[erased]] keys"]);
  });

  it("is left alone the second time", async () => {
    const mark = await markIn("Zebulon Quixwell");
    const { changes } = changesIn(tables, mark, new Set(["a1"]));
    const again = tables.map((table) => ({
      ...table,
      rows: table.rows.flatMap((row) => {
        const change = changes.find(({ was }) => was === row);
        return change === undefined ? [row] : change.now === null ? [] : [change.now];
      }),
    }));
    expect(changesIn(again, mark, new Set(["a1"]))).toEqual({ changes: [], answers: 0, isAmidWords: false });
  });
});
