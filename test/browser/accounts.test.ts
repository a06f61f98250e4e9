/** An account from its first word on, as a person keeps it: made, changed, edited by hand beside the page, and recorded. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AccountAnswer } from "../../src/accounts/api/account-query.ts";
import type { Account } from "../../src/accounts/api/accounts.ts";
import { choose, closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";

let dana: Client;
let marcus: Client;
let page: Page;

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  marcus = await signInAs(appUrl, sandboxUrl, "marcus@alderfinch.example");
  page = await signedInPage("Dana Whitfield");
});
afterAll(closeBrowser);

const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
  within.getByRole("button", { name });
const region = (name: string): Locator => page.getByRole("region", { name, exact: true });
const open = (id: string): Promise<Account> => dana.json<Account>("GET", `/api/accounts/${id}`);

/** Makes one over the pages; its id. */
async function makeAccount(name: string): Promise<string> {
  await page.goto(`${sharedPlace().appUrl}/accounts`);
  await button("New account").first().click();
  const form = page.getByRole("dialog", { name: "New account" });
  await form.getByLabel("Name").fill(name);
  await choose(form.getByRole("combobox", { name: "Stage" }), "Intake");
  await form.getByText("More", { exact: true }).click();
  await form.getByLabel("Industry").fill("Child care");
  await form.getByLabel("Insurance").fill("Property\nGeneral liability");
  await button("Create account", form).click();
  await page.waitForURL(/\/accounts\/\d+$/);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

it("is made, changed in place, undone, and each step stands in its history with the one before it", async () => {
  const id = await makeAccount("Little Oaks Child Care");
  expect((await open(id)).state).toMatchObject({
    stage: "Intake",
    industry: "Child care",
    insuranceTypes: ["Property", "General liability"],
  });

  await choose(page.getByRole("combobox", { name: "Stage" }), "Quoted");
  const saved = page.getByRole("status", { name: "Saved" });
  await saved.locator("del").getByText("Intake").waitFor();
  await saved.locator("ins").getByText("Quoted").waitFor();
  expect((await open(id)).state?.stage).toBe("Quoted");

  await button("Undo", saved).click();
  await saved.locator("del").getByText("Quoted").waitFor();
  expect((await open(id)).state?.stage).toBe("Intake");

  await page.getByRole("textbox", { name: "Add a next step" }).fill("Send the quote");
  await page.keyboard.press("Enter");
  await button("Done: Send the quote").waitFor();
  await button("Add a note").click();
  await page.getByRole("textbox", { name: "New note" }).fill("Ana decides, **not** her brother.");
  await button("Add note").click();
  await page.locator("strong").getByText("not").waitFor();

  const entries = region("History").getByRole("listitem");
  await eventually("every step stands there", async () => (await entries.count()) === 5);
  expect(await entries.first().innerText()).toMatch(/Notes changed[^]*Dana Whitfield, on this page/);
  const { entries: told, problems } = await open(id);
  expect(problems).toEqual([]);
  await entries
    .first()
    .getByRole("link", { name: /^Before this/ })
    .click();
  expect(new URL(page.url()).hash).toBe(
    `#entry-${(told[1]?.id ?? "").toLowerCase().replace(/[^a-z0-9-]/g, "")}`,
  );
  expect(await entries.nth(1).getAttribute("aria-current")).toBe("true");
});

it("that a colleague changed meanwhile keeps what was typed, says what they changed, and takes it at the second try", async () => {
  const id = await makeAccount("Harbor Light Books");
  await button("Edit…").click();
  const form = page.getByRole("dialog", { name: "Edit account" });
  await form.getByLabel("Location").fill("Erie, PA");
  const seen = (await open(id)).entries[0]?.id ?? "";
  await marcus.json("POST", `/api/accounts/${id}/changes`, { wanted: { stage: "Bound" }, seen });
  await button("Save", form).click();
  await form.getByText("Someone else changed this account while you were editing.").waitFor();
  await form.locator("ins").getByText("Bound").waitFor();
  expect(await form.getByLabel("Location").inputValue()).toBe("Erie, PA");
  expect((await open(id)).state?.location).toBe("");
  await eventually("the second try is made on what was shown", async () => {
    if (await form.isVisible()) await button("Save", form).click({ timeout: 2000 });
    return !(await form.isVisible());
  });
  expect((await open(id)).state).toMatchObject({ location: "Erie, PA", stage: "Bound" });
});

it("that changed before its list's line was open is shown as it is now", async () => {
  const id = await makeAccount("Quarry Road Tiles");
  const { promise: isOpen, resolve: openLine } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/api\/feed$/, async (line) => {
    await isOpen;
    line.connectToServer();
  });
  await page.goto(`${sharedPlace().appUrl}/accounts?q=quarry`);
  const row = page.getByRole("link", { name: /Quarry Road Tiles/ });
  await row.getByText("Intake").waitFor();
  const seen = (await open(id)).entries[0]?.id;
  await marcus.json("POST", `/api/accounts/${id}/changes`, { wanted: { stage: "Bound" }, seen });
  expect(await row.getByText("Bound").count()).toBe(0);
  openLine();
  await row.getByText("Bound").waitFor();
});

it("moves from stage to stage on the board by drag, keys, and menu, keeps the focus, and moves back", async () => {
  const id = await makeAccount("Sycamore Cycles");
  await page.goto(`${sharedPlace().appUrl}/accounts?layout=board&q=sycamore`);
  const column = (stage: string): Locator => page.locator(`section[data-column="${stage}"]`);
  const card = page.getByRole("link", { name: /Sycamore Cycles/ });
  const isIn = (stage: string): Promise<void> => column(stage).getByRole("link").waitFor();
  const stored = async (stage: string): Promise<void> =>
    void (await eventually(`it is in ${stage}`, async () => (await open(id)).state?.stage === stage));
  await isIn("Intake");
  await card.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await isIn("Application Received");
  await stored("Application Received");
  await eventually("it keeps the focus", () => card.evaluate((link) => link === document.activeElement));
  await button("Undo").click();
  await isIn("Intake");
  await card.dragTo(column("New Lead"));
  await isIn("New Lead");
  await stored("New Lead");
  await card.hover();
  await button("Move Sycamore Cycles to another stage").click();
  await page.getByRole("menuitem", { name: "Quoted" }).click();
  await isIn("Quoted");
  await stored("Quoted");
});

it("has files that open read-only in the workspace, with the way to its page, and comes back where it was deleted", async () => {
  const id = await makeAccount("Ninth Street Bakery");
  const path = `accounts/${id}/state.md`;
  await page.goto(`${sharedPlace().appUrl}/workspace/${path}`);
  await page.getByText("Read-only: this belongs to Accounts").waitFor();
  expect(await button("Save").count()).toBe(0);
  await button("More actions for this file").click();
  const menu = page.getByRole("menu");
  await menu.waitFor();
  expect(await menu.getByRole("menuitem", { name: "Delete" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Open the account" }).click();
  await page.waitForURL(new RegExp(`/accounts/${id}$`));
  await button("More actions for this account").click();
  await page.getByRole("menuitem", { name: "Delete account" }).click();
  await page.waitForURL(/\/accounts$/);
  await button("Undo").click();
  await page.getByText("Ninth Street Bakery restored.").waitFor();
  expect((await open(id)).state?.name).toBe("Ninth Street Bakery");
});

it("is asked about and changed in a chat with Steward, to which its page attaches it", async () => {
  const id = await makeAccount("Silver Birch Optics");
  const ask = async (words: string): Promise<void> => {
    await page.goto(`${sharedPlace().appUrl}/accounts/${id}`);
    await page.getByRole("link", { name: "Ask about this account" }).click();
    await page.getByText("About the account Silver Birch Optics", { exact: true }).waitFor();
    const message = page.getByRole("textbox", { name: "Message to Steward" });
    await message.fill(words);
    await message.press("Enter");
    await page.waitForURL((url) => /\/conversations\/(?!new)/.test(url.pathname));
  };
  await ask("What stage is it in?");
  const log = page.getByRole("log", { name: "Messages" });
  await log.getByText(/Silver Birch Optics is at Intake/).waitFor();
  const source = region("Sources").getByRole("link", { name: /stage: Intake/ });
  expect(await source.getAttribute("href")).toContain(`/workspace/accounts/${id}/state.md#passage=`);

  const message = page.getByRole("textbox", { name: "Message to Steward" });
  await message.fill("Mark it as Bound");
  await message.press("Enter");
  const update = region("Update of Silver Birch Optics");
  await update.locator("del").getByText("Intake").waitFor();
  await update.locator("ins").getByText("Bound").waitFor();
  expect((await open(id)).state?.stage).toBe("Bound");
  await button("Undo", update).click();
  await update.getByText("Undone").waitFor();
  expect((await open(id)).state?.stage).toBe("Intake");
  await page.reload();
  await update.waitFor();
  expect(await button("Undo", update).count()).toBe(0);

  await message.fill("Make some changes");
  await message.press("Enter");
  const form = region("Question");
  await form.getByLabel("Stage").fill("Quoted");
  await form.getByLabel("Add a note").fill("They compare us with two others.");
  await button("Answer", form).click();
  await update.nth(1).getByText("They compare us with two others.").waitFor();
  expect((await open(id)).state).toMatchObject({ stage: "Quoted" });
});

it("is found by its words and its stage, with keys, and starts a chat about itself; on a phone, too", async () => {
  const id = await makeAccount("Quiet Pines Dental");
  await page.goto(`${sharedPlace().appUrl}/accounts`);
  await page.getByRole("searchbox", { name: "Search accounts" }).fill("pines");
  await page.waitForURL(/q=pines/);
  await choose(page.getByRole("combobox", { name: "Show the stage" }), "Intake");
  await page.waitForURL(/stage=Intake/);
  const row = page.getByRole("link", { name: /Quiet Pines Dental/ });
  await row.waitFor();
  // A list that is still arriving takes the focus with it when it is replaced.
  await eventually("the arrow goes from the box to the first account", async () => {
    await page.getByRole("searchbox", { name: "Search accounts" }).press("ArrowDown");
    return row.evaluate((element) => element === document.activeElement);
  });
  await choose(page.getByRole("combobox", { name: "Show the stage" }), "Bound");
  await page.getByRole("heading", { name: "No account in Bound matches “pines”" }).waitFor();

  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/accounts", `/accounts/${id}`]) {
    await page.goto(sharedPlace().appUrl + path);
    await page.getByText("Quiet Pines Dental").first().waitFor();
    expect(await overflowsSideways(page)).toBe(false);
  }
  await page.getByRole("link", { name: "Ask about this account" }).click();
  await page.getByText("About the account Quiet Pines Dental", { exact: true }).waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await button(/^Don’t ask about/).click();
  await page
    .getByText("About the account Quiet Pines Dental", { exact: true })
    .waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1280, height: 860 });
});

const ask = (query: string): Promise<AccountAnswer> =>
  dana.json<AccountAnswer>("POST", "/api/accounts/query", { query });
const confirm = (session_id: string, facts: object): Promise<AccountAnswer> =>
  dana.json<AccountAnswer>("POST", "/api/accounts/confirm", { session_id, confirmed: true, ...facts });

it("seed 003:643: a note for an unknown company makes the account from the form, then notes what was asked for", async () => {
  const asked = await ask("Add a note to Copperfield Robotics: they renew in March and want a second quote");
  if (asked.type !== "confirmation_required") throw new Error(JSON.stringify(asked));
  expect(asked).toMatchObject({
    message: "I don’t have an account for “Copperfield Robotics”. Should I create one?",
    account_name: "Copperfield Robotics",
  });
  const made = await confirm(asked.session_id, { industry: "Manufacturing", location: "Austin, TX" });
  const id = "account_id" in made ? (made.account_id ?? "") : "";
  expect(made).toMatchObject({
    type: "success",
    account_name: "Copperfield Robotics",
    message: expect.stringMatching(
      new RegExp(
        `^Created new account: Copperfield Robotics \\(ID: ${id}\\)\\.\n\nUpdated Copperfield Robotics: notes`,
      ),
    ),
  });
  const { state, entries } = await open(id);
  expect(state).toMatchObject({ industry: "Manufacturing", location: "Austin, TX" });
  expect(state?.notes).toContain("they renew in March and want a second quote");
  expect(JSON.stringify(entries[0])).toContain("Add a note to Copperfield Robotics");
});

it("seed 003:520: a bare new account answers with its number; a place that was said is kept", async () => {
  const asked = await ask("Create an account for Zephyr Kites in Elgin, IL");
  if (asked.type !== "confirmation_required") throw new Error(JSON.stringify(asked));
  const placed = await confirm(asked.session_id, {});
  const id = "account_id" in placed ? (placed.account_id ?? "") : "";
  expect(placed).toMatchObject({ type: "success", account_name: "Zephyr Kites" });
  expect((await open(id)).state?.location).toBe("Elgin, IL");

  const bare = await ask("Please create an account for Onyx Harbor Freight");
  if (bare.type !== "confirmation_required") throw new Error(JSON.stringify(bare));
  const made = await confirm(bare.session_id, {});
  const number = "account_id" in made ? (made.account_id ?? "") : "";
  expect(number, JSON.stringify(made)).toMatch(/^\d+$/);
  expect(made).toMatchObject({
    type: "success",
    account_name: "Onyx Harbor Freight",
    message: `Created new account: Onyx Harbor Freight (ID: ${number}).`,
  });
});

it("an update whose account had to be chosen first is made in the words of the request", async () => {
  const id = await makeAccount("Marigold Bay Bindery");
  const asked = await ask("Add a note: the press needs its own cover");
  expect(asked.type).toBe("clarification_needed");
  const answered = await dana.json<AccountAnswer>("POST", "/api/accounts/query", {
    query: "Marigold Bay Bindery",
    conversationId: asked.conversationId,
  });
  expect(answered).toMatchObject({ type: "success", account_id: id });
  expect((await open(id)).state?.notes).toContain("the press needs its own cover");
});

it("that doesn't exist yet is made in a chat once a person approves, and takes the note along", async () => {
  await page.goto(`${sharedPlace().appUrl}/accounts`);
  await page.getByRole("link", { name: "Ask the accounts" }).click();
  const message = page.getByRole("textbox", { name: "Message to Steward" });
  await message.fill("Add a note to Harbor Point Brewing: the owner travels until Friday");
  await message.press("Enter");
  await button("Create it").click();
  await button(/^(?:Approve|Create)/)
    .first()
    .click();
  await eventually("it is there, with its note", async () => {
    const { items } = await dana.json<{ items: { id: string }[] }>("GET", "/api/accounts?q=harbor%20point");
    const [made] = items;
    return made !== undefined && (await open(made.id)).state?.notes.includes("travels until Friday") === true;
  });
});

it("has the fields of its trade: set up by an admin, filled in, sorted by, filtered by days, and added up", async () => {
  const { appUrl } = sharedPlace();
  await page.goto(`${appUrl}/settings/account-stages`);
  const section = region("Account fields");
  await button("Use the usual ones for insurance", section).click();
  await button("Save fields", section).click();
  await page.getByText("Fields saved.").waitFor();

  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const [name, renewal, premium] of [
    ["Fern Dental", day(20), "$1,200"],
    ["Gull Roofing", day(200), "3.4k"],
  ] as const) {
    await makeAccount(name);
    await button("Edit").first().click();
    const form = page.getByRole("dialog", { name: "Edit account" });
    await form.getByLabel("Renewal date").fill("whenever");
    await form.getByText("Write a date such as 3/1/2027.").waitFor();
    expect(await button("Save", form).isDisabled()).toBe(true);
    await form.getByLabel("Renewal date").fill(renewal);
    await form.getByLabel("Premium").fill(premium);
    await form.getByLabel("Carrier").fill("Travelers");
    await button("Save", form).click();
    await form.waitFor({ state: "hidden" });
    await region("Details").getByText("Travelers").waitFor();
  }

  await page.goto(`${appUrl}/accounts`);
  await choose(page.getByRole("combobox", { name: "Sort by" }), "By premium");
  const rows = page.getByRole("list", { name: "Accounts" }).getByRole("listitem");
  await expect.poll(() => rows.first().textContent()).toContain("$3,400");
  expect(await rows.nth(1).textContent()).toContain("Fern Dental");
  // Those without one follow.
  expect(await rows.count()).toBeGreaterThan(2);
  await page.getByText("$4,600", { exact: true }).waitFor();
  await choose(page.getByRole("combobox", { name: "Sort by" }), "By renewal date");
  await choose(page.getByRole("combobox", { name: "Days of Renewal date" }), "Next 60 days");
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.first().textContent()).toContain("Fern Dental");
  await page.getByText("$1,200", { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await page.screenshot({
    path: process.env["SHOTS"] === undefined ? undefined : `${process.env["SHOTS"]}/accounts.png`,
  });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 860 });
});
