/**
 * `npm run screenshots`: starts the product, fills it with a day's work and captures every page, light and dark, wide and narrow, in
 * `dist/screenshots` with a contact sheet. For human review. `-- <part of a name>` selects pages, `-- --out <folder>` changes the folder.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { chromiumPath } from "../test/support/browser-binary.ts";
import { newProduct } from "../test/support/prepared.ts";
import { shownOpenings } from "../test/support/shown-openings.ts";
import { makeShownWorld, shownPages, type ShownPage, type ShownWorld } from "../test/support/shown-world.ts";
import { freePort } from "../test/support/test-env.ts";
import { startStack, type Stack } from "./stack.ts";

const { values, positionals } = parseArgs({
  options: { out: { type: "string" } },
  allowPositionals: true,
});
const FOLDER = resolve(values.out ?? join(import.meta.dirname, "..", "dist", "screenshots"));
const WIDTHS = { wide: { width: 1280, height: 860 }, narrow: { width: 360, height: 740 } } as const;
const TALL_MAX = 4000;
const only = positionals[0];

/** A view and its file. */
interface Shot {
  readonly name: string;
  readonly look: string;
  readonly file: string;
}

const shots: Shot[] = [];
/** Problems; any makes the command fail at the end. */
const missed: string[] = [];

async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromiumPath(),
    args: [
      ...chromium.args.filter((argument) => !/^--(single-process|headless)/.test(argument)),
      "--no-sandbox",
    ],
    headless: true,
  });
}

/** Captures all four variants, switching theme and width in place as on a real device. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(page);
      const look = `${width}-${colorScheme}`;
      const file = `${name}.${look}.png`;
      await page.screenshot({ path: join(FOLDER, file) });
      shots.push({ name, look, file });
    }
  }
}

/** Captures scrollable content in full. */
async function shootTall(page: Page, name: string): Promise<void> {
  await page.setViewportSize(WIDTHS.wide);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const hidden = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll("main *")].map((one) => one.scrollHeight - one.clientHeight),
    ),
  );
  if (hidden < 40) return;
  await page.setViewportSize({ ...WIDTHS.wide, height: Math.min(WIDTHS.wide.height + hidden, TALL_MAX) });
  await settled(page);
  const file = `${name}.tall-light.png`;
  await page.screenshot({ path: join(FOLDER, file) });
  shots.push({ name, look: "tall-light", file });
}

/** Waits for theme transitions, which run level by level. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(150);
  await page
    .waitForFunction(() => document.getAnimations().length === 0, undefined, { timeout: 5000 })
    .catch(() => null);
  await page.waitForTimeout(100);
}

async function appeared(page: Page, name: string, shows: RegExp): Promise<void> {
  await page
    .waitForFunction((source) => new RegExp(source, "i").test(document.body.innerText), shows.source, {
      timeout: 15_000,
    })
    .catch(() => missed.push(`${name}: did not show ${shows.source}`));
  await page.waitForTimeout(250);
}

async function visit(page: Page, origin: string, { name, path, shows }: ShownPage): Promise<void> {
  if (only !== undefined && !name.includes(only)) return;
  await reach(page, name, async () => {
    await page.goto(origin + path);
    await appeared(page, name, shows);
    await shoot(page, name);
    await shootTall(page, name);
  });
}

/** Reports and skips a page that fails to load, since the others are still useful. */
async function reach(page: Page, name: string, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize(WIDTHS.wide);
  await look().catch((error: unknown) => missed.push(`${name}: ${String(error).split("\n")[0]}`));
}

/** Dialogs and overlays. */
async function visitOpenings(page: Page, origin: string, world: ShownWorld): Promise<void> {
  for (const { name, path, shows, open } of shownOpenings(world)) {
    if (only !== undefined && !name.includes(only)) continue;
    await reach(page, name, async () => {
      await page.goto(origin + path);
      await appeared(page, name, shows);
      await open(page);
      await page.waitForTimeout(400);
      await shoot(page, name);
    });
  }
}

function contactSheet(): string {
  const names = [...new Set(shots.map(({ name }) => name))];
  const rows = names.map(
    (name) =>
      `<h2>${name}</h2><div>${shots
        .filter((shot) => shot.name === name)
        .map(
          ({ file, look }) =>
            `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${look}</figcaption></figure>`,
        )
        .join("")}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Steward, every page</title><style>body{font:14px system-ui;margin:2rem}div{display:flex;gap:1rem;align-items:flex-start;overflow-x:auto}figure{margin:0}img{height:420px;border:1px solid #999}</style><h1>Steward, every page</h1>${rows.join("")}`;
}

async function photograph(stack: Stack, dataDir: string): Promise<void> {
  console.log("  Filling a day’s work…");
  const world = await makeShownWorld(stack, dataDir);
  const runs = await world.dana.json<{ items: { id: string; conversationId: string }[] }>(
    "GET",
    "/api/runs?limit=100",
  );
  const run =
    runs.items.find(({ conversationId }) => conversationId === world.conversations.answer) ?? runs.items[0];
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({
      locale: "en-US",
      timezoneId: "America/New_York",
      viewport: WIDTHS.wide,
    });
    const page = await context.newPage();
    await visit(page, stack.appUrl, { name: "sign-in", path: "/sign-in", shows: /work address/ });
    await page.goto(`${stack.appUrl}/sign-in`);
    await page
      .getByRole("link", { name: /sign in/i })
      .first()
      .click();
    await page.waitForURL(`${stack.sandboxUrl}/identity/**`);
    if (only === undefined) await shoot(page, "sandbox-identity");
    await page
      .getByRole("button", { name: /Sam/ })
      .or(page.getByRole("link", { name: /Sam/ }))
      .first()
      .click();
    await page.waitForURL(/new-team/);
    if (only === undefined) await shoot(page, "new-team");
    await page.goto(stack.appUrl);
    await page
      .getByRole("link", { name: /sign in/i })
      .first()
      .click();
    await page.waitForURL(`${stack.sandboxUrl}/identity/**`);
    await page
      .getByRole("button", { name: /Dana/ })
      .or(page.getByRole("link", { name: /Dana/ }))
      .first()
      .click();
    await page.waitForURL((url) => url.origin === stack.appUrl && !url.pathname.startsWith("/sign"));
    console.log("  Photographing…");
    for (const shown of shownPages(world, run?.id ?? "none")) await visit(page, stack.appUrl, shown);
    await visitOpenings(page, stack.appUrl, world);
    const { url } = await world.dana.json<{ url: string }>("POST", "/api/invites", { role: "member" });
    await visit(page, "", { name: "join", path: url, shows: /Join .* on Steward/ });
    await visit(page, stack.sandboxUrl, { name: "sandbox-console", path: "/", shows: /reached|outbox/i });
  } finally {
    await browser.close();
  }
  await writeFile(join(FOLDER, "index.html"), contactSheet());
}

const product = await newProduct("steward-screenshots-");
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const stack = await startStack({
  port: await freePort(),
  sandboxPort: await freePort(),
  ...product,
  progress: (line) => console.log(`  ${line}`),
  sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2" },
});
try {
  await photograph(stack, product.dataDir);
  console.log(`  ${shots.length} pictures in ${FOLDER}; open ${join(FOLDER, "index.html")}.`);
  for (const line of missed) console.log(`  ${line}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await stack.stop();
  await rm(product.dataDir, { recursive: true, force: true });
}
