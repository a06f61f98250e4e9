import { describe, expect, it } from "vitest";
import { Conversation, lastApproval } from "./conversation.ts";

const JOHN = "+14125550149";

function proposed(words = "Text John Pruitt that the plumber comes at 9"): {
  conversation: Conversation;
  id: string;
} {
  const conversation = new Conversation();
  conversation.say(words);
  return { conversation, id: lastApproval(conversation) };
}

const told = (id: string, rest: string): string => `Approval ${id} (Text message to John Pruitt): ${rest}`;

describe("when an approval is done", () => {
  it("confirms from the receipt, with who approved", () => {
    const { conversation, id } = proposed();
    const text = told(
      id,
      "approved by Marcus Hale and done.\n- sms.send: Text sent to John Pruitt (provider id AC77). Exactly this: {}",
    );
    const turn = conversation.outcome({ approvalId: id, state: "done", text });
    expect(turn).toMatchObject({
      said: "Done: Marcus Hale approved it. Text sent to John Pruitt (receipt AC77).",
      calls: [],
    });
  });

  it("says that the words were changed", () => {
    const { conversation, id } = proposed();
    const text = told(
      id,
      'approved by Marcus Hale and done.\nEdited by Marcus Hale: /text from "a" to "b".\n- sms.send: Text sent to John Pruitt (provider id AC77). Exactly this: {}',
    );
    expect(conversation.outcome({ approvalId: id, state: "done", text }).said).toContain("after changing it");
  });

  it("answers a batch in one go", () => {
    const { conversation, id } = proposed();
    const turn = conversation.outcome(
      {
        approvalId: id,
        state: "done",
        text: told(id, "approved by Dana and done.\n- sms.send: Sent (provider id AC1). Exactly this: {}"),
      },
      {
        approvalId: "other",
        state: "expired",
        text: "Approval other (Text message to Rosa): nobody decided in time and it expired. Nothing was sent.",
      },
    );
    expect(turn.said).toContain("receipt AC1");
    expect(turn.said).toContain("nobody decided in time");
  });
});

describe("when a draft is rejected", () => {
  /** Reason → the words of the new draft. */
  const REASONS: readonly [reason: string, text: string][] = [
    ["10 instead of 9", "Hi John, the plumber comes at 10. - Dana"],
    ["it's 10, not 9", "Hi John, the plumber comes at 10. - Dana"],
    ["not 9 but half past ten", "Hi John, the plumber comes at half past ten. - Dana"],
    ["change plumber to electrician", "Hi John, the electrician comes at 9. - Dana"],
    ['Please say "The plumber will be there at nine sharp."', "The plumber will be there at nine sharp."],
    [
      "add that he should leave the key in the lockbox",
      "Hi John, the plumber comes at 9. You should leave the key in the lockbox. - Dana",
    ],
    ["too informal, be more professional", "Hello John, the plumber comes at 9. Kind regards, Dana"],
    ["be friendlier", "Hi John, I hope you are well. The plumber comes at 9. Thank you! - Dana"],
    ["shorter", "Hi John, the plumber comes at 9."],
    ["without the signature", "Hi John, the plumber comes at 9."],
  ];

  it.each(REASONS)("because “%s” it drafts anew", (reason, text) => {
    const { conversation, id } = proposed();
    const outcome = told(
      id,
      `rejected by Marcus Hale. Nothing was sent. Reason: ${JSON.stringify(reason)} Draft it again following the reason, and propose the new version.`,
    );
    const turn = conversation.outcome({ approvalId: id, state: "rejected", text: outcome });
    expect(turn.calls).toEqual([{ tool: "send_message", input: { to: JOHN, text } }]);
    expect(turn.said).toContain(`“${reason}”`);
  });

  it("for a reason beyond its rules it says so and asks for the words", () => {
    const { conversation, id } = proposed();
    const outcome = told(
      id,
      'rejected by Marcus Hale. Nothing was sent. Reason: "the tone clashes with our brand voice" Draft it again following the reason, and propose the new version.',
    );
    const turn = conversation.outcome({ approvalId: id, state: "rejected", text: outcome });
    expect(turn.calls).toEqual([]);
    expect(turn.said).toContain("scripted stand-in");
  });

  it("without a wish for another draft it leaves it there", () => {
    const { conversation, id } = proposed();
    const outcome = told(
      id,
      'rejected by Marcus Hale. Nothing was sent. Reason: "wrong person" Do not propose it again unless asked.',
    );
    const turn = conversation.outcome({ approvalId: id, state: "rejected", text: outcome });
    expect(turn.calls).toEqual([]);
    expect(turn.said).toContain("I leave it there");
  });
});

describe("when a draft goes stale", () => {
  const stale = (id: string) => ({
    approvalId: id,
    state: "stale",
    text: told(
      id,
      "no longer fits and was not sent: a new message came in. Look at what is new and draft it again if it is still needed.",
    ),
  });

  it("looks at the thread and drafts again for what the contact wrote", () => {
    const { conversation, id } = proposed();
    conversation.later.set(JOHN, { direction: "incoming", text: "Never mind the time, any will do" });
    const turn = conversation.outcome(stale(id));
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["list_messages", "send_message"]);
    expect(turn.calls.at(-1)?.input.text).toBe(
      "Hi John, thanks for your message. The plumber comes at 9. - Dana",
    );
    expect(turn.said).toContain("Never mind the time");
  });

  it("leaves it when a colleague has answered by hand", () => {
    const { conversation, id } = proposed();
    conversation.later.set(JOHN, { direction: "outgoing", text: "He comes at 9. - Priya" });
    const turn = conversation.outcome(stale(id));
    expect(turn.calls.map(({ tool }) => tool)).toEqual(["list_messages"]);
    expect(turn.said).toContain("answered by hand");
  });
});

describe("when it went otherwise", () => {
  it.each([
    [
      "failed",
      "approved by Dana, but it failed.\n- sms.send: failed, not done: refused. It would have been: {}",
      /failed and was not done/,
    ],
    [
      "needs_human",
      "approved by Dana, but it is not known whether it was done. A person has to check.",
      /do not know whether it went out/,
    ],
    ["not_done", "a person checked and it was not done.", /did not go out/],
    ["expired", "nobody decided in time and it expired. Nothing was sent.", /nobody decided in time/],
    ["withdrawn", "withdrawn. Nothing was sent.", /withdrawn/],
  ])("%s: says so and proposes nothing", (state, rest, said) => {
    const { conversation, id } = proposed();
    const turn = conversation.outcome({ approvalId: id, state, text: told(id, rest) });
    expect(turn.calls).toEqual([]);
    expect(turn.said).toMatch(said);
  });

  it("a person can go on talking afterwards", () => {
    const { conversation, id } = proposed();
    conversation.outcome({
      approvalId: id,
      state: "withdrawn",
      text: told(id, "withdrawn. Nothing was sent."),
    });
    expect(conversation.say("Who is Walt Ironside?").said).toContain("Plumber, owner");
  });
});
