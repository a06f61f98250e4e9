/** Tasks from someone's e-mail (seed 002:1916–1985): which John, what he asks for, and all of it on one card. */
import { expect, it } from "vitest";
import { tasksIn } from "../../../../sandbox/operator/mail-tasks.ts";
import { Conversation, TOOLS, type TestTool } from "./conversation.ts";

const WORDS =
  "Thanks for the visit. Please replace the pump seal at Birch House by Friday. The gate is broken, could you fix it?";
const JOHNS = [
  {
    name: "John Keane",
    addresses: ["john@keane.example"],
    emails: 2,
    newest: [{ link: "/knowledge/i1", title: "After the walk-through" }],
  },
  { name: "John Doe", addresses: ["john@doe.example"], emails: 1, newest: [{ id: "m1", title: "Hello" }] },
  { name: "John Quiet", addresses: ["john@quiet.example"], emails: 0 },
];

/** As a mailbox lists them, newest first. */
const MAILS = [
  { id: "m9", from: "John Keane <john@keane.example>", subject: "The pump", snippet: "Please look." },
  { id: "m8", from: "John Keane <john@keane.example>", subject: "Invoice", snippet: "Attached." },
];

/** The tools it needs; the model behind `extract_tasks` is the stand-in as well. */
function tools(senders: readonly object[]): Readonly<Record<string, TestTool>> {
  return {
    ...TOOLS,
    list_senders: { takes: ["name"], run: () => senders },
    search_emails: { takes: ["query"], run: ({ query }) => (String(query).includes("Keane") ? MAILS : []) },
    read_source_item: {
      takes: ["link"],
      run: ({ link }) => ({ link, title: "After the walk-through", text: WORDS }),
    },
    read_email: { takes: ["id"], run: ({ id }) => ({ id, text: "All is well. See you." }) },
    extract_tasks: {
      takes: ["source_text"],
      run: ({ source_text: text }) => ({
        tasks: tasksIn(`<material>\n${String(text)}\n</material>\n\nWhich tasks are in it?`),
      }),
    },
    prepare_task_creation: { takes: ["tasks", "project_key"], run: null },
  };
}

async function ask(words: string, senders: readonly object[] = JOHNS) {
  const conversation = new Conversation();
  conversation.tools = tools(senders);
  return { conversation, ...(await conversation.say(words)) };
}

it.each([
  "Create tasks from John's email",
  "Create Jira tasks from John's proposal email",
  "Make tasks from John’s mail",
])("asks which one where several wrote, and drafts what the newest of theirs asks for: %s", async (words) => {
  const { conversation, calls } = await ask(words);
  const question = calls.at(-1);
  expect(question).toMatchObject({
    tool: "ask_user",
    input: {
      question: "Which John?",
      options: [
        "John Keane, john@keane.example, 2 recent e-mails",
        "John Doe, john@doe.example, 1 recent e-mail",
      ],
    },
  });
  const drafted = await conversation.say("John Keane, john@keane.example, 2 recent e-mails");
  expect(drafted.calls.at(-1)).toEqual({
    tool: "prepare_task_creation",
    input: {
      project_key: "Repairs",
      tasks: [
        {
          summary: "Replace the pump seal at Birch House by Friday",
          description: "Please replace the pump seal at Birch House by Friday.",
          type: "task",
        },
        { summary: "Fix it", description: "The gate is broken, could you fix it?", type: "bug" },
      ],
    },
  });
  expect(drafted.said).toContain("From “After the walk-through”: 2 tasks for the list Repairs.");
});

it.each(["1", "the first one", "keane"])("takes the one that is typed: %s", async (answer) => {
  const { conversation } = await ask("Create tasks from John's email");
  const { calls } = await conversation.say(answer);
  expect(calls.map(({ tool }) => tool)).toEqual([
    "read_source_item",
    "extract_tasks",
    "prepare_task_creation",
  ]);
});

it("asks nothing of one, and makes nothing of an e-mail that asks for nothing, or of nobody's", async () => {
  const one = await ask("Create tasks from John Doe's mail", JOHNS.slice(1));
  expect(one.calls.map(({ tool }) => tool)).not.toContain("ask_user");
  expect(one.said).toContain("“Hello” asks for nothing to be done.");
  expect((await ask("Create tasks from Zoe's mail", [])).said).toContain(
    "Nobody called Zoe has written an e-mail lately.",
  );
});

it("looks into the mailbox where its e-mails aren't on record yet", async () => {
  const conversation = new Conversation();
  conversation.tools = {
    ...tools([]),
    read_email: { takes: ["id"], run: ({ id }) => ({ id, text: "Please look at the pump." }) },
  };
  const { calls } = await conversation.say("Create tasks from John Keane's mail");
  expect(calls.at(-1)?.input).toMatchObject({ tasks: [{ summary: "Look at the pump" }] });
});
