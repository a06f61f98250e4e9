/** What is on record of a run, as people look it through: its steps and sub-runs, what hooks decided, and whether it was right. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { runSchema, runTraceSchema } from "../../src/agent/api/run.ts";
import { choose, closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";

type Run = z.infer<typeof runSchema>;
type Trace = z.infer<typeof runTraceSchema>;

let page: Page;
let dana: Client;
let run: Run;

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const conversation = await dana.json<{ id: string }>("POST", "/api/conversations", {});
  await dana.send(conversation.id, "Who is Maria Lopez?");
  run = await eventually("the run is on record", async () => {
    const { items } = await dana.json<{ items: Run[] }>("GET", `/api/runs?conversationId=${conversation.id}`);
    return items.find(({ finishedAt }) => finishedAt !== null) ?? null;
  });
  page = await signedInPage("Dana Whitfield");
});
afterAll(closeBrowser);

describe("a run on record", () => {
  it("is found from the hook log, which is filtered by hook and decision", async () => {
    await page.goto(`${sharedPlace().appUrl}/settings/hooks`);
    await page.getByRole("link", { name: "Open the run" }).first().waitFor();
    await choose(page.getByRole("combobox", { name: "Decision" }), "denied");
    await choose(page.getByRole("combobox", { name: "Hook" }), "rate limit");
    await page.getByText("No decisions match.").waitFor();
    await choose(page.getByRole("combobox", { name: "Decision" }), "any decision");
    await page.getByText("rate limit: admitted").first().waitFor();
    expect(await overflowsSideways(page)).toBe(false);
    await page.locator(`a[href="/activity/${run.id}"]`).first().click();
    await page.getByText(/^Hook/).first().waitFor();
  });

  it("shows what it handed to other agents, step by step", async () => {
    const trace = await dana.json<Trace>("GET", `/api/runs/${run.id}`);
    const part = {
      ...trace,
      id: "sub_1",
      parentRunId: run.id,
      agentTitle: "Fact finder",
      preview: "Find it",
    };
    const { subRuns: _, ...sub } = part;
    await page.route(`**/api/runs/${run.id}`, (route) =>
      route.fulfill({ json: { ...trace, fallbacks: 2, subRuns: [sub] } }),
    );
    await page.goto(`${sharedPlace().appUrl}/activity/${run.id}`);
    const handed = page.getByRole("region", { name: "Handed to other agents" });
    await handed.getByText("Fact finder: “Find it”").click();
    await handed.getByText("Model call", { exact: true }).first().waitFor();
    expect(await handed.getByRole("link", { name: "Open as a run" }).getAttribute("href")).toBe(
      "/activity/sub_1",
    );
    await page.getByText("Answered by another model").waitFor();
    await page.unroute(`**/api/runs/${run.id}`);
  });

  it("says why it failed, what to do, and where its log is", async () => {
    const trace = await dana.json<Trace>("GET", `/api/runs/${run.id}`);
    const failure = {
      code: "upstream_failed",
      sentence: "The model couldn’t be reached.",
      next: "Send a message to try again.",
      requestId: "req_2",
    };
    await page.route(`**/api/runs/${run.id}`, (route) =>
      route.fulfill({ json: { ...trace, failure, logsUrl: "https://logs.example/?q=1" } }),
    );
    await page.goto(`${sharedPlace().appUrl}/activity/${run.id}`);
    await page.getByText("The model couldn’t be reached.").waitFor();
    await page.getByText(`run ${run.id}, request req_2, upstream_failed`).waitFor();
    await page.getByRole("button", { name: "Copy reference" }).waitFor();
    expect(await page.getByRole("link", { name: "Open logs" }).getAttribute("href")).toBe(
      "https://logs.example/?q=1",
    );
    expect(await overflowsSideways(page)).toBe(false);
    await page.unroute(`**/api/runs/${run.id}`);
  });

  it("is marked right once, by name", async () => {
    await page.goto(`${sharedPlace().appUrl}/activity/${run.id}`);
    await page.getByRole("button", { name: "Right", exact: true }).click();
    await page.getByText(/^Marked right by Dana Whitfield/).waitFor();
    const { review } = await dana.json<Trace>("GET", `/api/runs/${run.id}`);
    expect(review).toMatchObject({ accepted: true, by: "Dana Whitfield" });
  });
});

describe("the record of evaluation", () => {
  it("says what is measured beside its line, and opens to all results by keys; on a phone, too", async () => {
    await page.goto(`${sharedPlace().appUrl}/settings/figures`);
    await page.getByRole("link", { name: "Evaluation" }).first().click();
    const plans = page.getByRole("region", { name: "Plan generator" });
    await plans.getByText("A case is right when the plan is whole", { exact: false }).waitFor();
    await plans
      .getByText(/of \d+ right · line 80%/)
      .first()
      .waitFor();
    await plans.getByText("All results").press("Enter");
    await plans.getByRole("cell", { name: "Checks, without a model" }).first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowsSideways(page)).toBe(false);
  });
});
