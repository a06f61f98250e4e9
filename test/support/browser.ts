/** A real Chromium for browser tests, and the few steps every one of them takes. */
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type BrowserContext, type Page } from "playwright-core";
import { inject } from "vitest";

let browser: Browser | null = null;

/** The one browser of this test process. */
export async function openBrowser(): Promise<Browser> {
  browser ??= await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((argument) => !/^--(single-process|headless)/.test(argument)),
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
    headless: true,
  });
  return browser;
}

/** Ends the browser. */
export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = null;
}

/** A fresh profile, wide or phone-narrow, light or dark. */
export async function newContext(
  options: { narrow?: boolean; dark?: boolean } = {},
): Promise<BrowserContext> {
  return (await openBrowser()).newContext({
    viewport: options.narrow === true ? { width: 360, height: 740 } : { width: 1280, height: 860 },
    colorScheme: options.dark === true ? "dark" : "light",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
}

/** Signs in through the sandbox's identity page as a demo person and lands in the app. */
export async function signIn(page: Page, name: string): Promise<void> {
  const appUrl = inject("appUrl");
  await page.goto(appUrl);
  await page
    .getByRole("link", { name: /sign in/i })
    .or(page.getByRole("button", { name: /sign in/i }))
    .first()
    .click();
  await page.waitForURL(`${inject("sandboxUrl")}/identity/**`);
  await page
    .getByRole("button", { name: new RegExp(name) })
    .or(page.getByRole("link", { name: new RegExp(name) }))
    .first()
    .click();
  await page.waitForURL((url) => url.href.startsWith(appUrl) && !url.pathname.startsWith("/sign"));
}
