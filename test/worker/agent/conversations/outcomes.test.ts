import { beforeEach, describe, expect, it } from "vitest";
import type { OutcomePart } from "../../../../src/agent/api/message.ts";
import type { ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import { control, freshWorld } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  Page,
  requestsOf,
  says,
  script,
  session,
  textOf,
  until,
} from "./harness.ts";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

function outcome(approvalId: string, state: OutcomePart["state"], text: string): OutcomePart {
  return {
    type: "outcome",
    approvalId,
    state,
    text,
    receipts: [],
    decidedBy: "Dana",
    reason: null,
    edits: [],
  };
}

/** A message behind what was delivered, answered: what the conversation makes of the delivery it has made before. */
async function answeredBehind(identity: ConversationIdentity): Promise<void> {
  await script("marker-behind", [says("I am still here.")]);
  const object = await objectOf(identity);
  await object.send(identity, { messageId: "behind", author: DANA, text: "marker-behind" });
  await until(async () =>
    (await messagesOf(identity)).some((message) => textOf(message) === "I am still here."),
  );
}

/** Requests with the marker, without those that only carry it in their history. */
async function requestsBefore(marker: string): Promise<number> {
  const requests = await requestsOf(marker);
  return requests.filter(({ request }) => !JSON.stringify(request).includes("marker-behind")).length;
}

describe("the outcome of an approval", () => {
  it("is a message of its own, once for each approval and state, and the agent goes on from it once", async () => {
    const identity = newIdentity();
    await script("marker-sent", [says("It was sent.")]);
    const object = await objectOf(identity);
    const delivery = { part: outcome("approval_1", "done", "marker-sent delivered"), siblingsInFlight: 0 };
    await Promise.all([1, 2, 3].map(() => object.deliverOutcome(identity, delivery)));
    await until(async () => (await messagesOf(identity)).length === 2);
    await object.deliverOutcome(identity, delivery);
    await answeredBehind(identity);
    const messages = await messagesOf(identity);
    expect(messages.map(({ author }) => author.kind)).toEqual(["system", "agent", "user", "agent"]);
    expect(messages[0]?.parts).toEqual([delivery.part]);
    expect(await requestsBefore("marker-sent")).toBe(1);
  });

  it("waits for siblings under way: one turn tells the model of all", async () => {
    const identity = newIdentity();
    await script("marker-batch", [says("Both were sent.")]);
    const object = await objectOf(identity);
    await object.deliverOutcome(identity, {
      part: outcome("approval_1", "done", "marker-batch first"),
      siblingsInFlight: 1,
    });
    await object.deliverOutcome(identity, {
      part: outcome("approval_2", "done", "marker-batch second"),
      siblingsInFlight: 0,
    });
    await until(async () => (await messagesOf(identity)).length === 3);
    const received = await requestsOf("marker-batch");
    expect(received).toHaveLength(1);
    expect(JSON.stringify(received[0]?.request)).toContain("marker-batch first");
    expect(JSON.stringify(received[0]?.request)).toContain("marker-batch second");
  });

  it("that was withdrawn is only recorded", async () => {
    const identity = newIdentity();
    const object = await objectOf(identity);
    await object.deliverOutcome(identity, {
      part: outcome("approval_1", "withdrawn", "marker-withdrawn"),
      siblingsInFlight: 0,
    });
    await answeredBehind(identity);
    expect((await messagesOf(identity)).map(({ author }) => author.kind)).toEqual([
      "system",
      "user",
      "agent",
    ]);
    expect(await requestsBefore("marker-withdrawn")).toBe(0);
  });

  it("that comes in the middle of a turn joins the history after it", async () => {
    const identity = newIdentity();
    await script("marker-middle", [
      { content: [calls("c", "search_contacts", { query: "Dana" })] },
      says("Found."),
    ]);
    await script("marker-news", [says("Noted.")]);
    const object = await objectOf(identity);
    await control("faults", { service: "anthropic", hang: true });
    await object.send(identity, { messageId: "m1", author: DANA, text: "marker-middle" });
    await object.deliverOutcome(identity, {
      part: outcome("approval_1", "failed", "marker-news"),
      siblingsInFlight: 0,
    });
    await control("faults", { service: "anthropic", clear: true });
    await until(async () => (await messagesOf(identity)).length === 6);
    const roles = (await messagesOf(identity)).map(({ author }) => author.kind);
    expect(roles).toEqual(["user", "agent", "system", "agent", "system", "agent"]);
  });

  describe("in the background", () => {
    /** Proposes a text in a thread, delivers what became of it, and asks afterwards: whether the agent went on by itself. */
    async function goesOn(words: string, change: Partial<OutcomePart> = {}): Promise<boolean> {
      const identity: ConversationIdentity = { ...newIdentity(), source: "sms" };
      const draft = calls("q", "send_message", { to: "+14125550111", text: "On our way." });
      await script("marker-quiet", [{ content: [{ type: "text", text: words }, draft] }]);
      await script("marker-receipt", [says("Noted."), says("Noted.")]);
      const page = await Page.open(identity, await session());
      page.send("marker-quiet");
      const { approval } = await page.next("approval.requested");
      await page.next("turn.finished", (frame) => frame.stopReason === "waiting_approval");
      const object = await objectOf(identity);
      await object.approvalChanged(identity, { ...approval, status: "done", version: approval.version + 1 });
      await object.deliverOutcome(identity, {
        part: { ...outcome(approval.id, "done", "marker-receipt: sent"), ...change },
        siblingsInFlight: 0,
      });
      page.send("marker-after: did it go out?");
      const asked = await until(async () => {
        const [first] = await requestsOf("marker-after");
        return first?.request;
      });
      page.close();
      expect(JSON.stringify(asked)).toContain("marker-receipt: sent");
      const received = (await requestsOf("marker-receipt")).map(({ request }) => JSON.stringify(request));
      return received.some((request) => !request.includes("marker-after"));
    }

    it("is only recorded where it was done as proposed, and read by the next turn", async () => {
      expect(await goesOn("Asks when we come; the reply waits for you.")).toBe(false);
    });

    it.each<[string, string, Partial<OutcomePart>]>([
      ["was changed", "The reply waits.", { edits: [{ path: "/text", from: "On our way.", to: "At 10." }] }],
      ["failed", "The reply waits.", { state: "failed" }],
      ["leaves something announced", "The reply waits. Once it is out, I text Tom.", {}],
    ])("is taken up where it %s", async (_, words, change) => {
      expect(await goesOn(words, change)).toBe(true);
    });
  });

  it("and a person's message in between are both answered, with a valid history", async () => {
    const identity = newIdentity();
    await script("marker-ask", [
      { content: [calls("s", "send_message", { to: "+14125550111", text: "On our way." })] },
    ]);
    await script("marker-between", [says("It still waits for approval.")]);
    await script("marker-done", [says("Now it is sent.")]);
    const page = await Page.open(identity, await session());
    page.send("marker-ask");
    const { approval } = await page.next("approval.requested");
    await page.next("turn.finished", (frame) => frame.stopReason === "waiting_approval");
    page.send("marker-between what about it?");
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    const object = await objectOf(identity);
    await object.approvalChanged(identity, { ...approval, status: "done", version: approval.version + 1 });
    expect((await page.next("approval.updated")).approval.status).toBe("done");
    await object.deliverOutcome(identity, {
      part: outcome(approval.id, "done", "marker-done"),
      siblingsInFlight: 0,
    });
    await until(() => page.of("turn.finished").length === 3);
    expect((await messagesOf(identity)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    page.close();
  });
});
