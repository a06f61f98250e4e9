/** A conversation that quotes a colleague's own source: the colleague goes on in it as before and is told why nobody else sees it; the others are told that it is private, and find it nowhere. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../src/agent/api/conversation.ts";
import { atRest, closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { says, script } from "../support/scripted.ts";

const MINE = "marcus@alderfinch.example";
/** Stands in Marcus's document, and in what quotes it. */
const SECRET = "zanzibar";
const TITLE = `The ${SECRET} valve`;
const ONLY_YOU = "Only you can see this conversation, because it quotes a source that only you can see.";

let dana: Client;
let marcus: Client;
let sourceId = "";

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  [dana, marcus] = (await Promise.all(
    ["dana@alderfinch.example", MINE].map((email) => signInAs(appUrl, sandboxUrl, email)),
  )) as [Client, Client];
  const file = {
    owner: MINE,
    name: TITLE,
    type: "text/plain",
    text: `The ${SECRET} valve closes clockwise.`,
  };
  await controlAt(sandboxUrl, "drive", file);
  const { id } = await dana.json<{ id: string }>("POST", "/api/knowledge/sources", {
    connectionId: "conn_alder_google",
    kind: "document",
    person: MINE,
    windowDays: 30,
  });
  sourceId = id;
  await eventually("Marcus finds his document", () => found(marcus), 90_000);
});
afterAll(async () => {
  await dana.json("DELETE", `/api/knowledge/sources/${sourceId}`);
  await closeBrowser();
});

async function found(client: Client, sources = ""): Promise<boolean> {
  const { items } = await client.json<{ items: unknown[] }>("GET", `/api/search?q=${SECRET}${sources}`);
  return items.length > 0;
}

/** A chat of Marcus's in which nothing is quoted yet, and what quotes it. */
async function chat(): Promise<{ id: string; quote: () => Promise<void> }> {
  const { sandboxUrl } = sharedPlace();
  const id = randomUUID();
  const [hello, asks] = [`hello-${id}`, `asks-${id}`];
  await script(sandboxUrl, hello, [says("Good morning.")]);
  await marcus.send(id, `Good morning. ${hello}`);
  await eventually("it is answered", async () => (await marcus.messages(id)).length === 2);
  await script(sandboxUrl, asks, [
    {
      stopReason: "tool_use",
      content: [
        {
          type: "tool_use",
          id: `toolu_${id.slice(0, 8)}`,
          name: "retrieve_context",
          input: { query: `Which way does the ${SECRET} valve close?` },
        },
      ],
    },
    says(`The ${SECRET} valve closes clockwise.`),
  ]);
  const quote = async (): Promise<void> => {
    await marcus.send(id, `Which way does the valve close? ${asks}`);
    await eventually("it is private", async () => {
      const { private: isPrivate } = await marcus.json<Conversation>("GET", `/api/conversations/${id}`);
      return isPrivate === true;
    });
    await marcus.json("PATCH", `/api/conversations/${id}`, { title: TITLE });
  };
  return { id, quote };
}

const at = (page: Page, path: string) => page.goto(`${sharedPlace().appUrl}${path}`);
const unavailable = (page: Page) => page.getByText("This conversation is private", { exact: true });

it("its reader reads on, sees why it is private, finds it and forks it", async () => {
  const { id, quote } = await chat();
  const page = await signedInPage("Marcus Hale");
  await at(page, `/conversations/${id}`);
  await page.getByRole("log").getByText("Good morning.", { exact: true }).waitFor();
  expect(await page.getByText(ONLY_YOU).count()).toBe(0);
  await quote();
  await page.getByRole("log").getByText(`The ${SECRET} valve closes clockwise.`).first().waitFor();
  await page.getByText(ONLY_YOU).waitFor();

  await at(page, "/conversations");
  const row = page.getByRole("listitem").filter({ hasText: TITLE });
  await row.getByText("Private", { exact: true }).waitFor();

  await eventually("the chat is indexed", () => found(marcus, "&sources=conversation"));
  await at(page, `/search?q=${SECRET}`);
  await page
    .getByRole("link", { name: new RegExp(TITLE) })
    .first()
    .waitFor();

  const fork = await marcus.json<Conversation>("POST", `/api/conversations/${id}/forks`, {
    id: randomUUID(),
  });
  await at(page, `/conversations/${fork.id}`);
  await page.getByText(ONLY_YOU).waitFor();
  await page.context().close();
});

it("a colleague who has it open is told that it is private, and finds it neither in the list, the search, nor by link or fork", async () => {
  const { id, quote } = await chat();
  const page = await signedInPage("Dana Whitfield");
  await at(page, `/conversations/${id}`);
  await page.getByRole("log").getByText("Good morning.", { exact: true }).waitFor();
  await quote();
  await unavailable(page).waitFor();
  expect(await page.getByText(SECRET).count()).toBe(0);

  const fork = await marcus.json<Conversation>("POST", `/api/conversations/${id}/forks`, {
    id: randomUUID(),
  });
  await eventually("the chat is indexed", () => found(marcus, "&sources=conversation"));
  for (const one of [id, fork.id]) {
    await at(page, `/conversations/${one}`);
    await unavailable(page).waitFor();
  }
  for (const path of ["/conversations", `/search?q=${SECRET}`]) {
    await at(page, path);
    await atRest(page);
    const { pathname } = new URL(page.url());
    expect([pathname, await page.getByRole("link", { name: new RegExp(SECRET) }).count()]).toEqual([
      pathname,
      0,
    ]);
  }
  const forked = await dana.request("POST", `/api/conversations/${id}/forks`, { id: randomUUID() });
  expect(forked.status).toBe(403);
  await page.context().close();
});

it("says so on a phone without a line that is cut off", async () => {
  const { id, quote } = await chat();
  await quote();
  const [his, hers] = (await Promise.all(
    ["Marcus Hale", "Dana Whitfield"].map((name) => signedInPage(name, { narrow: true })),
  )) as [Page, Page];
  await at(his, `/conversations/${id}`);
  const notice = his.getByText(ONLY_YOU);
  await notice.waitFor();
  await at(hers, `/conversations/${id}`);
  await unavailable(hers).waitFor();
  for (const page of [his, hers]) {
    expect(await overflowsSideways(page)).toBe(false);
    await page.context().close();
  }
});
