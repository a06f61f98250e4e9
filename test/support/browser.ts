/** A real Chromium for browser tests, and the few steps every one of them takes. */
import chromium from "@sparticuz/chromium";
import {
  chromium as playwright,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { setTimeout as pause } from "node:timers/promises";
import { inject } from "vitest";
import { TENANTS } from "../../sandbox/world/company.ts";
import { chromiumPath } from "./browser-binary.ts";
import { tokenOf } from "./client.ts";

/**
 * Flags of the package that would make the browser unlike people's (no separate processes, no rules between sites), or that have the processor
 * play a graphics card, which costs as much again as the pages themselves.
 */
const UNWANTED =
  /^--(single-process|headless|disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|disable-features=.*IsolateOrigins|use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist|in-process-gpu)/;

let browser: Browser | null = null;

/** The one browser of this test process, of all its files. It ends with the process. */
export async function openBrowser(): Promise<Browser> {
  browser ??= await playwright.launch({
    executablePath: await chromiumPath(),
    args: [
      ...chromium.args.filter((argument) => !UNWANTED.test(argument)),
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // Nothing but this machine is asked for anything, whatever a page tries.
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
    ],
    headless: true,
  });
  return browser;
}

/** Ends whatever a file has left open in the browser. */
export async function closeBrowser(): Promise<void> {
  const left = (browser?.contexts() ?? []).filter((context) => !idle.has(context));
  await Promise.all(left.map((context) => endsInTime(context.close())));
}

/** How long the browser may take to tidy up, which is no part of any test. */
const TIDIED_MS = 20_000;

/** Whether something ended in that time; it may go on, and nobody waits for it. */
async function endsInTime(tidying: Promise<void>): Promise<boolean> {
  const patience = new AbortController();
  const over = pause(TIDIED_MS, false, { signal: patience.signal }).catch(() => false);
  const isDone = await Promise.race([tidying.then(() => true), over]);
  patience.abort();
  return isDone;
}

/** How long a step may take: long enough for a machine that is busy with other tests. */
const STEP_MS = 50_000;

/** A fresh profile, wide or phone-narrow, light or dark. */
export async function newContext(
  options: { narrow?: boolean; dark?: boolean } = {},
): Promise<BrowserContext> {
  return openContext({
    viewport: options.narrow === true ? { width: 360, height: 740 } : { width: 1280, height: 860 },
    colorScheme: options.dark === true ? "dark" : "light",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
}

/** A fresh profile as told. */
export async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await openBrowser()).newContext(options);
  context.setDefaultTimeout(STEP_MS);
  return context;
}

/** A running product; the shared one of the browser project where none is named. */
export interface Place {
  readonly appUrl: string;
  readonly sandboxUrl: string;
}

/** The product all browser tests share. */
export function sharedPlace(): Place {
  return { appUrl: inject("appUrl"), sandboxUrl: inject("sandboxUrl") };
}

/** Signs in as a demo person the way a page does once the provider has let them in, and lands in the app. `signInByHand` takes the whole way. */
export async function signIn(page: Page, name: string, place: Place = sharedPlace()): Promise<void> {
  const { appUrl, sandboxUrl } = place;
  const person = TENANTS.flatMap(({ people }) => people).find(
    ({ firstName, lastName }) => `${firstName} ${lastName}` === name,
  );
  if (person === undefined) throw new Error(`${name} is no one of the demo`);
  const token = await tokenOf(sandboxUrl, person.email);
  // The context keeps the cookie that the answer sets.
  const answer = await page.context().request.post(`${appUrl}/api/session`, {
    headers: { authorization: `Bearer ${token}`, origin: appUrl },
  });
  if (!answer.ok()) throw new Error(`${name} was not signed in: ${answer.status()} ${await answer.text()}`);
  await page.goto(appUrl);
  await page.waitForURL((url) => url.href.startsWith(appUrl) && !url.pathname.startsWith("/sign"));
}

/** Signs in as a person would: from the app's own page to the provider's, where they choose who they are, and back into the app. */
export async function signInByHand(page: Page, name: string, place: Place = sharedPlace()): Promise<void> {
  const { appUrl } = place;
  await page.goto(appUrl);
  await page
    .getByRole("link", { name: /sign in/i })
    .or(page.getByRole("button", { name: /sign in/i }))
    .first()
    .click();
  await page.waitForURL(`${place.sandboxUrl}/identity/**`);
  await page
    .getByRole("button", { name: new RegExp(name) })
    .or(page.getByRole("link", { name: new RegExp(name) }))
    .first()
    .click();
  await page.waitForURL((url) => url.href.startsWith(appUrl) && !url.pathname.startsWith("/sign"));
}

/** A page in a profile that holds nothing, signed in. Closing its context ends it. */
export async function signedInPage(
  name: string,
  options: { narrow?: boolean; place?: Place } = {},
): Promise<Page> {
  const place = options.place ?? sharedPlace();
  const context = await profile(place, options.narrow === true);
  const page = await context.newPage();
  await signIn(page, name, place);
  return page;
}

/** Picks one of the library's select, which is no `<select>` of the browser. */
export async function choose(box: Locator, option: string | RegExp | number): Promise<void> {
  await box.click();
  const options = box.page().getByRole("listbox").getByRole("option");
  await (
    typeof option === "number" ? options.nth(option) : options.filter({ hasText: option }).first()
  ).click();
  await options.first().waitFor({ state: "hidden" });
}

/** Profiles no one uses, by app and width. */
const idle = new Map<BrowserContext, string>();

/**
 * A profile that holds nothing of whoever used it before but the app's own files: fetching and compiling those again for each test costs more than
 * most tests do. Closed, it is emptied and waits for the next; one that the browser doesn't empty in time is given up.
 */
async function profile({ appUrl }: Place, narrow: boolean): Promise<BrowserContext> {
  const kind = `${appUrl} ${narrow ? "narrow" : "wide"}`;
  const [known] = [...idle].find(([, one]) => one === kind) ?? [];
  if (known !== undefined) {
    idle.delete(known);
    return known;
  }
  const context = await newContext({ narrow });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const giveUp = context.close.bind(context);
  const empty = async (): Promise<void> => {
    await Promise.all(
      context
        .pages()
        .filter((one) => one !== page)
        .map((one) => one.close()),
    );
    await context.setOffline(false);
    await context.clearCookies();
    await session.send("Storage.clearDataForOrigin", {
      origin: appUrl,
      storageTypes: "local_storage,indexeddb,service_workers,cache_storage",
    });
  };
  context.close = async () => {
    if (await endsInTime(empty())) idle.set(context, kind);
    else await endsInTime(giveUp());
  };
  return context;
}

/** Opens a new chat and says something in it. */
export async function sayInNewChat(page: Page, words: string, place: Place = sharedPlace()): Promise<void> {
  await page.goto(`${place.appUrl}/conversations/new`);
  await say(page, words);
}

/** Says something in the open chat. */
export async function say(page: Page, words: string): Promise<void> {
  const composer = page.getByLabel("Message to Steward");
  await composer.fill(words);
  await composer.press("Enter");
}

/** The conversation a page shows, once it has an address of its own. */
export async function conversationOf(page: Page): Promise<string> {
  await page.waitForURL(/\/conversations\/(?!new)[^/]+$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Waits until the page has nothing left to do: what it has drawn it then listens to as well. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => {
        const options = { timeout: 2000 };
        requestIdleCallback(() => requestIdleCallback(done, options), options);
      }),
  );
}

/** Looks at what is on the screen for as long as the app takes for having seen it, by the page's own clock: a busy machine delays both alike. */
export async function linger(page: Page): Promise<void> {
  await atRest(page);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 800)));
}

/** Whether the page, once at rest, is wider than its window: on a phone nothing may be cut off at the side. */
export async function overflowsSideways(page: Page): Promise<boolean> {
  await atRest(page);
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1);
}
