/** What is done most in a project of thousands of tasks, on its board and in its list: a task opened and moved, a filter changed. */
import type { Page } from "playwright-core";
import type { ClickFigures } from "./click-routes.ts";
import { quantile } from "./figures.ts";

interface Act {
  readonly name: string;
  readonly do: (page: Page) => Promise<unknown>;
  /** JavaScript that is true once the page shows what was asked for. */
  readonly isShown: string;
}

const CARDS = (column: string): string => `[data-column=${column}] [data-card]`;
const CHIP = `[aria-label="Remove the filter Overdue"]`;
const FILTERED: readonly Act[] = [
  {
    name: "the menu of filters opened",
    do: (page) => page.getByRole("button", { name: "Filter", exact: true }).click(),
    isShown: `document.querySelector("[role=menu]") !== null`,
  },
  {
    name: "a filter set",
    do: (page) => page.getByRole("menuitem", { name: "Overdue" }).click(),
    isShown: `document.querySelector('${CHIP}') !== null`,
  },
  {
    name: "a filter removed",
    do: (page) => page.locator(CHIP).click(),
    isShown: `document.querySelector('${CHIP}') === null`,
  },
];
const opened = (task: string): readonly Act[] => [
  {
    name: "a task opened",
    do: (page) => page.locator(task).nth(2).click(),
    isShown: `document.querySelector('aside[aria-label^="Task: "]') !== null`,
  },
  {
    name: "the task closed",
    do: (page) => page.keyboard.press("Escape"),
    isShown: `document.querySelector('aside[aria-label^="Task"]') === null`,
  },
];

const BOARD: readonly Act[] = [
  ...opened("[data-card] a"),
  {
    name: "a card moved to the next column",
    do: async (page) => {
      const card = page.locator(CARDS("created")).nth(1);
      await page.evaluate(`moved = ${JSON.stringify(await card.getAttribute("data-card"))}`);
      await card.locator("a").press("Shift+ArrowRight");
    },
    isShown: `[...document.querySelectorAll("${CARDS("in_progress")}")].some((card) => card.dataset.card === moved)`,
  },
  ...FILTERED,
];

const LIST: readonly Act[] = [
  ...opened("[data-task]"),
  {
    name: "a task selected",
    do: (page) => page.getByRole("checkbox").nth(2).click(),
    isShown: `document.querySelector("[role=toolbar]") !== null`,
  },
  ...FILTERED,
];

/** Does each of them `rounds` times; the list is grouped, so that it holds all of its tasks. */
export async function measureLongProject(
  page: Page,
  projectUrl: string,
  rounds: number,
): Promise<ClickFigures[]> {
  const times = new Map<string, { answeredMs: number; shownMs: number }[]>();
  for (let round = 0; round < rounds; round++)
    for (const [where, path, acts] of [
      ["board", "", BOARD],
      ["list", "/list?group=status", LIST],
    ] as const) {
      await page.goto(projectUrl + path, { waitUntil: "networkidle" });
      for (const act of acts) {
        await page.evaluate(`watchFor(() => ${act.isShown})`);
        await act.do(page);
        const name = `${where} of thousands: ${act.name}`;
        const time = await page.evaluate<{ answeredMs: number; shownMs: number }>("clicked");
        times.set(name, [...(times.get(name) ?? []), time]);
        await page.waitForLoadState("networkidle");
      }
    }
  return [...times].map(([route, all]) => ({
    route,
    answeredMs: quantile(
      all.map(({ answeredMs }) => answeredMs),
      0.5,
    ),
    shownMs: quantile(
      all.map(({ shownMs }) => shownMs),
      0.5,
    ),
  }));
}
