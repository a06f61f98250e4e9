/** Kinds of wishes that the demo's script once dropped, misread or answered with something else. */
import { describe, expect, it } from "vitest";
import { Conversation, TOOLS, type TestTool, type Turn } from "./conversation.ts";

const ROLL = [
  {
    Building: "214 Birch St",
    Unit: "3B",
    Resident: "Maria Lopez",
    Rent: "$1,215",
    "Lease end": "2026-08-01",
    Balance: "$580",
  },
];
const MORE: Readonly<Record<string, TestTool>> = {
  ...TOOLS,
  find_tools: { takes: ["query"], run: () => [] },
  read_sheet: {
    takes: ["file", "tab", "query"],
    run: ({ file, tab }) => ({
      seenAs: "Dana Whitfield",
      name: String(file),
      items:
        tab === "Late this month"
          ? [{ Building: "214 Birch St", Unit: "3B", Resident: "Maria Lopez", Owed: "$580" }]
          : ROLL,
    }),
  },
  pm_query: {
    takes: ["entity", "fields", "filter", "order", "limit"],
    run: ({ entity }) =>
      ({
        projects: [
          { id: "p1", name: "Basement renovation", tasksTotal: 9, tasksDone: 4, dueDate: "2026-03-27" },
        ],
        tasks: [
          {
            id: "t1",
            title: "Countertop and sink",
            status: "blocked",
            dueDate: "2026-03-20",
            "project.name": "Kitchen",
          },
        ],
        users: [{ id: "u1", name: "Tom Okafor" }],
        comments: [{ taskId: "t1", authorName: "Tom Okafor", body: "The slab isn't here." }],
      })[String(entity)] ?? [],
  },
  pm_mutate: { takes: ["changes"], run: () => ({ status: "done" }) },
  get_usage: { takes: [], run: () => ({ spentUsd: 1.5, budgetUsd: 100 }) },
};

async function lastOf(wishes: string): Promise<Turn> {
  const conversation = new Conversation();
  conversation.tools = MORE;
  let turn: Turn = { said: "", calls: [] };
  for (const wish of wishes.split(" | ")) turn = await conversation.say(wish);
  return turn;
}

const told = ({ said, calls }: Turn): string =>
  [...calls.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`), said].join("\n");

describe("a wish", () => {
  it.each([
    // Two in one: both are done, and what isn't is named.
    [
      "text john pruitt his keys are ready and remind me thursday evening to print the list",
      /send_message .*your keys are ready.*\ncreate_schedule .*2026-03-19T18:00/,
    ],
    // Another time, and nothing else.
    ["text maria lopez that walt comes tomorrow at 8 | no, today after 2", /Walt comes today after 2/],
    ["text maria lopez that walt comes wednesday at 4 | actually thursday", /Walt comes Thursday at 4/],
    [
      "remind me wednesday at 9 to call the bank | no, friday",
      /delete_schedule[^\n]*\n(?:.*\n)*?create_schedule .*2026-03-20T09:00/,
    ],
    // What somebody else wants to know.
    [
      "john pruitt wants to know if his walkthrough is still on, tell him yes",
      /Hi John, yes, your walkthrough is still on/,
    ],
    ["text maria lopez that walt comes at 8 | who is that?", /Maria Lopez \(/],
    // Figures come from where they stand.
    ["cuánto debe maria lopez de renta?", /214 Birch St 3B, Maria Lopez: \$1,215 a month.*\$580 open/],
    ["whos behind on rent and by how much", /Maria Lopez, 214 Birch St 3B: \$580/],
    [
      "whos behind on rent | text the first one that we can talk",
      /send_message .*\+14125550142.*we can talk/,
    ],
    // The paper is a file, not the roll's row.
    ["find the lease of maria lopez", /^(?![^]*read_sheet)/],
    ["when is the basement done", /4 of 9 tasks are done/],
    ["whats blocking the basement", /Countertop and sink.*Tom Okafor: “The slab isn't here\.”/],
    ["push the countertop by two days", /pm_mutate .*"dueDate":"2026-03-22"/],
    [
      "move the countertop to march 27 and assign it to tom",
      /pm_mutate .*2026-03-27.*\n(?:.*\n)*?pm_mutate .*"assigneeIds":\["u1"\]/,
    ],
    ["what does this cost", /\$1\.50 of the budget of \$100\.00/],
    // What only a person does, and where.
    ["connect my gmail", /\/settings\/connections/],
    ["turn off the pushes", /\/settings\/notifications/],
    ["cancel my subscription", /Nothing is billed in this demo/],
    ["book a table for two tonight", /I can't order, book or sign in/],
    ["dont ever text residents after 8pm", /propose_house_rule .*after 8pm/],
  ])("%s", async (wishes, came) => {
    expect(told(await lastOf(wishes))).toMatch(came);
  });

  it("asks whom a place in no list means", async () => {
    const { said } = await lastOf("text the second one that we can talk");
    expect(said).toMatch(/I can't tell who “the second one” is/);
  });
});
