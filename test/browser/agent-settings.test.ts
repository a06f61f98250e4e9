/** One agent's settings, as an admin sets them and a member reads them (seed 004:371–386, 453–464). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AgentSettingsView } from "../../src/agent/api/agent.ts";
import { choose, closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { signInAs, type Client } from "../support/client.ts";

let dana: Client;
let page: Page;

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  page = await signedInPage("Dana Whitfield");
});
afterAll(closeBrowser);

const settings = (name: string): Promise<AgentSettingsView> =>
  dana.json<AgentSettingsView>("GET", `/api/agents/${name}/settings`);

async function open(name: string): Promise<void> {
  await page.goto(`${sharedPlace().appUrl}/settings/agents/${name}`);
  await page.getByRole("region", { name: "Settings", exact: true }).last().waitFor();
}

async function save(): Promise<void> {
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByRole("button", { name: "Save settings" }).waitFor({ state: "hidden" });
}

it("a writer of plans is turned off and on, on another model, with its true limit and fewer facts", async () => {
  await open("wbs-generator");
  await page.getByText("It answers a single question, with at most 2 model calls.").waitFor();
  await choose(page.getByRole("combobox", { name: /^Whether .* is on$/ }), "off");
  await page.getByRole("textbox", { name: "Tokens of project facts per run" }).fill("500");
  await page
    .getByText("Tokens of project facts must be a whole number from 1,000 to 200,000.")
    .first()
    .waitFor();
  await page.getByRole("textbox", { name: "Tokens of project facts per run" }).fill("5000");
  await choose(page.getByRole("combobox", { name: "Model" }), /Haiku/);
  await save();
  expect((await settings("wbs-generator")).settings).toMatchObject({
    enabled: false,
    tokenBudget: 5000,
    modelOverride: "cheap",
  });
  await page.goto(`${sharedPlace().appUrl}/settings/agents`);
  await page.getByText("Off ·").waitFor();
  await open("wbs-generator");
  await choose(page.getByRole("combobox", { name: /^Whether .* is on$/ }), "on");
  await page.getByRole("textbox", { name: "Tokens of project facts per run" }).fill("");
  await save();
  expect((await settings("wbs-generator")).settings).toMatchObject({ enabled: true, tokenBudget: null });
});

// Seed 000:155: the window of a chat, up to 170,000 tokens before it is summarized.
it("Steward's working window is enlarged, at a price that the page names, and never made smaller", async () => {
  await open("steward");
  const box = page.getByRole("textbox", { name: "Tokens of a chat it works with" });
  await page
    .getByText(/^Above 34,000 tokens, the older part of a chat becomes a summary;.*costs \$/)
    .waitFor();
  await box.fill("20000");
  await page.getByText("Tokens of a chat must be a whole number from 40,000 to 200,000.").first().waitFor();
  await box.fill("200000");
  await page.getByText(/^Above 170,000 tokens/).waitFor();
  await save();
  expect((await settings("steward")).settings.tokenBudget).toBe(200_000);
  await page.reload();
  await page.getByText(/a working window of 200,000 tokens/).waitFor();
  await box.fill("");
  await save();
  expect((await settings("steward")).settings.tokenBudget).toBeNull();
});

it("Steward's tools are ruled one by one, and its hours are set; it can't be turned off", async () => {
  await open("steward");
  expect(await page.getByRole("combobox", { name: /^Whether .* is on$/ }).count()).toBe(0);
  await page.getByText(/^Tools: all \d+ as the policy says$/).click();
  await choose(page.getByRole("combobox", { name: "Text someone: rule for this agent" }), "Never");
  await choose(
    page.getByRole("combobox", { name: "When it may act without asking" }),
    /only during these hours/,
  );
  await save();
  expect((await settings("steward")).settings).toMatchObject({
    rules: { deny: ["send_message"], allow: [], ask: [] },
    hours: { from: "08:00", to: "18:00" },
  });
  await choose(
    page.getByRole("combobox", { name: "Text someone: rule for this agent" }),
    "As the policy says",
  );
  await choose(page.getByRole("combobox", { name: "When it may act without asking" }), /at any hour/);
  await save();
  expect((await settings("steward")).settings).toMatchObject({ rules: { deny: [] }, hours: null });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 860 });
});
