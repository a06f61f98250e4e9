import { describe, expect, it } from "vitest";
import { Conversation, TOOLS } from "./conversation.ts";

const MARIA_LOPEZ = "+14125550142";
const JOHN = "+14125550149";

/** What is said → whom the first draft goes to and what it says. */
const DRAFTS: readonly [words: string, to: string, text: string][] = [
  ["Text Maria Lopez that the plumber comes at 2", MARIA_LOPEZ, "Hi Maria, the plumber comes at 2. - Dana"],
  [
    "please tell John Pruitt that the walk-through is still on for Friday at 10",
    JOHN,
    "Hi John, the walk-through is still on for Friday at 10. - Dana",
  ],
  ["Can you text John that we fixed his door?", JOHN, "Hi John, we fixed your door. - Dana"],
  ["Let John know his parking permit is ready", JOHN, "Hi John, your parking permit is ready. - Dana"],
  ["let John Pruitt know that she is welcome", JOHN, "Hi John, you are welcome. - Dana"],
  ["Send a text to John Pruitt saying the water is back on", JOHN, "Hi John, the water is back on. - Dana"],
  [
    "send a message to John: The gate code changes tomorrow.",
    JOHN,
    "Hi John, the gate code changes tomorrow. - Dana",
  ],
  [
    "message Eleanor Voss to leave the key in the lockbox",
    "+14125550150",
    "Hi Eleanor, please leave the key in the lockbox. - Dana",
  ],
  ["Ask John to send a photo of the leak", JOHN, "Hi John, please send a photo of the leak. - Dana"],
  [
    "ask John Pruitt if he is home on Thursday",
    JOHN,
    "Hi John, could you let us know whether you are home on Thursday? - Dana",
  ],
  [
    "Remind John that rent is due on Friday",
    JOHN,
    "Hi John, a quick reminder: rent is due on Friday. - Dana",
  ],
  ["thank Eleanor Voss for the pie", "+14125550150", "Hi Eleanor, thank you for the pie! - Dana"],
  ['Text John Pruitt "See you at 10, bring the keys"', JOHN, "See you at 10, bring the keys"],
  ["text John Pruitt saying “Done”", JOHN, "Done"],
  ['send "On my way" to John Pruitt', JOHN, "On my way"],
  ["Text John I'll be ten minutes late", JOHN, "Hi John, I'll be ten minutes late. - Dana"],
  ["text john the plumber is running late", JOHN, "Hi John, the plumber is running late. - Dana"],
  [
    "Text José Ibáñez that the rest came in, thank you",
    "+14125550146",
    "Hi José, the rest came in, thank you. - Dana",
  ],
  ["text Jose that the rest came in", "+14125550146", "Hi José, the rest came in. - Dana"],
  [
    "text Maria in 3B that Anneke comes today after 2",
    MARIA_LOPEZ,
    "Hi Maria, Anneke comes today after 2. - Dana",
  ],
  ["Text +1 412 555 0149 that the permit is ready", JOHN, "Hi John, the permit is ready. - Dana"],
  ["Text (412) 555-0149: the permit is ready", JOHN, "Hi John, the permit is ready. - Dana"],
  [
    "hey steward, text Tom that the bulbs are in the van",
    "+14125550114",
    "Hi Tom, the bulbs are in the van. - Dana",
  ],
  ["text me that it works", "+14125550111", "Hi Dana, it works. - Dana"],
];

describe("texting somebody", () => {
  it.each(DRAFTS)("%s", (words, to, text) => {
    const turn = new Conversation().say(words);
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["search_contacts", "send_message"]);
    expect(turn.calls.at(-1)?.input).toEqual({ to, text });
  });

  it("says in a line what it is doing before each call and claims nothing is sent", () => {
    const { said } = new Conversation().say("Text John Pruitt that the permit is ready");
    expect(said).toBe(
      "Looking up John Pruitt.\nHere is a draft for John Pruitt. It goes out once somebody approves it.",
    );
  });

  it("signs with whoever speaks", () => {
    const turn = new Conversation().say("Text John that the permit is ready", "Priya Raman");
    expect(turn.calls.at(-1)?.input.text).toBe("Hi John, the permit is ready. - Priya");
  });

  it("looks up several people at once and drafts for all in one turn", () => {
    const turn = new Conversation().say("Text John Pruitt, Eleanor Voss and Rosa that the water is off at 9");
    expect(turn.steps.map((step) => step.map(({ tool }) => tool))).toEqual([
      ["search_contacts", "search_contacts", "search_contacts"],
      ["send_message", "send_message", "send_message"],
    ]);
    expect(turn.calls.slice(3).map(({ input }) => input.text)).toEqual([
      "Hi John, the water is off at 9. - Dana",
      "Hi Eleanor, the water is off at 9. - Dana",
      "Hi Rosa, the water is off at 9. - Dana",
    ]);
  });

  it("asks what to write when nothing was said, and goes on from the answer", () => {
    const conversation = new Conversation();
    const asked = conversation.say("Text John Pruitt");
    expect(asked.calls).toEqual([
      {
        tool: "ask_user",
        input: { question: "What should I write to John Pruitt?", requiredFor: "What to write" },
      },
    ]);
    const turn = conversation.say("the permit is ready");
    expect(turn.calls.at(-1)?.input).toEqual({ to: JOHN, text: "Hi John, the permit is ready. - Dana" });
  });
});

describe("an ambiguous name", () => {
  it("is asked about, with options that tell the people apart", () => {
    const turn = new Conversation().say("Text Maria that the plumber comes at 2");
    expect(turn.calls.at(-1)).toEqual({
      tool: "ask_user",
      input: {
        question: "Which Maria do you mean?",
        options: [
          "Maria Lindqvist, Resident, 1120 Cedar Hollow Rd #2C",
          "Maria Lopez, Resident, 214 Birch St #3B",
        ],
        requiredFor: "Choosing who is meant by Maria",
      },
    });
  });

  it.each([
    ["Maria Lopez, Resident, 214 Birch St #3B", MARIA_LOPEZ],
    ["Lopez", MARIA_LOPEZ],
    ["the one in 3B", MARIA_LOPEZ],
    ["the second", MARIA_LOPEZ],
    ["1", "+17245550143"],
    ["the one at Cedar Hollow", "+17245550143"],
  ])("is settled by the answer %s", (answer, to) => {
    const conversation = new Conversation();
    conversation.say("Text Maria that the plumber comes at 2");
    const turn = conversation.say(answer);
    expect(turn.calls).toEqual([
      { tool: "send_message", input: { to, text: "Hi Maria, the plumber comes at 2. - Dana" } },
    ]);
  });

  it("is asked again when the answer does not tell", () => {
    const conversation = new Conversation();
    conversation.say("Text Maria that the plumber comes at 2");
    expect(conversation.say("the nice one").calls.map(({ tool }) => tool)).toEqual(["ask_user"]);
  });

  it("does not hold up a new wish", () => {
    const conversation = new Conversation();
    conversation.say("Text Maria that the plumber comes at 2");
    const turn = conversation.say("Text John that the permit is ready");
    expect(turn.calls.at(-1)?.input.to).toBe(JOHN);
  });

  it("among several recipients is asked about one after the other", () => {
    const conversation = new Conversation();
    expect(
      conversation.say("Text Maria and James that the office is closed").calls.at(-1)?.input.question,
    ).toBe("Which Maria do you mean?");
    expect(conversation.say("Lopez").calls.at(-1)?.input.question).toBe("Which James do you mean?");
    const turn = conversation.say("Otieno");
    expect(turn.calls.map(({ input }) => input.to)).toEqual([MARIA_LOPEZ, "+18785550145"]);
  });

  it("that is only misspelt offers who might be meant", () => {
    const turn = new Conversation().say("Text Jon Pruit that the permit is ready");
    expect(turn.calls.at(-1)?.input).toMatchObject({
      question: "I found nobody called Jon Pruit. Do you mean one of these?",
      options: ["John Pruitt, Resident, 560 Maple Terrace #1C"],
    });
  });

  it("a number two people share is asked about, too", () => {
    const turn = new Conversation().say("Text 724 555 0160 that the riser knocks");
    expect(turn.calls.at(-1)?.input.options).toHaveLength(2);
  });
});

describe("somebody who is not in the contacts", () => {
  it("with a number is proposed as contact and text in one bundle", () => {
    const turn = new Conversation().say("Text Nora Quist at +1 412 555 0189 that the showing is at 4");
    expect(turn.calls.at(-1)).toEqual({
      tool: "send_message",
      input: {
        to: "+14125550189",
        text: "Hi Nora, the showing is at 4. - Dana",
        createContact: { firstName: "Nora", lastName: "Quist" },
      },
    });
    expect(turn.said).toContain("Nora Quist is not in the contacts");
  });

  it("without a number is said to be unknown, and the number is asked for", () => {
    const conversation = new Conversation();
    const asked = conversation.say("Text Nora Quist that the showing is at 4");
    expect(asked.calls.at(-1)?.input.question).toMatch(/^I found nobody called Nora Quist/);
    const turn = conversation.say("412-555-0189");
    expect(turn.calls.at(-1)?.input).toMatchObject({
      to: "+14125550189",
      createContact: { firstName: "Nora", lastName: "Quist" },
    });
  });

  it("given only by number is asked for by name", () => {
    const conversation = new Conversation();
    const asked = conversation.say("Text +14125550189 that the showing is at 4");
    expect(asked.calls.at(-1)?.input.question).toMatch(/^\+14125550189 is not in the contacts/);
    const turn = conversation.say("Nora Quist");
    expect(turn.calls.at(-1)?.input).toEqual({
      to: "+14125550189",
      text: "Hi Nora, the showing is at 4. - Dana",
      createContact: { firstName: "Nora", lastName: "Quist" },
    });
  });
});

describe("the request decides what can be done", () => {
  it("a contact that is gone is not found any more", () => {
    const conversation = new Conversation();
    conversation.contacts = conversation.contacts.filter(({ name }) => name !== "Maria Lindqvist");
    expect(conversation.say("Text Maria that it is fixed").calls.at(-1)?.input.to).toBe(MARIA_LOPEZ);
  });

  it("renamed tools and arguments are still understood", () => {
    const conversation = new Conversation();
    conversation.tools = TOOLS.map((tool) => ({ ...tool, name: `v2_${tool.name}` }));
    for (const { name } of TOOLS) conversation.renamed.set(`v2_${name}`, name);
    const turn = conversation.say("Text John that the permit is ready");
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["v2_search_contacts", "v2_send_message"]);
  });

  it("without a tool for sending it says so and shows the words", () => {
    const conversation = new Conversation();
    conversation.tools = TOOLS.filter(({ name }) => name !== "send_message");
    const turn = conversation.say("Text John that the permit is ready");
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["search_contacts"]);
    expect(turn.said).toContain("no tool for sending texts here");
    expect(turn.said).toContain("Hi John, the permit is ready. - Dana");
  });

  it("without a look-up it says so", () => {
    const conversation = new Conversation();
    conversation.tools = TOOLS.filter(({ name }) => name !== "search_contacts");
    expect(conversation.say("Text John that the permit is ready").said).toContain(
      "no tool to look up contacts",
    );
  });

  it("without any tool it is honest", () => {
    const conversation = new Conversation();
    conversation.tools = [];
    expect(conversation.say("What can you do?").said).toContain("no tools that I know how to use");
  });

  it("a refused call is reported as it is", () => {
    const conversation = new Conversation();
    conversation.sendAnswer = { status: "failed", message: "John Pruitt has opted out of texts with STOP." };
    expect(conversation.say("Text John that the permit is ready").said).toContain(
      "opted out of texts with STOP",
    );
  });

  it("words in the context tail are nobody's request", () => {
    expect(new Conversation().say("thanks!").calls).toEqual([]);
  });
});
