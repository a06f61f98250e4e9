/** Tools by connection and by search, in the object: the prompt snapshot decides what a conversation's requests hold. */
import { abortAllDurableObjects } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { connections, dbFor } from "../../../../src/platform/db/index.ts";
import type { ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import { request as api, signIn } from "../../../support/http-worker.ts";
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

interface Sent {
  readonly tools: readonly { readonly name: string; readonly defer_loading?: boolean }[];
  readonly system: readonly { readonly text: string }[];
  readonly messages: readonly { readonly content: readonly Record<string, unknown>[] }[];
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

async function say(identity: ConversationIdentity, text: string): Promise<void> {
  await (await objectOf(identity)).send(identity, { messageId: crypto.randomUUID(), author: DANA, text });
}
async function sent(marker: string): Promise<Sent[]> {
  return (await requestsOf(marker)).map(({ request }) => request as unknown as Sent);
}
const connect = (vendor: string, disabledAt: string | null) =>
  db.update(connections, { disabledAt }, eq(connections.vendor, vendor));

describe("a tool that is found", () => {
  it("is a reference to the model, and the same bytes when the object dies before it is called", async () => {
    const identity = newIdentity();
    const wish = calls("find", "find_tools", { query: "all that was said with one contact" });
    const history = calls("history", "contact_history", { contact: "Maria Lopez, 12 Birch" });
    await script("marker-found", [
      { content: [wish], stopReason: "tool_use" },
      says("word ".repeat(1_500), { chunkDelayMs: 20 }),
      { content: [history], stopReason: "tool_use" },
      says("That is all."),
    ]);
    const page = await Page.open(identity, await session());
    page.send("marker-found What was said with Maria?");
    await page.next("text.delta");
    await abortAllDurableObjects();
    const back = await Page.open(identity, await session());
    back.say({ type: "hello" });
    await until(async () => textOf((await messagesOf(identity)).at(-1)!) === "That is all.");
    const [first, second, again, last] = await sent("marker-found");
    expect(first?.tools.find(({ name }) => name === "contact_history")).toMatchObject({
      defer_loading: true,
    });
    expect(second?.messages.at(-1)?.content[0]).toMatchObject({
      type: "tool_result",
      content: expect.arrayContaining([{ type: "tool_reference", tool_name: "contact_history" }]) as unknown,
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(second));
    expect(JSON.stringify(last?.messages.at(-1)?.content[0])).toContain("Maria Lopez");
    back.close();
  });
});

describe("a vendor that is not connected", () => {
  it("has no tools in the prompt, which says so, and so does the agent's page", async () => {
    await connect("google", "2026-11-01T00:00:00Z");
    const identity = newIdentity();
    await script("marker-missing", [says("No mail here.")]);
    await say(identity, "marker-missing Any mail?");
    const [request] = await until(async () => {
      const all = await sent("marker-missing");
      return all.length > 0 && all;
    });
    const names = request?.tools.map(({ name }) => name) ?? [];
    expect(names).toContain("send_message");
    expect(names.filter((name) => /email|list_events/.test(name))).toEqual([]);
    expect(request?.system[1]?.text).toContain(
      "Not connected: ClickUp (Tasks in ClickUp); Google (E-mail, Calendars, Drive, Docs and Sheets); Jira (Jira issues). An admin can connect them",
    );
    const cookie = await signIn("dana@alderfinch.example");
    const answer = await api("/api/agents", { headers: { cookie } });
    const { items } = (await answer.json()) as {
      items: { name: string; tools: { name: string }[]; notConnected: unknown }[];
    };
    const steward = items.find(({ name }) => name === "steward");
    expect(steward?.notConnected).toEqual([
      { title: "ClickUp", reaches: ["Tasks in ClickUp"] },
      { title: "Google", reaches: ["E-mail", "Calendars", "Drive, Docs and Sheets"] },
      { title: "Jira", reaches: ["Jira issues"] },
    ]);
    expect(steward?.tools.map(({ name }) => name)).not.toContain("send_email");
  });

  it("answers a call plainly where it was disconnected after the prompt was made", async () => {
    const identity = newIdentity();
    await script("marker-gone", [
      says("Hello."),
      { content: [calls("mail", "search_emails", { query: "is:unread" })], stopReason: "tool_use" },
      says("Google isn't connected."),
    ]);
    await say(identity, "marker-gone Hi");
    await until(async () => (await messagesOf(identity)).length === 2);
    await connect("google", "2026-11-01T00:00:00Z");
    await say(identity, "Any mail?");
    const [before, after, told] = await until(async () => {
      const all = await sent("marker-gone");
      return all.length === 3 && all;
    });
    expect(JSON.stringify(after?.tools)).toBe(JSON.stringify(before?.tools));
    expect(JSON.stringify(told?.messages.at(-1))).toContain(
      "Google isn't connected. An admin can connect it in Settings.",
    );
  });
});
