/** Requests as people type them: the demo's script writes to whom they name, or asks whom they mean. */
import { expect, it } from "vitest";
import { HARBOR } from "../../../../sandbox/world/company.ts";
import { Conversation, TOOLS } from "./conversation.ts";

it.each([
  ["Mándale un mensaje a José que el plomero viene mañana", /plomero viene mañana/],
  ["Text Walt and ask when he can come", /when you can come/],
  ["txt maria lopez the plumber cant make it today", /can't make it today/],
])("drafts a text: %s", async (words, text) => {
  const { calls } = await new Conversation().say(words);
  expect(calls.at(-1)).toMatchObject({
    tool: "send_message",
    input: { text: expect.stringMatching(text) as string },
  });
});

it("drafts to a misspelled name that the team's search finds", async () => {
  const conversation = new Conversation();
  const search = TOOLS["search_contacts"];
  if (search === undefined) throw new Error("the test has no search");
  conversation.tools = {
    ...TOOLS,
    search_contacts: {
      ...search,
      run: (input, company) =>
        search.run?.({ query: String(input["query"]).replace(/^mria lopez$/i, "Maria Lopez") }, company),
    },
  };
  const { calls } = await conversation.say("pls text mria lopez the plumer cant make it today");
  expect(calls.at(-1)).toMatchObject({
    tool: "send_message",
    input: { text: expect.stringContaining("can't make it today") as string },
  });
});

it("drafts to no one who fits by a part of the company's name alone", async () => {
  const conversation = new Conversation(HARBOR);
  const search = TOOLS["search_contacts"];
  if (search === undefined) throw new Error("the test has no search");
  conversation.tools = {
    ...TOOLS,
    search_contacts: {
      ...search,
      run: (input, company) =>
        search.run?.({ query: String(input["query"]).replace(/^Rossi /, "") }, company),
    },
  };
  const { said, calls } = await conversation.say("Email Rossi Trattoria that I can meet on Tuesday");
  expect(calls.map(({ tool }) => tool)).not.toContain("send_email");
  expect(said).toContain("No one in the contacts matches “Rossi Trattoria”. The nearest is Dominic Santoro");
});

it("leaves what a server of the team does to that server: “Ask the city to …” is no message", async () => {
  const { calls } = await new Conversation().say("Ask the city to inspect the heating at 214 Birch St");
  expect(calls.map(({ tool }) => tool)).not.toContain("search_contacts");
});
