/** Calls in the inbox: a missed one waits among the threads with people outside, and is closed with the keys of the others. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import type { ThreadLine } from "../../src/messaging/api/threads.ts";
import { choose, closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";

/** In no one's contacts, and never heard of before. */
const CALLER = "+14125557733";
const SHOWN = "+1 412 555 7733";

let page: Page;
let dana: Client;

beforeAll(async () => {
  dana = await signInAs(sharedPlace().appUrl, sharedPlace().sandboxUrl, "dana@alderfinch.example");
  await registerDemoWebhooks(sharedPlace());
  page = await signedInPage("Dana Whitfield");
});
afterAll(closeBrowser);

async function thread(): Promise<ThreadLine | null> {
  const { items } = await dana.json<{ items: ThreadLine[] }>(
    "GET",
    "/api/text-threads?view=all&channel=call",
  );
  return items.find(({ number }) => number === CALLER) ?? null;
}

it("a missed call is listed under Calls, opens its thread, and is done with e", async () => {
  await controlAt(sharedPlace().sandboxUrl, "quo/call", { from: CALLER });
  await eventually("it is in the inbox", async () => (await thread())?.status === "open");
  await page.goto(`${sharedPlace().appUrl}/texts`);
  await choose(page.getByRole("combobox", { name: "Channel" }), "Calls");
  await page.waitForURL(/channel=call/);
  const row = page.getByRole("link", { name: SHOWN });
  await row.getByRole("img", { name: "Missed call" }).waitFor();
  await row.getByText("Missed call", { exact: true }).waitFor();
  await choose(page.getByRole("combobox", { name: "Channel" }), "E-mails");
  await row.waitFor({ state: "detached" });
  await choose(page.getByRole("combobox", { name: "Channel" }), "Calls");
  await row.click();
  await page.waitForURL(/\/texts\/.*channel=call/);
  await page.getByText(/They called, no answer/).waitFor();
  await page.locator("body").press("e");
  await eventually("it is done", async () => (await thread())?.status === "done");
  await row.waitFor({ state: "detached" });
});

it("a call that was answered waits for no one, and shows what was said", async () => {
  await controlAt(sharedPlace().sandboxUrl, "quo/call", {
    from: CALLER,
    summary: ["She asked about the gate."],
    dialogue: [
      { who: "them", text: "Is the gate fixed?" },
      { who: "us", text: "Since this morning." },
    ],
  });
  await eventually("it is answered", async () => (await thread())?.call === "spoken");
  expect(await thread()).toMatchObject({ status: "done", waitsSince: null });
  await page.goto(`${sharedPlace().appUrl}/texts?view=all&channel=call`);
  const row = page.getByRole("link", { name: SHOWN });
  await row.getByText(/^Call, 3 min: She asked about the gate\.$/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 860 });
});
