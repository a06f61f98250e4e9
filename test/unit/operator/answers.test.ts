import { describe, expect, it } from "vitest";
import { operate } from "../../../sandbox/operator/operator.ts";
import { Conversation, NOW } from "./conversation.ts";

describe("questions about people", () => {
  it.each([
    ["Who is Walt Ironside?", /Walt Ironside: Plumber, owner, Ironside Plumbing · \+17245550160/],
    ["who's Priya", /Priya Raman: Leasing agent, .+ · one of the team/],
    ["What's Eleanor Voss's number?", /\+14125550150/],
    ["who is Zebedee Unknown?", /found nobody called Zebedee Unknown/],
  ])("%s", (words, answer) => {
    expect(new Conversation().say(words).said).toMatch(answer);
  });

  it("ask which one is meant, then answer", () => {
    const conversation = new Conversation();
    expect(conversation.say("Who is James?").calls.at(-1)?.tool).toBe("ask_user");
    expect(conversation.say("Otieno").said).toContain("930 Millrace Blvd #4B");
  });
});

describe("questions about what was written", () => {
  it("takes who somebody is and what they last wrote as one question", () => {
    const turn = new Conversation().say("Who is Maria Lopez, and what did she last write?");
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["search_contacts", "list_messages"]);
    expect(turn.said).toMatch(/Maria Lopez: \d+ texts read/);
  });

  it("quotes what fits the topic, with dates in the team's zone", () => {
    const turn = new Conversation().say("What did Maria Lopez say about the heater?");
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["search_contacts", "list_messages"]);
    expect(turn.said).toContain("Maria Lopez (Resident, 214 Birch St #3B) wrote about the heater:");
    expect(turn.said).toContain("Wed, Mar 18, 9:30 AM: “The heater is broken again");
    expect(turn.said).not.toContain("Thursday is good");
  });

  it("says when nothing fits and gives the newest", () => {
    const turn = new Conversation().say("what did Harold Finch say about the swimming pool?");
    expect(turn.said).toContain("wrote nothing with “swimming” “pool” in it");
    expect(turn.said).toContain("Go ahead. And please have them write to you, not me.");
  });

  it.each([
    "Recent texts with John Pruitt",
    "summarize the last messages from John Pruitt",
    "what's going on with John Pruitt?",
  ])("%s: says who waits for whom", (words) => {
    const { said } = new Conversation().say(words);
    expect(said).toContain("John wrote last and waits for an answer");
    expect(said).toContain("Also, do I need to have the fridge empty?");
  });

  it("does not pretend to read a whole inbox", () => {
    const turn = new Conversation().say("Summarise my morning");
    expect(turn.calls).toEqual([]);
    expect(turn.said).toContain("no tool here that lists everything");
    expect(turn.said).toContain("scripted stand-in");
  });
});

describe("drafting a reply", () => {
  it("reads the thread, quotes it and promises nothing", () => {
    const turn = new Conversation().say("Draft a reply to Maria Lopez");
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["search_contacts", "list_messages", "send_message"]);
    expect(turn.calls.at(-1)?.input.text).toMatch(/^Hi Maria, thank you for your message.+ - Dana$/);
    expect(turn.said).toContain("“Can somebody come today please?”");
    expect(turn.said).toContain("scripted stand-in");
  });

  it("leaves a thread alone in which ours was the last word", () => {
    const turn = new Conversation().say("draft a reply to Gregory Stahl");
    expect(turn.calls.map(({ tool }) => tool)).not.toContain("send_message");
  });
});

it("a bare thank-you is not answered", () => {
  const turn = new Conversation().say("Reply to James Whitlock");
  expect(turn.calls.map(({ tool }) => tool)).toEqual(["search_contacts", "list_messages"]);
});

describe("saving a contact", () => {
  it("proposes it with its name and number", () => {
    const turn = new Conversation().say("Save +1 412 555 0189 as Nora Quist");
    expect(turn.calls.at(-1)).toEqual({
      tool: "create_contact",
      input: { firstName: "Nora", lastName: "Quist", number: "+14125550189" },
    });
  });

  it("says when the number is somebody's already", () => {
    expect(new Conversation().say("Add Nora Quist with 412 555 0149").said).toContain(
      "already in the contacts, as John Pruitt",
    );
  });
});

describe("everything else", () => {
  it.each(["thanks!", "Thank you so much", "👍", "ok great"])("%s needs no tool", (words) => {
    const turn = new Conversation().say(words);
    expect(turn).toMatchObject({ said: "You're welcome.", calls: [] });
  });

  it.each(["Book me a flight to Oslo", "What is the meaning of life?"])(
    "%s: it says openly that it is a stand-in",
    (words) => {
      const turn = new Conversation().say(words);
      expect(turn.calls).toEqual([]);
      expect(turn.said).toMatch(/scripted stand-in, not a language model; with a key .+ I would work on/);
    },
  );

  it("thinks first only where thinking is on", () => {
    const conversation = new Conversation();
    conversation.say("hello");
    expect(conversation.messages.at(-1)?.content.map(({ type }) => type)).toEqual(["text"]);
    conversation.thinking = true;
    conversation.say("Text John that it is ready");
    expect(conversation.messages.at(-2)?.content.map(({ type }) => type)).toEqual([
      "thinking",
      "text",
      "tool_use",
    ]);
  });

  it("answers equal requests equally", () => {
    const conversation = new Conversation();
    conversation.say("What did Maria Lopez say about the heater?");
    const request = conversation.request();
    expect(operate(request, { now: () => NOW })).toEqual(operate(request, { now: () => NOW }));
  });

  it("shortens a history to what was asked and what became of it", () => {
    const request = {
      ...new Conversation().request(),
      tools: [],
      system: [
        { type: "text", text: "You shorten the history of a conversation between a team and its agent." },
      ],
      messages: [
        {
          role: "user" as const,
          content: [
            {
              type: "text",
              text: "2026-03-18T15:00:00.000Z Dana Whitfield:\nText John that the permit is ready\n\n2026-03-18T15:00:01.000Z Steward:\nLooking up John.\n[calls search_contacts {}]\n\n2026-03-18T15:02:00.000Z Steward outcomes:\nApproval a1 (Text message to John Pruitt): approved by Dana and done.",
            },
          ],
        },
      ],
    };
    const text = String(operate(request, { now: () => NOW }).content[0]?.["text"]);
    expect(text).toContain("Dana Whitfield: Text John that the permit is ready");
    expect(text).toContain("approved by Dana and done");
    expect(text).not.toContain("Looking up");
  });
});
