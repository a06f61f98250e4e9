/** Whom a conversation is with where a page listens before anybody has asked anything. */
import { beforeEach, expect, it } from "vitest";
import { createAccount } from "../../../src/accounts/index.ts";
import { request, signIn } from "../../support/http-worker.ts";
import { control, freshWorld } from "../../support/worker.ts";
import { newIdentity, Page, session } from "../agent/conversations/harness.ts";
import { ALDER, DANA, files } from "../workspace/harness.ts";

let cookie = "";

async function post(path: string, body: object) {
  const headers = { cookie, "content-type": "application/json", origin: "http://localhost:8787" };
  const answer = await request(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  cookie = await signIn("dana@alderfinch.example");
  const wanted = { name: "Pier 9 Marina", stage: "Quoted" };
  await createAccount(files(ALDER), { wanted, evidence: { kind: "command", words: "Open" }, origin: DANA });
});

it("is with the accounts where they are asked first, and the page that listened hears how", async () => {
  const identity = newIdentity();
  const page = await Page.open(identity, await session());
  page.say({ type: "hello" });
  await page.next("snapshot");
  const query = "Mark Pier 9 Marina as Bound";
  const { body } = await post("/api/accounts/query", { query, conversationId: identity.conversationId });
  expect(body["routed"]).toMatchObject({ agent: "updater_agent", account: { name: "Pier 9 Marina" } });
  expect((await page.next("agent.routed")).agent).toBe("updater_agent");
  page.close();
});

it("stays with whom somebody has talked to", async () => {
  const identity = newIdentity();
  const page = await Page.open(identity, await session());
  page.send("Hello");
  await page.next("turn.finished");
  const query = { query: "Mark Pier 9 Marina as Bound", conversationId: identity.conversationId };
  expect(await post("/api/accounts/query", query)).toMatchObject({
    status: 409,
    body: { error: { code: "conflict" } },
  });
  page.close();
});
