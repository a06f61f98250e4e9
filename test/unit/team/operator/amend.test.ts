/** What the demo's script does about its own drafts. */
import { describe, expect, it } from "vitest";
import { Conversation } from "./conversation.ts";

/** A conversation in which a text for 3 o'clock waits. */
async function withDraft(): Promise<{ conversation: Conversation; id: string }> {
  const conversation = new Conversation();
  const { calls } = await conversation.say("Text Maria Lopez that the plumber comes at 3 pm");
  expect(calls.at(-1)).toMatchObject({ tool: "send_message" });
  const result = JSON.stringify(conversation.messages.at(-1));
  return { conversation, id: /approval_t\d+/.exec(result)?.[0] ?? "" };
}

describe("a draft that is to be another", () => {
  it("replaces the one that waits", async () => {
    const { conversation, id } = await withDraft();
    const { calls } = await conversation.say("make that 4 pm");
    expect(calls).toMatchObject([{ tool: "send_message", input: { replaces: id } }]);
    expect(calls[0]?.input["text"]).toContain("4 pm");
  });

  it("follows the one that went out", async () => {
    const { conversation, id } = await withDraft();
    const sent = `<approval_outcome approval="${id}" state="done">\nApproval ${id}: approved and done.\n</approval_outcome>`;
    await conversation.receive([sent], "Speaking: Dana Whitfield (of the team)");
    const { calls } = await conversation.say("make that 4 pm");
    expect(calls).toMatchObject([{ tool: "send_message" }]);
    expect(calls[0]?.input).not.toHaveProperty("replaces");
  });

  it("follows the reason it was rejected for, to the letter where that quotes", async () => {
    const { conversation, id } = await withDraft();
    const reason = JSON.stringify("Say “He is there at 4.”");
    const told = `Dana asked for changes, nothing was sent: Text. Reason: ${reason} Draft it again with them; the new draft takes this one's place.`;
    const outcome = `<approval_outcome approval="${id}" state="rejected">\n${told}\n</approval_outcome>`;
    const { calls } = await conversation.receive([outcome], "Speaking: Dana Whitfield (of the team)");
    expect(calls).toMatchObject([{ tool: "send_message", input: { text: "He is there at 4." } }]);
  });
});
