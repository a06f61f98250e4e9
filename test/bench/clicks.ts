/** Speed as felt: a click in Chromium on every page of the app, each from a page that was loaded anew. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Stack } from "../../scripts/stack.ts";
import { closeBrowser, newContext, signIn } from "../support/browser.ts";
import { eventually } from "../support/client.ts";
import { makeLongProject } from "../support/long-project.ts";
import { makeShownWorld } from "../support/shown-world.ts";
import { clicksOn, type Click, type ClickFigures } from "./click-routes.ts";
import { quantile } from "./figures.ts";
import { measureLongProject } from "./long-project-acts.ts";

const LONG = "long";
/** Pages that no page of Dana's links to. */
const UNLINKED = /\/none$|^\/operator$|^\/start$/;

/** Runs within the page: what nothing is linked to from, a link opens that is put there. */
function linkTo(to: string): void {
  const link = document.createElement("a");
  link.href = to;
  link.textContent = to;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    history.pushState({}, "", to);
  });
  document.querySelector("main")?.insertAdjacentElement("afterbegin", link);
}

async function clickOnce(page: Page, appUrl: string, { from, to, shows, narrow }: Click) {
  await page.setViewportSize(narrow ? { width: 360, height: 740 } : { width: 1280, height: 860 });
  await page.goto(appUrl + from, { waitUntil: "networkidle" });
  if (UNLINKED.test(to)) await page.evaluate(linkTo, to);
  const link = page
    .locator(to.endsWith("/") ? `a[href^="${to}"]:not([href="${to}import"])` : `a[href="${to}"]`)
    .filter({ visible: true })
    .first();
  const href = (await link.getAttribute("href")) ?? to;
  const path = decodeURIComponent(href.split("?")[0] ?? "");
  await page.evaluate(`watchClick(${JSON.stringify(path)}, ${JSON.stringify(shows.source)})`);
  await link.click();
  return page.evaluate<{ answeredMs: number; shownMs: number }>("clicked");
}

/** Clicks on so many of the pages, and in a project of many tasks, `rounds` times each. */
export async function measureClicks(
  stack: Stack,
  dataDir: string,
  { rounds, pages, tasks }: { readonly rounds: number; readonly pages: number; readonly tasks: number },
  say: (line: string) => void = () => undefined,
): Promise<ClickFigures[]> {
  const world = await makeShownWorld(stack, dataDir);
  await stack.tick();
  await eventually("the contacts are read", async () => {
    const { items } = await world.dana.json<{ items: unknown[] }>("GET", "/api/contacts");
    return items.length > 0;
  });
  await makeLongProject(world.dana, { id: LONG, tasks });
  const { items } = await world.dana.json<{ items: { id: string }[] }>("GET", "/api/runs?limit=1");
  const context = await newContext();
  await context.addInitScript({ path: join(import.meta.dirname, "click-watch.js") });
  const page = await context.newPage();
  await signIn(page, "Dana Whitfield", stack);
  const figures: ClickFigures[] = [];
  for (const click of clicksOn(world, items[0]?.id ?? "").slice(0, pages)) {
    const rounded: { answeredMs: number; shownMs: number }[] = [];
    for (let round = 0; round < rounds; round++) rounded.push(await clickOnce(page, stack.appUrl, click));
    const middle = (pick: (one: { answeredMs: number; shownMs: number }) => number): number =>
      quantile(rounded.map(pick), 0.5);
    const figure = {
      route: click.route,
      answeredMs: middle((one) => one.answeredMs),
      shownMs: middle((one) => one.shownMs),
    };
    figures.push(figure);
    say(`${figure.route}: ${figure.answeredMs.toFixed(0)} and ${figure.shownMs.toFixed(0)} ms`);
  }
  say(`a project of ${tasks} tasks`);
  figures.push(...(await measureLongProject(page, `${stack.appUrl}/projects/${LONG}`, rounds)));
  await closeBrowser();
  return figures;
}
