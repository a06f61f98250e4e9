/** An agent and its own drafts, through a real conversation: the model is a script, all else is the product. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { approvals } from "../../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import type { ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
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
  TENANT,
  textOf,
  until,
} from "./harness.ts";

const db = dbFor(testEnv.DB, TENANT);
const NUMBER = "+14125550111";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

const pendingIds = async () =>
  (await db.rows(approvals, eq(approvals.status, "pending"))).map(({ id }) => id);
const rowOf = async (id: string) => db.find(approvals, eq(approvals.id, id));

/** What the model was asked last with a marker: its newest message, as one text. */
async function lastAsked(marker: string): Promise<string> {
  const received = (await requestsOf(marker)).at(-1)?.request as { messages: { content: unknown }[] };
  return JSON.stringify(received.messages.at(-1)?.content);
}

/** A conversation in which a text for 3 o'clock waits. */
async function withDraft(identity: ConversationIdentity): Promise<{ page: Page; id: string }> {
  await script("marker-three", [
    { content: [calls("three", "send_message", { to: NUMBER, text: "The plumber comes at 3." })] },
  ]);
  const page = await Page.open(identity, await session());
  page.send("marker-three text them that the plumber comes at 3");
  const { approval } = await page.next("approval.requested");
  await page.next("turn.finished", ({ stopReason }) => stopReason === "waiting_approval");
  expect(await lastAsked("marker-three")).not.toContain("<waiting_drafts>");
  return { page, id: approval.id };
}

describe("an agent and its own drafts", () => {
  it("“make that 4” leaves exactly one waiting draft, and the next message knows of that one alone", async () => {
    const identity = newIdentity();
    const { page, id: three } = await withDraft(identity);
    await script("marker-four", [
      {
        content: [
          calls("four", "send_message", { to: NUMBER, text: "The plumber comes at 4.", replaces: three }),
        ],
      },
    ]);
    page.send("marker-four make that 4");
    const { approval } = await page.next("approval.requested", (frame) => frame.approval.id !== three);
    await until(() => page.of("turn.finished").length === 2);

    const told = await lastAsked("marker-four");
    expect(told).toContain("<waiting_drafts>");
    expect(told).toContain(three);
    expect(told).toContain("“The plumber comes at 3.”");
    expect(await pendingIds()).toEqual([approval.id]);
    expect(await rowOf(three)).toMatchObject({ status: "withdrawn", replacedById: approval.id });
    // What the tool never sees stands on no card.
    expect(approval.arguments).toEqual({ to: NUMBER, text: "The plumber comes at 4." });
    expect(approval.lints.map(({ code }) => code)).toContain("replaces_draft");
    const shown = await page.next("approval.updated", (frame) => frame.approval.id === three);
    expect(shown.approval).toMatchObject({ status: "withdrawn", replacedBy: approval.id });

    await until(async () => (await messagesOf(identity)).some(({ author }) => author.kind === "system"));
    await script("marker-next", [says("One text waits.")]);
    page.send("marker-next what waits?");
    await until(() => page.of("turn.finished").length === 3);
    const [, waiting = ""] =
      /<waiting_drafts>(.*?)<\/waiting_drafts>/s.exec(await lastAsked("marker-next")) ?? [];
    expect(waiting).toContain(approval.id);
    expect(waiting).not.toContain(three);
    page.close();
  });

  it("in another chat of the same member, a word on it is enough to have it written otherwise", async () => {
    const { page, id: three } = await withDraft({ ...newIdentity(), startedBy: DANA.id });
    const other = await Page.open({ ...newIdentity(), startedBy: DANA.id }, await session());
    const replacing = { to: NUMBER, text: "The plumber comes at 2.", replaces: three };
    await script("marker-two", [{ content: [calls("two", "send_message", replacing)] }]);
    const row = await rowOf(three);
    other.send(`marker-two The text to ${row?.target} is good to go if you put 2 in place of 3.`);
    const { approval } = await other.next("approval.requested");
    expect(await pendingIds()).toEqual([approval.id]);
    expect(await rowOf(three)).toMatchObject({ status: "withdrawn", replacedById: approval.id });
    page.close();
    other.close();
  });

  it("a draft to the same person replaces the one that waits also where it does not say so", async () => {
    const identity = newIdentity();
    const { page, id: three } = await withDraft(identity);
    await script("marker-four", [
      { content: [calls("four", "send_message", { to: NUMBER, text: "The plumber comes at 4." })] },
    ]);
    page.send("marker-four make that 4");
    const { approval } = await page.next("approval.requested", (frame) => frame.approval.id !== three);
    await until(() => page.of("turn.finished").length === 2);
    expect(await pendingIds()).toEqual([approval.id]);
    page.close();
  });

  it("lists and withdraws its draft, which ends the waiting without another turn", async () => {
    const identity = newIdentity();
    const { page, id } = await withDraft(identity);
    await script("marker-back", [
      { content: [calls("find", "find_tools", { query: "withdraw draft, list approvals" })] },
      { content: [calls("list", "list_approvals", { where: "this_conversation" })] },
      { content: [calls("back", "withdraw_draft", { approvalId: id, reason: "She called in" })] },
      says("Withdrawn."),
    ]);
    page.send("marker-back never mind");
    await page.next("turn.finished", ({ stopReason }) => stopReason === "end_turn");
    const asked = (await requestsOf("marker-back")).map(({ request }) => JSON.stringify(request));
    expect(asked).toHaveLength(4);
    expect(asked[2]).toContain("The plumber comes at 3.");
    expect(asked[3]).toContain('\\"status\\":\\"withdrawn\\"');
    expect(await rowOf(id)).toMatchObject({
      status: "withdrawn",
      reason: "She called in",
      decidedByName: "Steward, for Dana Whitfield",
    });
    await until(async () => (await messagesOf(identity)).at(-1)?.author.kind === "system");
    const state = await (await objectOf(identity)).messages(identity, { limit: 200 });
    expect(state.items.at(-1)?.parts).toMatchObject([{ type: "outcome", state: "withdrawn" }]);
    await until(async () => (await rowOf(id))?.deliveredStatus === "withdrawn");
    expect(await requestsOf("marker-back")).toHaveLength(4);
    page.close();
  });

  it("is what the demo's script does without a key: “make that 4 pm”, “what waits?”, “never mind”", async () => {
    const page = await Page.open(newIdentity(), await session());
    page.send("Text Walt Ironside that the part arrives at 3 pm");
    const three = (await page.next("approval.requested")).approval;
    await until(() => page.of("turn.finished").length === 1);
    page.send("make that 4 pm");
    const four = (await page.next("approval.requested", (frame) => frame.approval.id !== three.id)).approval;
    await until(() => page.of("turn.finished").length === 2);
    expect(four.arguments["text"]).toContain("4 pm");
    expect(await pendingIds()).toEqual([four.id]);

    page.send("What's waiting for approval?");
    await until(() => page.of("turn.finished").length === 3);
    const said = () => page.of("message.added").map(({ message }) => textOf(message));
    expect(said().at(-1)).toContain(four.title);

    page.send("never mind, withdraw the draft");
    await until(() => page.of("turn.finished").length === 4);
    expect(await pendingIds()).toEqual([]);
    expect(await rowOf(four.id)).toMatchObject({
      status: "withdrawn",
      decidedByName: "Steward, for Dana Whitfield",
    });
    page.close();
  });
});
