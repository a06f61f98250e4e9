/** A project as a team works on it: tasks made and moved by keys and mouse, changed at once for everybody, taken back, and kept when two people meet. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TaskSheet } from "../../src/projects/api/projects-tasks.ts";
import { closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { makeLongProject } from "../support/long-project.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { says, script } from "../support/scripted.ts";

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

const go = (path: string): Promise<unknown> => page.goto(`${sharedPlace().appUrl}${path}`);
const column = (name: string): Locator => page.getByRole("region", { name: new RegExp(`^${name}, \\d`) });
const sheet = (): Locator => page.getByRole("complementary", { name: /^Task/ });
const taskOf = async (id: string) => (await dana.json<TaskSheet>("GET", `/api/tasks/${id}`)).task;

/** A project with some tasks; their ids are its own with a number behind. */
async function makeProject(id: string, titles: readonly string[]): Promise<void> {
  await dana.json("POST", "/api/projects", { id, name: `Project ${id}`, status: "active" });
  for (const [at, title] of titles.entries())
    await dana.json("POST", "/api/tasks", { id: `${id}-${at}`, projectId: id, title });
}

it("is made from its name, and takes tasks one after the other without leaving the keyboard", async () => {
  await go("/projects");
  await page.getByRole("button", { name: "New project" }).first().click();
  const form = page.getByRole("dialog", { name: "New project" });
  await form.getByLabel("Name").fill("Turnover of 12 Alder Ct #2");
  await form.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { name: "Turnover of 12 Alder Ct #2", level: 1 }).waitFor();
  await column("To do").waitFor();
  await page.keyboard.press("c");
  const box = page.getByRole("textbox", { name: "New task in To do" });
  for (const title of ["Walk through the unit", "Paint", "Change the locks"]) {
    await box.fill(title);
    await box.press("Enter");
    await column("To do").getByText(title, { exact: true }).waitFor();
  }
  await column("To do")
    .getByRole("heading", { name: /To do\s*3/ })
    .waitFor();
});

it("moves a card by keys and by mouse, at once on the page and on the server, and takes it back", async () => {
  await makeProject("boarded", ["Order the panel", "Pull new wire"]);
  await go("/projects/boarded");
  await column("To do").getByText("Order the panel").waitFor();
  await column("To do")
    .getByRole("link", { name: /Order the panel/ })
    .focus();
  await page.keyboard.press("Shift+ArrowRight");
  await column("In progress")
    .getByRole("link", { name: /Order the panel/ })
    .waitFor();
  await eventually("the server knows", async () => (await taskOf("boarded-0")).status === "in_progress");
  await page.getByRole("button", { name: "Undo" }).click();
  await column("To do")
    .getByRole("link", { name: /Order the panel/ })
    .waitFor();
  expect((await taskOf("boarded-0")).status).toBe("created");

  await column("To do").getByText("Pull new wire").dragTo(column("Blocked"));
  await column("Blocked")
    .getByRole("link", { name: /Pull new wire/ })
    .waitFor();
  await eventually("the server knows", async () => (await taskOf("boarded-1")).status === "blocked");
});

it("shows what a colleague does without a reload", async () => {
  await makeProject("lively", ["Read the meters"]);
  await go("/projects/lively");
  await column("To do").getByText("Read the meters").waitFor();
  const { version } = await taskOf("lively-0");
  await marcus.json("PATCH", "/api/tasks/lively-0", { status: "in_review", version });
  await column("In review").getByText("Read the meters").waitFor();
  await marcus.json("POST", "/api/tasks", { projectId: "lively", title: "Send the readings" });
  await column("To do").getByText("Send the readings").waitFor();
});

it("says what a colleague changed first, loses nothing, and applies mine where I say so", async () => {
  await makeProject("met", ["Book the elevator"]);
  await go("/projects/met?task=met-0");
  await sheet().getByRole("button", { name: "Book the elevator" }).waitFor();
  // The page hears nothing of it: as on a line that has just dropped.
  await page.route("**/api/tasks/some*", (route) => route.abort());
  await page.context().setOffline(true);
  const { version } = await taskOf("met-0");
  await marcus.json("PATCH", "/api/tasks/met-0", { priority: "critical", version });
  await page.context().setOffline(false);
  await page.unroute("**/api/tasks/some*");
  await sheet().getByRole("button", { name: "Book the elevator" }).click();
  await sheet().getByRole("textbox", { name: "Title" }).fill("Book the freight elevator");
  await page.keyboard.press("Enter");
  await eventually("mine is kept in the end", async () => {
    const anyway = page.getByRole("button", { name: "Apply mine anyway" });
    if (await anyway.isVisible()) await anyway.click();
    return (await taskOf("met-0")).title === "Book the freight elevator";
  });
  expect((await taskOf("met-0")).priority).toBe("critical");
});

it("changes many at once in the list, and finds one by its words", async () => {
  await makeProject("listed", ["Inspect unit 1", "Inspect unit 2", "Order filters"]);
  await go("/projects/listed/list");
  await page.getByRole("link", { name: /Inspect unit 1/ }).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Selected tasks" });
  await bar.getByText("2 tasks selected").waitFor();
  await bar.getByRole("button", { name: "Priority" }).click();
  await page.getByRole("menuitem", { name: /Critical/ }).click();
  await eventually("both are critical", async () => {
    const all = await Promise.all([0, 1, 2].map((at) => taskOf(`listed-${at}`)));
    return all.map(({ priority }) => priority === "critical").join() === "true,true,false";
  });
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search tasks" }).fill("filters");
  await page
    .getByRole("link", { name: /Inspect unit/ })
    .first()
    .waitFor({ state: "detached" });
  await page.getByRole("link", { name: /Order filters/ }).waitFor();
});

it("draws only the tasks in sight of a long project, on the board and in the list", async () => {
  await makeLongProject(dana, { id: "long", tasks: 300, statuses: ["created"] });
  await go("/projects/long");
  await page.getByRole("heading", { name: /To do\s*300/ }).waitFor();
  const cards = page.locator("[data-card]");
  const drawn = async (all: Locator): Promise<void> => {
    await all.first().waitFor();
    expect(await all.count()).toBeLessThan(60);
  };
  await page.getByRole("button", { name: "240 more" }).click();
  await page.getByRole("button", { name: "190 more" }).waitFor();
  await drawn(cards);
  // Another project’s changes are none of the board. A new phase has it asked for again: it keeps what was scrolled to.
  const boards: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/projects/long/board")) boards.push(request.url());
  });
  await makeLongProject(dana, { id: "beside", tasks: 60, statuses: ["created"] });
  const askedAgain = page.waitForResponse((response) =>
    /\/api\/tasks\?.*status=created/.test(response.url()),
  );
  await dana.json("POST", "/api/project-phases", {
    id: "long-finishes",
    projectId: "long",
    name: "Finishes",
  });
  await askedAgain;
  expect(boards).toHaveLength(1);
  await page.getByRole("button", { name: "190 more" }).waitFor();
  await page.getByRole("button", { name: "240 more" }).waitFor({ state: "detached" });
  await go("/projects/long/list?group=priority");
  await page.getByRole("table", { name: "Tasks" }).and(page.locator("[aria-rowcount='305']")).waitFor();
  await drawn(page.locator("[data-task]"));
});

it("fits a phone, where a card is moved by its menu and a task fills the screen", async () => {
  await makeProject("phoned", ["Call the vendor"]);
  const phone = await signedInPage("Dana Whitfield", { narrow: true });
  for (const path of ["/projects", "/projects/phoned", "/projects/phoned/list", "/work"]) {
    await phone.goto(`${sharedPlace().appUrl}${path}`);
    await phone.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await overflowsSideways(phone), path).toBe(false);
  }
  await phone.goto(`${sharedPlace().appUrl}/projects/phoned`);
  await phone.getByRole("button", { name: "Actions for Call the vendor" }).click();
  await phone.getByRole("menuitem", { name: "Move to" }).click();
  await phone.getByRole("menuitem", { name: "Done" }).click();
  await eventually("the server knows", async () => (await taskOf("phoned-0")).status === "completed");
  await phone.goto(`${sharedPlace().appUrl}/tasks/phoned-0`);
  await phone.getByRole("complementary", { name: "Task: Call the vendor" }).waitFor();
  await phone.getByRole("button", { name: "Back" }).click();
  await phone.getByRole("complementary").waitFor({ state: "detached" });
  await phone.context().close();
});

it("helps with a document's words: the part that is selected is suggested anew, taken or left, and taken back", async () => {
  const { sandboxUrl } = sharedPlace();
  await makeProject("helped", []);
  const marker = `helped-${Date.now().toString(36)}`;
  const first = `The rough-in ${marker} is behind.`;
  const { record } = await dana.json<{ record: { path: string } }>("POST", "/api/project-documents", {
    projectId: "helped",
    title: "Status",
    kind: "report",
    content: `# Status\n\n${first}\n`,
  });
  const better = "The wiring behind the walls is two days late.";
  await script(sandboxUrl, marker, [says(better), says(better)]);
  await go(`/workspace/${record.path}`);
  const text = page.getByRole("textbox", { name: /^Text of/ });
  await text.getByText(first).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  const ask = async (): Promise<void> => {
    await page.getByRole("button", { name: "Help me write" }).click();
    await page.getByRole("menuitem", { name: "Plain business words" }).click();
    await page.getByText("Suggested text").waitFor();
    await page.getByText(better).first().waitFor();
  };
  await ask();
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await text.innerText()).toContain(first);
  await ask();
  await page.getByRole("button", { name: "Use it" }).click();
  await text.getByText(better).waitFor();
  expect(await text.innerText()).toContain("# Status");
  expect(await text.innerText()).not.toContain(marker);
  await page.keyboard.press("Control+z");
  await text.getByText(first).waitFor();
  await page.keyboard.press("Control+Shift+z");
  await text.getByText(better).waitFor();
  await page.getByText("Unsaved", { exact: true }).waitFor();
  await page.keyboard.press("Control+s");
  await eventually("the document is saved", async () => {
    const { content } = await dana.json<{ content: string }>(
      "GET",
      `/api/workspace/read?path=${encodeURIComponent(record.path)}`,
    );
    return content === `# Status\n\n${better}\n`;
  });
});

// Seed 004:505–894.
it("shows what agents made whole, lets a plan be changed before it is made, and says what was learned", async () => {
  const { sandboxUrl } = sharedPlace();
  const id = `shown-${Date.now()}`;
  await makeProject(id, ["Paint the hall"]);
  await go(`/projects/${id}/agents`);
  const marker = `PLAN-${id}`;
  const task = { title: "Lay tiles", description: "Two rows", priority: "high", estimated_effort: 5 };
  const parts = [{ title: "Cut them", estimated_effort: 2 }];
  const tasks = [{ ...task, dependencies: [], sub_tasks: parts }];
  const plan = { phases: [{ name: "Bath", description: "The bath first", tasks }], confidence: 0.8 };
  await script(sandboxUrl, marker, [says(JSON.stringify(plan))]);
  const card = page.getByRole("region", { name: "Plan generator" });
  await card.getByLabel("Describe what to plan").fill(marker);
  await card.getByRole("button", { name: "Plan it" }).click();
  for (const words of ["The bath first", "Two rows", "Cut them"]) await card.getByText(words).waitFor();
  await card.getByRole("button", { name: "Change it first" }).click();
  await card.getByLabel("Title").first().fill("Lay the tiles");
  await card.getByRole("button", { name: "Remove the subtask Cut them" }).click();
  await card.getByRole("button", { name: "Accept" }).click();
  await eventually("the changed plan is made", async () => {
    const { items } = await dana.json<{ items: { title: string }[] }>("GET", `/api/tasks?projectId=${id}`);
    const titles = items.map(({ title }) => title);
    return titles.includes("Lay the tiles") && !titles.includes("Cut them") ? true : null;
  });
  await go("/projects");
  await page.getByRole("link", { name: "What we learned" }).click();
  const learning = page.getByRole("region", { name: "Learning agent" });
  await learning.getByLabel(/^How often/).waitFor();
  await learning.getByRole("button", { name: "Run now" }).click();
  await learning.getByText(/tasks finished in two weeks on average/).waitFor();
  await learning.getByRole("button", { name: "Not this time" }).click();
  await learning.getByText(/Not accepted/).waitFor();
});

it("lets an agent act by one click on its scorecard, and takes it back by another", async () => {
  await go("/settings/agents/wbs-generator");
  const card = page.getByRole("region", { name: "Scorecard" });
  await card.getByText("It proposes, and people decide.").waitFor();
  await card.getByRole("button", { name: "Promote: let it act" }).click();
  await card.getByText("It acts on its own.").waitFor();
  const modeOf = async (): Promise<string> =>
    (await dana.json<{ mode: string }>("GET", "/api/agent-scorecards/wbs-generator")).mode;
  expect(await modeOf()).toBe("execute");
  await card.getByRole("button", { name: "Take back: only propose" }).click();
  await card.getByText("It proposes, and people decide.").waitFor();
  expect(await modeOf()).toBe("propose");
});
