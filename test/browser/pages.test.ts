/** Pages and panels that a day's work passes through: each is used once as a person would, and what it changed is read back from the server. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLICKUP } from "../../sandbox/clickup/store.ts";
import { sampleAt } from "../../sandbox/quo/media.ts";
import { sign } from "../../sandbox/quo/signing.ts";
import { ALDER } from "../../sandbox/world/company.ts";
import type { Approval } from "../../src/approvals/api/approval.ts";
import type { MailState } from "../../src/messaging/api/mail.ts";
import { hasComeTo } from "../support/cannot-come.ts";
import { choose, closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { outsideNumbers, proposeTexts, sentEmails, sentTexts } from "../support/scripted.ts";
import { turnEnded } from "../support/turns.ts";

let page: Page;
let dana: Client;
let numbers: string[] = [];

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  numbers = (await outsideNumbers(sandboxUrl)).slice(45, 60);
  page = await signedInPage("Dana Whitfield");
});
afterAll(closeBrowser);

function go(path: string): Promise<unknown> {
  return page.goto(sharedPlace().appUrl + path);
}

async function draft(text: string): Promise<Approval> {
  const to = numbers.pop() ?? "";
  const { approvals } = await proposeTexts(sharedPlace().sandboxUrl, dana, [{ to, text }]);
  const [approval] = approvals;
  if (approval === undefined) throw new Error("nothing was proposed");
  return approval;
}

function cardOn(shown: Page, { id }: Approval) {
  return shown.locator(`article[data-approval="${id}"]`);
}

describe("a conversation", () => {
  it("has beside it who was looked up, what was read, what waits and what it cost; on a phone it slides in", async () => {
    const conversation = randomUUID();
    await dana.send(conversation, "Who is Maria Lopez?");
    await turnEnded(dana, conversation, "Who is Maria Lopez?");
    await go(`/conversations/${conversation}`);
    const button = page.getByRole("button", { name: "Details" });
    await button.waitFor();
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
    const panel = page.getByRole("complementary", { name: "Details" });
    await panel.getByText("Maria Lopez").first().waitFor();
    const looked = panel.getByRole("region", { name: "What Steward looked at" });
    expect(await looked.innerText()).toMatch(/Contacts for “.*Maria Lopez.*”: 1 found/);
    await panel.getByRole("region", { name: "Recent approvals" }).getByText(/^None/).waitFor();
    const cost = panel.getByRole("region", { name: "Cost" });
    await cost
      .getByText(/^\$0\.0/)
      .first()
      .waitFor();
    await cost.getByRole("link", { name: /exact prompt/ }).click();
    await page.getByRole("heading", { name: "Exact prompt" }).waitFor();
    await page.goBack();
    await panel.getByRole("button", { name: "Close details" }).click();
    await panel.waitFor({ state: "hidden" });

    await page.setViewportSize({ width: 360, height: 740 });
    await button.click();
    const sheet = page.getByRole("dialog", { name: "Details" });
    await sheet.getByText("Maria Lopez").first().waitFor();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it("shows who else looks at it, and a card who edits it, and neither once they left", async () => {
    const approval = await draft(`The hall is cleaned ${randomUUID().slice(0, 6)}.`);
    const marcus = await signedInPage("Marcus Hale");
    const { appUrl } = sharedPlace();
    await marcus.goto(`${appUrl}/conversations/${approval.conversationId}`);
    await cardOn(marcus, approval).waitFor();
    await go(`/conversations/${approval.conversationId}`);
    const also = page.getByRole("status").filter({ hasText: "also viewing: Marcus" });
    await also.waitFor();

    await cardOn(marcus, approval).getByRole("button", { name: "Edit…" }).click();
    await cardOn(page, approval).getByText("Marcus is editing this").waitFor();
    await go(`/approvals/${approval.id}`);
    await cardOn(page, approval).getByText("Marcus is editing this").waitFor();
    await marcus.context().close();
    await cardOn(page, approval).getByText("Marcus is editing this").waitFor({ state: "detached" });
    await go(`/conversations/${approval.conversationId}`);
    await cardOn(page, approval).waitFor();
    expect(await also.count()).toBe(0);
  });
});

describe("the reject panel", () => {
  it("withdraws a draft quietly: nothing is sent, and the agent is not asked to go on", async () => {
    const text = `Bikes are moved ${randomUUID().slice(0, 6)}.`;
    const approval = await draft(text);
    const before = (await dana.messages(approval.conversationId)).length;
    await go(`/approvals/${approval.id}`);
    await cardOn(page, approval).waitFor();
    await page.keyboard.press("r");
    const why = cardOn(page, approval).getByRole("group", { name: "Reason" });
    await why.getByRole("button", { name: "Discard" }).click();
    await eventually("it is withdrawn", async () =>
      hasComeTo(await dana.json<Approval>("GET", `/api/approvals/${approval.id}`), "withdrawn"),
    );
    const audit = await dana.json<{ items: { action: string; actor: { name: string } }[] }>(
      "GET",
      "/api/audit",
    );
    expect(audit.items.find(({ action }) => action === "approval.withdrawn")?.actor.name).toBe(
      "Dana Whitfield",
    );
    expect(await sentTexts(sharedPlace().sandboxUrl)).not.toContain(text);
    const after = await dana.messages(approval.conversationId);
    expect(after.slice(before).filter(({ role }) => role === "assistant")).toEqual([]);
  });
});

describe("the palette", () => {
  it("goes anywhere, finds a conversation by its words and starts a chat with what was typed, by keys alone", async () => {
    const word = `quokka${randomUUID().slice(0, 6)}`;
    const known = randomUUID();
    await dana.send(known, `Remember ${word} please.`);
    await turnEnded(dana, known, word);
    await go("/approvals");
    await page.getByRole("heading", { name: "Approvals" }).first().waitFor();
    const palette = page.getByRole("dialog", { name: "Search or jump to…" });
    const typed = async (words: string): Promise<void> => {
      await page.keyboard.press("Control+k");
      await palette.waitFor();
      await page.keyboard.type(words);
    };
    await typed("audit");
    await palette.getByRole("option", { name: /^Audit log/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings\/audit$/);
    await palette.waitFor({ state: "hidden" });

    await typed(word);
    const found = palette.getByRole("option", { name: new RegExp(`^Remember ${word}`) });
    await found.waitFor();
    await eventually("it is chosen by the keyboard", async () => {
      if ((await found.getAttribute("data-highlighted")) !== null) return true;
      await page.keyboard.press("ArrowDown");
      return null;
    });
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(known));

    await page.keyboard.press("Control+k");
    await palette.waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });

    const question = `Hello from the palette ${randomUUID().slice(0, 6)}`;
    await typed(question);
    await palette.getByRole("option", { name: /^Ask Steward/ }).click();
    await page.waitForURL((url) => /\/conversations\//.test(url.pathname) && !url.pathname.includes(known));
    await page.getByRole("log").getByText(question).first().waitFor();
  });
});

describe("the settings", () => {
  it("change what an agent is told, show what that changes, keep every version and bring one back", async () => {
    const words = `Sign every text with the word Alder-${randomUUID().slice(0, 4)}.`;
    const told = (): Promise<{ mode: string; effective: string; version: number }> =>
      dana.json("GET", "/api/agents/steward/instructions");
    await go("/settings/agents/steward");
    await choose(
      page.getByRole("combobox", { name: "Which instructions it follows" }),
      "the built-in instructions, then yours",
    );
    await page.getByRole("textbox", { name: /Your instructions/ }).fill(words);
    await page.getByRole("heading", { name: "Changes" }).waitFor();
    await page.getByRole("button", { name: "Save instructions" }).click();
    await page.getByText("Instructions saved.").waitFor();
    expect((await told()).effective).toContain(words);
    const history = page.getByRole("region", { name: "History" });
    await history.getByText("(current)").waitFor();
    await history.getByText("Changes").first().click();
    await history.getByText(words).first().waitFor();
    await history.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByText("Built-in instructions restored.").waitFor();
    await eventually("the built-in ones hold", async () => (await told()).mode === "built_in");
    // The list is read again after a change.
    await history
      .getByRole("button", { name: /^Restore version/ })
      .first()
      .waitFor();
  });

  it("put people on call in an order, with their hours and channel, and say in a sentence what then happens", async () => {
    await go("/settings/on-call");
    const add = page.getByRole("combobox", { name: "Add someone to the order" });
    await choose(add, "Marcus Hale");
    await choose(add, "Priya Raman");
    await page.getByRole("button", { name: "Move Priya Raman up" }).click();
    await choose(page.getByRole("combobox", { name: "How Marcus Hale is notified" }), "text");
    await page.getByRole("textbox", { name: "Marcus Hale’s number" }).fill("12");
    await page.getByText("A phone number isn’t complete.").waitFor();
    await page.getByRole("textbox", { name: "Marcus Hale’s number" }).fill("+1 412 555 0142");
    await choose(page.getByRole("combobox", { name: "When Priya Raman is on call" }), "during these hours:");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("On-call settings saved.").waitFor();
    const { onCall, version } = await dana.json<{
      onCall: { people: { channel: string; hours: unknown; phone: string | null }[] };
      version: number;
    }>("GET", "/api/on-call");
    expect(onCall.people).toMatchObject([
      { channel: "push", hours: { from: "22:00", to: "07:00" } },
      { channel: "sms", hours: null, phone: "+14125550142" },
    ]);
    await page.reload();
    const order = page.getByRole("list", { name: "Order" }).getByRole("listitem");
    await order.first().waitFor();
    expect((await order.allInnerTexts()).map((text) => text.split(",")[0])).toEqual([
      "1. Priya Raman",
      "2. Marcus Hale",
    ]);
    expect(
      await page
        .getByText(/Priya Raman.*Marcus Hale/)
        .first()
        .innerText(),
    ).toMatch(/Priya Raman/);
    await dana.json("PUT", "/api/on-call", { onCall: { ...onCall, people: [] }, version });
  });

  it("make a member an admin and back, ask before somebody is removed, and let no member change anything", async () => {
    await go("/settings/team");
    const role = page.getByRole("combobox", { name: "Role of Lena Brandt" });
    await choose(role, "Admin");
    await page.getByText("Lena Brandt is now an admin.").waitFor();
    await choose(role, "Member");
    await page.getByText("Lena Brandt is now a member.").waitFor();
    await page.getByRole("button", { name: "Remove Lena Brandt" }).click();
    const asked = page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .filter({ hasText: "Remove Lena Brandt?" });
    await asked.waitFor();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "hidden" });
    const { items } = await dana.json<{ items: { name: string; role: string }[] }>("GET", "/api/team");
    expect(items).toContainEqual(expect.objectContaining({ name: "Lena Brandt", role: "member" }));
    const lena = await signedInPage("Lena Brandt");
    await lena.goto(`${sharedPlace().appUrl}/settings/team`);
    await lena.getByText("Dana Whitfield").first().waitFor();
    expect(await lena.getByRole("main").getByRole("combobox").count()).toBe(0);
    expect(await lena.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
    await lena.goto(`${sharedPlace().appUrl}/settings/connections`);
    await lena.getByText("Only admins can change connections.").waitFor();
    expect(await lena.getByRole("button", { name: /^(Test|Replace key|Disconnect)/ }).count()).toBe(0);
    await lena.context().close();
  });

  it("test a connection, and prove a new key of the phone system before it is kept", async () => {
    await go("/settings/connections");
    const quo = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Quo" }) });
    await quo.getByRole("button", { name: "Test", exact: true }).click();
    await quo.getByText(/Last worked/).waitFor();
    await quo.getByRole("button", { name: "Replace key…" }).click();
    const dialog = page.getByRole("dialog", { name: "Replace the Quo key" });
    await dialog.getByLabel("API key").fill("quo_wrong_key");
    await dialog.getByRole("button", { name: "Check key" }).click();
    await dialog.getByText(/didn’t accept the key/).waitFor();
    await dialog.getByLabel("API key").fill("quo_demo_alder");
    await dialog.getByRole("button", { name: "Check key" }).click();
    await dialog.getByText("Who is each line for?").waitFor();
    expect(await dialog.getByRole("combobox").count()).toBe(2);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("connect ClickUp with a token, and change its spaces without it", async () => {
    await go("/settings/connections");
    const clickup = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "ClickUp" }) });
    await clickup.getByRole("button", { name: "Disconnect…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
    await clickup.getByText("Not connected.").waitFor();
    await clickup.getByRole("button", { name: "Use a key…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Personal token").fill("pk_8100001_WRONG");
    await page.keyboard.press("Enter");
    await dialog.getByText(/didn’t accept the key/).waitFor();
    expect(await dialog.getByLabel("Personal token").inputValue()).toBe("pk_8100001_WRONG");
    await dialog.getByLabel("Personal token").fill(CLICKUP.token);
    await dialog.getByRole("button", { name: "Check key" }).click();
    // What was chosen before it was disconnected is still chosen.
    for (const { name } of CLICKUP.settings.spaces)
      await dialog.getByRole("checkbox", { name, checked: true }).waitFor();
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await clickup.getByText(/Operations, Leasing, Office/).waitFor();
    await clickup.getByRole("button", { name: "Choose spaces…" }).click();
    await dialog.getByRole("checkbox", { name: "Office" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await clickup.getByText(/Operations, Leasing$/).waitFor();
    await clickup.getByRole("button", { name: "Choose spaces…" }).click();
    await dialog.getByRole("checkbox", { name: "Office" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await clickup.getByText(/Operations, Leasing, Office/).waitFor();
  });
});

describe("signing in at a service", () => {
  const clickup = () =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "ClickUp" }) });

  it.each([
    ["wide", { width: 1280, height: 860 }],
    ["narrow", { width: 390, height: 800 }],
  ])("connects ClickUp, %s: denied first, then allowed, with the spaces chosen before", async (_, size) => {
    await page.setViewportSize(size);
    await go("/settings/connections");
    await clickup()
      .getByRole("button", { name: /^Sign in/ })
      .click();
    await page.getByRole("button", { name: "Deny" }).click();
    await clickup().getByText("Access was denied in ClickUp.").waitFor();
    await clickup()
      .getByRole("button", { name: /^Sign in/ })
      .click();
    await page.waitForURL(`${sharedPlace().sandboxUrl}/**`);
    await page.getByRole("button", { name: /Allow as Dana/ }).click();
    const dialog = page.getByRole("dialog", { name: "Connect ClickUp" });
    await dialog.getByText(/Which spaces/).waitFor();
    expect(await overflowsSideways(page)).toBe(false);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await clickup()
      .getByText(/Connected as Dana Whitfield/)
      .waitFor();
    // The same account again: nothing is asked a second time.
    await clickup().getByRole("button", { name: "Sign in again" }).click();
    await page.getByRole("button", { name: /Allow as Dana/ }).click();
    await page.waitForURL(`${sharedPlace().appUrl}/settings/connections`);
    await dialog.waitFor({ state: "hidden" });
    await clickup()
      .getByText(/Connected as Dana Whitfield/)
      .waitFor();
    expect(new URL(page.url()).search).toBe("");
    await clickup().getByRole("button", { name: "Test", exact: true }).click();
    await clickup()
      .getByText(/Last worked/)
      .waitFor();
    await clickup().getByRole("button", { name: "Disconnect…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
    await clickup()
      .getByText(/ClickUp still lists Steward/)
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 860 });
  });
});

/** A text with two photos and a document comes in, as the phone system tells of it. */
async function deliverPhotos(text: { from: string; text: string; appUrl: string; sandboxUrl: string }) {
  const stamp = { id: `EV${randomUUID()}`, nowMs: Date.now() };
  const createdAt = new Date(stamp.nowMs).toISOString();
  const [line] = ALDER.quo.lines;
  const object = {
    id: `AC${randomUUID()}`,
    object: "message",
    from: text.from,
    to: line?.number,
    direction: "incoming",
    body: text.text,
    media: (["photo", "photo-2", "document"] as const).map((name) => sampleAt(text.sandboxUrl, name)),
    status: "received",
    createdAt,
    phoneNumberId: line?.phoneNumberId,
  };
  const event = { id: stamp.id, apiVersion: "v3", createdAt, type: "message.received", data: { object } };
  const { body, headers } = sign("v3", ALDER.quo.webhookSecrets[0], JSON.stringify(event), stamp);
  const url = `${text.appUrl}/webhooks/quo/${ALDER.quo.connectionId}`;
  expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
}

describe("sources", () => {
  it("are counted, read, looked at and found, and go with everything that was read", async () => {
    await go("/sources");
    await page.getByRole("button", { name: "Add a source…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a source" });
    await choose(dialog.getByRole("combobox", { name: "What to read" }), "Google: Documents");
    await dialog.getByText(/^About \d+ documents/).waitFor();
    await dialog.getByRole("button", { name: "Start reading" }).click();
    // The list of runs below names it, too.
    const source = page.getByRole("listitem").filter({ hasText: /^Google: Documents/ });
    await source.getByRole("link", { name: /^\d+ documents$/ }).waitFor({ timeout: 60_000 });
    await source.getByRole("link", { name: /^\d+ documents$/ }).click();
    await page.getByRole("link", { name: "Move-out checklist" }).first().click();
    await page.getByRole("heading", { name: "Move-out checklist" }).first().waitFor();
    await page.getByText(/^Document of/).waitFor();

    const found = async (): Promise<number> => {
      const { items } = await dana.json<{ items: { source: string; title: string }[] }>(
        "GET",
        "/api/search?q=move-out%20checklist&sources=document",
      );
      return items.filter(({ title }) => title === "Move-out checklist").length;
    };
    await expect.poll(found, { timeout: 30_000 }).toBe(1);

    await go("/settings/sources");
    await source.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await source.waitFor({ state: "hidden", timeout: 60_000 });
    await expect.poll(found, { timeout: 30_000 }).toBe(0);
  });
});

describe("a text of one’s own", () => {
  it("goes to the person’s phone and not to the agent: named before, kept while unsent, sent once, told afterwards", async () => {
    const { sandboxUrl } = sharedPlace();
    const number = numbers.pop() ?? "";
    const path = `/texts/${encodeURIComponent(number)}`;
    const before = `Hello ${randomUUID().slice(0, 6)}.`;
    await dana.json("POST", `/api${path}/direct`, { clientMessageId: randomUUID(), text: before });
    await go(path);
    const thread = page.getByRole("log", { name: "Texts and calls" });
    await thread.getByText(before).waitFor();
    await thread.getByText("Dana Whitfield", { exact: true }).waitFor();
    const words = page.getByRole("textbox", { name: /Your text, exactly as/ });
    const send = page.getByRole("button", { name: /^Send to .+’s phone$/ });
    expect(await send.isDisabled()).toBe(true);
    await page.getByText(/phone, not to Steward/).waitFor();
    const text = `The meter is read on Friday ${randomUUID().slice(0, 6)}.`;
    await words.fill(text);
    await page.getByText(`${text.length} characters · 1 text`).waitFor();

    // Left unsent: nothing went out, and the words are still there.
    await page.reload();
    await thread.getByText(before).waitFor();
    expect(await words.inputValue()).toBe(text);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflowsSideways(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(await sentTexts(sandboxUrl)).not.toContain(text);

    await expect.poll(() => send.isEnabled(), { timeout: 15_000 }).toBe(true);
    await words.press("Control+Enter");
    await eventually(
      "it arrived",
      async () => (await sentTexts(sandboxUrl)).filter((one) => one === text).length === 1,
    );
    await thread.getByText(text).waitFor();
    await expect.poll(() => words.inputValue()).toBe("");
  });

  it("that brings photos shows them from our own server, large by keys, and is read once it is looked at", async () => {
    const { sandboxUrl, appUrl } = sharedPlace();
    const number = numbers.pop() ?? "";
    const words = `The ceiling ${randomUUID().slice(0, 6)}`;
    await deliverPhotos({ from: number, text: words, appUrl, sandboxUrl });
    await go("/texts");
    const row = page.getByRole("listitem").filter({ hasText: words });
    await row.getByRole("link", { name: /^Unread/ }).click();
    const photo = page.getByRole("button", { name: /^Open Photo 1 of 2 from / });
    await expect
      .poll(() => photo.getByRole("img").evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100);
    const from = await photo.getByRole("img").evaluate((image) => (image as HTMLImageElement).src);
    expect(new URL(from).origin).toBe(new URL(appUrl).origin);
    await page.getByRole("link", { name: "Save PDF" }).waitFor();
    await row.getByRole("link", { name: /^Unread/ }).waitFor({ state: "hidden" });
    await photo.press("Enter");
    await page.getByRole("dialog", { name: /^Photo 1 of 2/ }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("dialog", { name: /^Photo 2 of 2/ }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => photo.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it("stands in the team’s inbox: taken, snoozed out of the way and done, by keys", async () => {
    const number = numbers.pop() ?? "";
    const path = `/texts/${encodeURIComponent(number)}`;
    const words = `The gate is open ${randomUUID().slice(0, 6)}.`;
    await dana.json("POST", `/api${path}/direct`, { clientMessageId: randomUUID(), text: words });
    const row = page.getByRole("listitem").filter({ hasText: words });
    await go("/texts?view=all");
    await row.getByText("Answered").waitFor();
    await row.getByRole("link").click();
    const thread = page.getByRole("log", { name: "Texts and calls" });
    await thread.getByText(words).waitFor();
    await page.keyboard.press("a");
    await page.getByRole("menuitem", { name: "Me" }).click();
    await thread.getByText(/^Dana Whitfield took this/).waitFor();
    await row.getByText(/You$/).waitFor();
    await page.getByRole("menu").waitFor({ state: "hidden" });
    await page.keyboard.press("h");
    await page.getByRole("menuitem", { name: /^Tomorrow morning/ }).click();
    await row.getByText(/^Snoozed until/).waitFor();

    await go("/texts?view=snoozed");
    await row.getByText(/^Snoozed until tomorrow/).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Assigned to You" }).waitFor();
    await page.keyboard.press("e");
    await row.waitFor({ state: "hidden" });
    // The row goes at once; the thread is done when the server has it.
    const state = async (): Promise<unknown> =>
      (await dana.json<{ state: unknown }>("GET", `/api${path}`)).state;
    await expect.poll(state).toMatchObject({ number, status: "done", nextAt: null, waitsSince: null });
  });

  it("keeps what one filters by as a list of one's own", async () => {
    await go(`/texts?on=${encodeURIComponent(ALDER.quo.lines[0]?.number ?? "")}`);
    await page.getByRole("button", { name: "Save view" }).click();
    const name = page.getByRole("dialog").getByLabel("Name");
    await expect.poll(() => name.inputValue()).toBe("Open, Shared line");
    await name.fill("Front desk");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const lists = page.getByRole("navigation", { name: "Lists" });
    await lists.getByRole("link", { name: "Front desk" }).waitFor();
    await go("/texts?view=mine");
    await page.getByRole("combobox", { name: "Assigned to" }).waitFor();
    await lists.getByRole("link", { name: "Front desk" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("on")).toContain("5550100");
    await lists.getByRole("button", { name: "Remove the view Front desk" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await lists.getByRole("link", { name: "Front desk" }).waitFor({ state: "hidden" });
  });
});

describe("e-mail", () => {
  it("has the mailboxes that are watched chosen by an admin, and keeps the choice", async () => {
    const state = () => dana.json<MailState>("GET", "/api/mail");
    const watched = async () => (await state()).settings?.watched ?? [];
    const before = (await state()).settings;
    await go("/settings/email");
    const box = page
      .getByRole("listitem")
      .filter({ hasText: "lena@alderfinch.example" })
      .getByRole("checkbox", { name: /Watch/ });
    try {
      await box.check();
      await page.getByText("Unsaved changes").waitFor();
      await page.getByRole("button", { name: "Save e-mail settings" }).click();
      await eventually("it is saved", async () => (await watched()).includes("lena@alderfinch.example"));
      await box.uncheck();
      await page.getByRole("button", { name: "Save e-mail settings" }).click();
      await eventually("it is as before", async () => !(await watched()).includes("lena@alderfinch.example"));
    } finally {
      await dana.json("PUT", "/api/mail", { settings: before, version: (await state()).version });
    }
  });

  it("looks like one in its conversation; its answer is edited on the card, approved, and sent exactly so, once", async () => {
    const { sandboxUrl } = sharedPlace();
    const mark = randomUUID().slice(0, 6);
    const { threadId } = await controlAt<{ threadId: string }>(sandboxUrl, "inbound/email", {
      from: "Rhonda Beck <rhonda.beck@thresholdflooring.example>",
      to: "office@alderfinch.example",
      subject: `Floor ${mark}`,
      body: "The planks are held up. Could we come on Monday at 8 instead of Thursday?\n\nRhonda",
      attachments: [{ name: "delivery-note.txt", text: "14 boxes", contentType: "text/plain" }],
    });
    const { checks } = await dana.json<{ checks: { name: string; schedule: { id: string } }[] }>(
      "GET",
      "/api/mail",
    );
    const check = checks.find(({ name }) => name === "general")?.schedule.id ?? "";
    await dana.json("POST", `/api/schedules/${check}/run`, {});
    const conversation = `email:${threadId}`;
    const [approval] = await eventually(
      "an answer waits",
      async () => {
        const items = await dana.openApprovals(encodeURIComponent(conversation));
        return items.length > 0 ? items : null;
      },
      60_000,
    );
    if (approval === undefined) throw new Error("nothing was proposed");
    await go(`/conversations/${encodeURIComponent(conversation)}`);
    const mail = page.getByRole("article", { name: "E-mail from Rhonda Beck" });
    await mail.getByText(`Floor ${mark}`).waitFor();
    await mail.getByText("Could we come on Monday at 8").waitFor();
    expect(await mail.getByRole("link", { name: /delivery-note\.txt/ }).getAttribute("href")).toMatch(
      /^\/api\/mails\/.+\/attachments\/0$/,
    );
    const card = cardOn(page, approval);
    await card.getByText("rhonda.beck@thresholdflooring.example").first().waitFor();
    await card.getByText(`Re: Floor ${mark}`).waitFor();
    await card.getByRole("button", { name: "Edit…" }).click();
    const words = card.getByRole("textbox", { name: "Text" });
    const edited = `Hi Rhonda,\n\nMonday at 8 is fine (${mark}).\n\nAlder & Finch`;
    await words.fill(edited);
    await card.locator("figcaption ins").waitFor();
    await card.getByRole("button", { name: "Approve and send, as edited" }).click();
    await page
      .getByText(/^Sent to /)
      .first()
      .waitFor();
    const sent = (await sentEmails(sandboxUrl)).filter((one) => one.includes(mark));
    expect(sent.map((one) => one.replaceAll("\r\n", "\n"))).toEqual([edited]);
    const done = await eventually("it is done", async () => {
      const now = await dana.json<Approval>("GET", `/api/approvals/${approval.id}`);
      return hasComeTo(now, "done") ? now : null;
    });
    expect(done.decidedBy?.name).toBe("Dana Whitfield");

    await go("/texts?view=all");
    const row = page.getByRole("listitem").filter({ hasText: `Floor ${mark}` });
    await row.getByText("Answered").waitFor();
    await row.getByRole("link").click();
    const actions = page.getByRole("region", { name: "Inbox actions" });
    await actions.getByRole("button", { name: "Notes" }).click();
    await actions.getByLabel("Note for your team").fill("Thursday is free now.");
    await actions.getByRole("button", { name: "Add note" }).click();
    await actions.getByText("Thursday is free now.").waitFor();
    await actions.getByText("Answered").click();
    await page.keyboard.press("e");
    await row.getByText("Done", { exact: true }).waitFor();
  });
});
