/** A page is its folder and one line in the table of places: both are laid over a build of the app, and the page is everywhere pages are. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import type { Page, Route } from "playwright-core";
import { build, type Plugin } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ADDITIONS, fixtureText, withLine } from "../support/add-one.ts";
import { closeBrowser, openContext, sharedPlace, signIn } from "../support/browser.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FRONTEND = join(ROOT, "frontend");
const { files, line } = ADDITIONS.page;
const PAGE = "frontend/src/knowledge/garden-page.tsx";
const [TABLE, FOLDER] = [join(ROOT, line.in), join(ROOT, PAGE)];

const withThePage: Plugin = {
  name: "a-page-more",
  enforce: "pre",
  resolveId: (source) => (source.endsWith("/garden-page.tsx") ? FOLDER : null),
  load: async (id) => {
    if (id === FOLDER) return fixtureText(files[PAGE], PAGE);
    return id === TABLE ? withLine(await readFile(TABLE, "utf8"), line) : null;
  },
};

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

let built: string;
let page: Page;

/** Pages and their code from the build with the page; everything else from the product. */
async function fromTheBuild(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname.startsWith("/api/")) return route.fallback();
  const isPage = route.request().resourceType() === "document";
  const file = join(built, isPage ? "index.html" : pathname);
  const body = await readFile(file).catch(() => null);
  if (body === null) return route.fallback();
  await route.fulfill({ body, contentType: TYPES[extname(file)] ?? "application/octet-stream" });
}

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), "steward-garden-"));
  const { NODE_ENV } = process.env;
  await build({
    configFile: join(FRONTEND, "vite.config.ts"),
    plugins: [withThePage],
    build: { outDir: built, emptyOutDir: true },
    logLevel: "error",
  });
  // A build sets it to production, and the files of a lane share a process.
  process.env["NODE_ENV"] = NODE_ENV;
  // Requests that pass through the app's own worker would not be answered from the build.
  const context = await openContext({
    viewport: { width: 1280, height: 860 },
    locale: "en-US",
    serviceWorkers: "block",
  });
  page = await context.newPage();
  await signIn(page, "Dana Whitfield");
  const { appUrl } = sharedPlace();
  await context.route((url) => url.origin === new URL(appUrl).origin, fromTheBuild);
  await page.goto(appUrl);
}, 180_000);

afterAll(async () => {
  await closeBrowser();
  await rm(built, { recursive: true, force: true });
});

const shown = (): Promise<void> => page.getByText("Tomatoes are ripe.").waitFor();
const elsewhere = async (): Promise<void> => {
  await page.goto(`${sharedPlace().appUrl}/skills`);
  await page.getByRole("heading", { name: "Skills" }).first().waitFor();
};

it("has its address and its link in the rail", async () => {
  await page.goto(`${sharedPlace().appUrl}/garden`);
  await shown();
  await elsewhere();
  await page.getByRole("navigation").getByRole("link", { name: "Garden" }).first().click();
  await shown();
  expect(new URL(page.url()).pathname).toBe("/garden");
});

it("is found in the palette, by its name and by its words", async () => {
  await elsewhere();
  for (const words of ["garden", "vegetables"]) {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(words);
    await page.getByRole("option", { name: /Garden/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("garden");
  await page.getByRole("option", { name: /Garden/ }).click();
  await shown();
});

it("has its key, which the map of keys lists", async () => {
  await elsewhere();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Garden").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("g");
  await page.keyboard.press("y");
  await shown();
});

it("is under More on a phone", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${sharedPlace().appUrl}/more`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Garden/ })
    .click();
  await shown();
});
