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
  create_event: { takes: ["calendar", "title", "start", "end", "replaces"], run: null },
  create_task: { takes: ["list", "name", "assignees", "due", "replaces"], run: null },
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
    // What no look-up answers is declined before any.
    ["John sent me a picture of the ceiling, does that look like mold?", /^ask_user .*can't judge a picture/],
    ["can you make me a chart of late payments per building", /^ask_user .*can't draw charts/],
    ["Will the rent at Birch go up next year? Give me a number", /^ask_user .*can't predict/],
    ["Draft a 12 month lease for the tenant of unit 2, pets allowed", /^ask_user .*can't draft a lease/],
    ["Text Maria Lopez that the rent will go up", /send_message .*"Hi Maria, the rent will go up\./],
    // A time that isn't named is said.
    [
      "every first of the month send me a list of who hasn't paid rent",
      /create_schedule .*"cron":"0 9 1 \* \*"[^]*You named no time, so it's 9:00 AM/,
    ],
    [
      "make a task: replace the hallway light, due next tuesday",
      /create_task .*"Replace the hallway light","due"/,
    ],
    [
      "make a task: replace the light | give it to someone on the maintenance side",
      /ask_user .*Who should do it/,
    ],
    [
      "make a task: replace the light | give it to someone on the maintenance side | Tom Okafor",
      /create_task .*"assignees":\["Tom Okafor"\].*"replaces":"approval_/,
    ],
    [
      "Put a showing at 88 Maple Terrace on my calendar for Friday 2pm | actually make it 3:30",
      /create_event .*"start":"2026-03-20T15:30","end":"2026-03-20T16:30","replaces":"approval_/,
    ],
    // The first of two wishes is done, and what isn't of the second is named.
    [
      "What do our house rules say about grilling? And can you text that to Rosa Delgado?",
      /I can't put an answer into a message \(“Text that to Rosa Delgado”\)/,
    ],
    [
      "Show me everything overdue, and also email the owner that we'll have an update by Thursday",
      /ask_user .*Which Owner[^]*Late in all projects:\n- /,
    ],
    [
      "Note that Rosa Delgado's dog bites, so vendors ring first. And text John Pruitt that his keys are ready",
      /append_file .*dog bites[^]*send_message .*your keys are ready/,
    ],
    ["Mándale un correo a José: el plomero viene mañana", /send_email .*"Hola José,.*Saludos/],
    ["Escríbele a José que el plomero viene mañana", /send_message .*Hola José, el plomero viene mañana/],
    // By role, and who was spoken of last.
    ["Which plumber do we usually use?", /Walt Ironside \(Plumber, owner/],
    [
      "Which plumber do we usually use? | text them and ask if they can come on Friday",
      /send_message .*Hi Walt, can you come on Friday\?/,
    ],
    ["how much rent does Maria Lopez pay? | and who is she?", /^search_contacts [^]*Maria Lopez \(Resident/],
    ["what did Rosa Delgado say about the moon? | when was that?", /^I found nothing before/],
    ["a bit friendlier please", /no draft in this chat/],
  ])("%s", async (wishes, came) => {
    expect(told(await lastOf(wishes))).toMatch(came);
  });

  it("asks whom a place in no list means", async () => {
    const { said } = await lastOf("text the second one that we can talk");
    expect(said).toMatch(/I can't tell who “the second one” is/);
  });

  it("is answered by no passage that has few of its words", async () => {
    const passage = (quote: string): TestTool => ({
      takes: ["query", "limit"],
      run: () => [{ type: "text", title: "Texts", quote }],
    });
    const said = async (quote: string): Promise<string> => {
      const conversation = new Conversation();
      const search_drive = { takes: ["query"], run: () => [] };
      conversation.tools = { ...MORE, search_drive, retrieve_context: passage(quote) };
      return (await conversation.say("Is the sauna heater's warranty certificate registered?")).said;
    };
    expect(await said("The warranty certificate of the sauna came by mail.")).toContain("sauna came by mail");
    expect(await said("The heater's certificate came by mail.")).not.toContain("came by mail");
  });
});
