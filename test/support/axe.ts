/** axe-core in a page, asked for WCAG 2.2 A and AA, in both widths and both themes. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { BrowserContext, Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** How a page is looked at. */
export interface Look {
  readonly width: "wide" | "narrow";
  readonly theme: "light" | "dark";
}

const VIEWPORTS = { wide: { width: 1280, height: 860 }, narrow: { width: 360, height: 740 } } as const;

/** Both widths, both themes. */
export const ALL_LOOKS: readonly Look[] = [
  { width: "wide", theme: "light" },
  { width: "wide", theme: "dark" },
  { width: "narrow", theme: "dark" },
  { width: "narrow", theme: "light" },
];

/** Each width and each theme once. */
export const TWO_LOOKS: readonly Look[] = [
  { width: "wide", theme: "light" },
  { width: "narrow", theme: "dark" },
];

/** What is wrong, in a line each: rule, where, why. `passed` counts the rules that found something to judge and were content. */
export interface Findings {
  readonly problems: string[];
  readonly passed: number;
}

/** Brings axe into every page of a context. */
export async function withAxe(context: BrowserContext): Promise<void> {
  const path = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await context.addInitScript({ content: await readFile(path, "utf8") });
}

/** Gives a page a width and a theme, as a device would, and waits until colours have faded over. */
export async function takeLook(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize(VIEWPORTS[width]);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.waitForFunction(
    (mode) => document.documentElement.dataset["mode"] === mode && document.getAnimations().length === 0,
    theme,
    { polling: 30 },
  );
}

/** Rules whose answer depends on the look; all others see the same elements. */
const OF_LOOKS = ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"];

/** Judges the page as it is: by every rule, or by those that a theme or a width can change. */
export async function judge(page: Page, rules: "all" | "of looks" = "all"): Promise<Findings> {
  const runOnly =
    rules === "all" ? { type: "tag" as const, values: TAGS } : { type: "rule" as const, values: OF_LOOKS };
  const results = await page.evaluate(
    (only) =>
      (
        window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } }
      ).axe.run(document, {
        runOnly: only,
        // Off unless asked for, though part of 2.2 AA.
        rules: { "target-size": { enabled: true } },
        resultTypes: ["violations"],
      }),
    runOnly,
  );
  return {
    problems: results.violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(" ")}: ${(failureSummary ?? "").split("\n").slice(1).join("; ").trim()}`,
      ),
    ),
    passed: results.passes.length,
  };
}

/** Judges the page in several looks, by every rule once in each width; each problem names its look. */
export async function judgeLooks(page: Page, looks: readonly Look[]): Promise<Findings> {
  const problems: string[] = [];
  let passed = 0;
  for (const [index, look] of looks.entries()) {
    await takeLook(page, look);
    const known = looks.slice(0, index).some(({ width }) => width === look.width);
    const found = await judge(page, known ? "of looks" : "all");
    problems.push(...found.problems.map((problem) => `${look.width} ${look.theme}: ${problem}`));
    passed += found.passed;
  }
  return { problems, passed };
}
