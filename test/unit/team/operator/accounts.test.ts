/** The demo's script on accounts, in the chat with Steward: with a subject attached, and without. */
import { describe, expect, it } from "vitest";
import { HARBOR } from "../../../../sandbox/world/company.ts";
import { Conversation, TOOLS, type TestTool, type Turn } from "./conversation.ts";

const ACCOUNTS = [
  { account: "10001", name: "Fern Dental", stage: "Quoted" },
  { account: "10002", name: "Gull Roofing", stage: "Intake" },
];
const named = (asked: unknown) =>
  ACCOUNTS.find(
    ({ account, name }) => account === asked || name.toLowerCase() === String(asked).toLowerCase(),
  );

const OWN: Readonly<Record<string, TestTool>> = {
  lookup_account: {
    takes: ["name"],
    run: ({ name }) => {
      const one = named(name);
      return one === undefined ? { hint: "No account is called so.", accounts: [] } : { accounts: [one] };
    },
  },
  get_account: {
    takes: ["account"],
    run: ({ account }) => ({ account, state: { name: named(account)?.name, insuranceTypes: [] } }),
  },
  update_account: {
    takes: ["account", "stage", "addNote", "nextSteps"],
    run: ({ account }) => ({ account_id: account }),
  },
  create_account: { takes: ["name", "location", "notes"], run: null },
  find_accounts: {
    takes: ["stage", "query", "limit"],
    run: ({ stage, query }) => ({
      stages: ["Quoted: 1", "Intake: 1"],
      items: ACCOUNTS.filter(
        (one) =>
          (stage === undefined || one.stage === stage) &&
          (typeof query !== "string" || one.name.toLowerCase().includes(query.toLowerCase())),
      ),
    }),
  },
  scan_followups: {
    takes: ["limit", "stage"],
    run: () => ({
      total: 2,
      items: ACCOUNTS.map(({ account, name }) => ({
        account_id: account,
        account_name: name,
        why: "Quiet for 20 days",
      })),
    }),
  },
  prepare_followup: {
    takes: ["account", "purpose"],
    run: ({ account }) => ({ account, name: named(account)?.name }),
  },
  delegate: {
    takes: ["agent", "task", "context", "context_ids"],
    run: ({ agent, task }) =>
      agent === "search_agent"
        ? { specialist: agent, result: { answer: `Read for: ${String(task)}`, citations: [] } }
        : { status: "awaiting_approval", specialist: agent, pending_actions: [{ approvalId: "a1" }] },
  },
};

function chat(): Conversation {
  const conversation = new Conversation(HARBOR);
  conversation.tools = {
    ...TOOLS,
    ...OWN,
    ask_user: { ...TOOLS["ask_user"]!, takes: ["question", "options", "fields", "minFilled", "requiredFor"] },
  };
  return conversation;
}

const calls = (turn: Turn, tool: string) =>
  turn.calls.flatMap((one) => (one.tool === tool ? [one.input] : []));

describe("an attached account", () => {
  it("is asked about, and changed by later words that leave it out", async () => {
    const talk = chat();
    const asked = await talk.say("About the account Fern Dental (10001): What did they last ask for?");
    expect(calls(asked, "delegate")).toMatchObject([
      {
        agent: "search_agent",
        task: "What did they last ask for?",
        context: expect.stringContaining("number 10001") as string,
      },
    ]);
    expect(asked.said).toContain("Read for: What did they last ask for?");
    const changed = await talk.say("Mark it as Bound");
    expect(calls(changed, "update_account")).toEqual([{ account: "10001", stage: "Bound" }]);
    const noted = await talk.say("Add a note to Fern Dental: Prefers calls after 3 PM");
    expect(calls(noted, "update_account")).toEqual([
      { account: "10001", addNote: "Prefers calls after 3 PM" },
    ]);
  });

  it("takes a note by its name, without being attached", async () => {
    const noted = await chat().say("Add a note to Gull Roofing: they want the quote by Friday");
    expect(calls(noted, "update_account")).toEqual([
      { account: "Gull Roofing", addNote: "They want the quote by Friday" },
    ]);
    expect(noted.said).toContain("Gull Roofing has the note.");
  });

  it("is followed up by a draft that waits", async () => {
    const turn = await chat().say("About the account Gull Roofing (10002): Draft a follow-up");
    expect(calls(turn, "delegate")).toMatchObject([
      { agent: "followup_agent", task: expect.stringContaining("Gull Roofing") as string },
    ]);
    expect(turn.said).toContain("before someone approves it");
  });

  it("is asked about with a form where the request doesn't say what changes", async () => {
    const talk = chat();
    const asked = await talk.say("About the account Fern Dental (10001): Make some changes");
    expect(calls(asked, "ask_user")).toMatchObject([
      { fields: [{ id: "stage" }, { id: "next_step" }, { id: "note" }] },
    ]);
    const values = { stage: "Bound", next_step: "Send the certificate" };
    const answered = await talk.say(`<form_answer>\n${JSON.stringify(values)}\n</form_answer>`);
    expect(calls(answered, "update_account")).toEqual([
      { account: "10001", stage: "Bound", nextSteps: ["Send the certificate"] },
    ]);
  });

  it("leaves messages to people to the rest of the script", async () => {
    const talk = chat();
    await talk.say("About the account Fern Dental (10001): What's next?");
    const turn = await talk.say("Text Patrick that the certificate is on its way");
    expect(calls(turn, "prepare_followup")).toEqual([]);
  });
});

describe("all accounts", () => {
  it("are listed by who is due, and the first one is drafted for", async () => {
    const talk = chat();
    const due = await talk.say("About our accounts: Who is due for a follow-up?");
    expect(due.said).toContain("2 accounts are due for a follow-up. Fern Dental comes first.");
    const drafted = await talk.say("Draft a follow-up for the first one");
    expect(calls(drafted, "prepare_followup")).toMatchObject([{ account: "10001" }]);
  });

  it("are counted by stage, and listed by one", async () => {
    const talk = chat();
    expect((await talk.say("About our accounts: How many accounts are in which stage?")).said).toContain(
      "- Intake: 1",
    );
    expect((await talk.say("Which accounts are in Quoted?")).said).toContain(
      "[Fern Dental](/accounts/10001)",
    );
  });

  it("are changed two at once, and drafted for several at once", async () => {
    const talk = chat();
    const changed = await talk.say("About our accounts: Mark Fern Dental and Gull Roofing as Bound");
    expect(calls(changed, "update_account")).toEqual([
      { account: "10001", stage: "Bound" },
      { account: "10002", stage: "Bound" },
    ]);
    const drafted = await talk.say("Draft follow-ups for the two most urgent accounts");
    expect(calls(drafted, "delegate")).toHaveLength(2);
  });
});

describe("an account in a chat about nothing in particular", () => {
  it.each(["Which accounts renew in the next 60 days?", "which accounts renew in the next 60 days"])(
    "is found by its renewal: %s",
    async (words) => {
      const turn = await chat().say(words);
      expect(calls(turn, "find_accounts")).toEqual([{ field: "Renewal date", within: 60, limit: 12 }]);
      expect(calls(turn, "delegate")).toEqual([]);
    },
  );

  it.each([
    "Give me a quick rundown on Fern Dental",
    "what's up with Fern Dental?",
    "brief me on fern dental",
  ])("is told whole, and asked about further: %s", async (words) => {
    const talk = chat();
    expect((await talk.say(words)).said).toContain("[Fern Dental](/accounts/10001)");
    const asked = await talk.say("who's the contact there?");
    expect(calls(asked, "search_contacts")).toMatchObject([{ query: "Fern Dental" }]);
  });

  it("is said to be unknown", async () => {
    const turn = await chat().say("Give me a rundown on Little Oaks");
    expect(turn.said).toContain("Nobody and nothing on record is called “Little Oaks”.");
  });

  it("is written to by its contact, whatever the message is about", async () => {
    const turn = await chat().say(
      "Email Dube Trucking that I can meet Tuesday at 10 to go over their renewal",
    );
    expect(calls(turn, "send_email")).toMatchObject([{ to: "patrick.dube@dubetrucking.example" }]);
  });

  it("is followed up with whom the last answer was about", async () => {
    const talk = chat();
    await talk.say("What did Patrick Dube say about the truck?");
    const turn = await talk.say("ok follow up with him and ask for the photos by Friday");
    expect(calls(turn, "send_message")).toMatchObject([
      { text: expect.stringContaining("Hi Patrick, could you send us the photos by Friday?") as string },
    ]);
  });
});

describe("a new account", () => {
  it("is proposed with its place, from any chat", async () => {
    const turn = await chat().say("Create an account for Zephyr Kites in Elgin, IL");
    expect(calls(turn, "create_account")).toEqual([{ name: "Zephyr Kites", location: "Elgin, IL" }]);
  });

  it("is offered where a note names one that doesn't exist, and takes the note along", async () => {
    const talk = chat();
    const asked = await talk.say(
      "About our accounts: Add a note to Harbor Point Brewing: the owner travels until Friday",
    );
    expect(calls(asked, "ask_user")).toMatchObject([{ options: ["Create it", "Don’t create one"] }]);
    const turn = await talk.say("Create it");
    expect(calls(turn, "create_account")).toEqual([
      { name: "Harbor Point Brewing", notes: "the owner travels until Friday" },
    ]);
  });
});

describe("an attached project", () => {
  it("is asked about, and narrowed by later words; orders go to the rest of the script", async () => {
    const talk = chat();
    talk.tools = {
      ...talk.tools,
      find_tools: { takes: ["query"], run: () => ({ tools: [] }) },
      pm_query: { takes: ["entity", "fields", "filter", "order", "limit"], run: () => [] },
    };
    const asked = await talk.say(
      "About the project Basement renovation (basement): Which tasks are overdue?",
    );
    expect(JSON.stringify(calls(asked, "pm_query"))).toMatch(
      /"dueDate","op":"lt".*"contains","value":"Basement"/,
    );
    const narrowed = await talk.say("only the blocked ones");
    expect(JSON.stringify(calls(narrowed, "pm_query"))).toMatch(/"value":"blocked".*"value":"Basement"/);
    expect(calls(await talk.say("Text Maria Lopez that we are late"), "pm_query")).toEqual([]);
  });
});
