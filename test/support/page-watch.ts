/**
 * Sees everything hostile content could make a page do: requests to other hosts, sockets, dialogs, windows, scripts that ran, and attempts the
 * page's policy stopped.
 */
import type { BrowserContext, Page } from "playwright-core";
import { CANARY } from "../browser/payloads/index.ts";

/** What a context did since it is watched. */
export interface Watch {
  /** Requests to other hosts that left the page, as far as asking where they are. */
  readonly foreignRequests: string[];
  /** Requests to other hosts that the page began, those its policy then stopped among them. */
  readonly begun: string[];
  readonly dialogs: string[];
  readonly windows: string[];
  /** Numbers of payloads whose script ran. */
  readonly scripts: number[];
  /** `directive blocked-address` of each attempt the content security policy stopped. */
  readonly stoppedByPolicy: string[];
}

const VIOLATION = "stewardViolation";

/** Watches a context whose only host is the app's. Requests elsewhere are noted; the browser finds no other host (`browser.ts`). */
export async function watchContext(context: BrowserContext, appUrl: string): Promise<Watch> {
  const own = new URL(appUrl).host;
  const watch: Watch = {
    foreignRequests: [],
    begun: [],
    dialogs: [],
    windows: [],
    scripts: [],
    stoppedByPolicy: [],
  };
  const isForeign = (address: string): boolean => {
    const url = new URL(address);
    return !["data:", "blob:", "about:"].includes(url.protocol) && url.host !== own;
  };
  context.on("request", (request) => {
    if (isForeign(request.url())) watch.begun.push(request.url());
  });
  context.on("requestfailed", (request) => {
    const isLookedUp = request.failure()?.errorText === "net::ERR_NAME_NOT_RESOLVED";
    if (isLookedUp && isForeign(request.url())) watch.foreignRequests.push(request.url());
  });
  await context.exposeBinding(CANARY, (_source, index: unknown) => void watch.scripts.push(Number(index)));
  await context.exposeBinding(VIOLATION, (_source, words: string) => void watch.stoppedByPolicy.push(words));
  await context.addInitScript((name) => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report = (window as unknown as Record<string, (words: string) => void>)[name];
      report?.(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  }, VIOLATION);
  const watchPage = (page: Page): void => {
    page.on("dialog", (dialog) => {
      watch.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("websocket", (socket) => {
      if (isForeign(socket.url())) watch.foreignRequests.push(socket.url());
    });
    page.on("popup", (popup) => void watch.windows.push(popup.url()));
  };
  context.pages().forEach(watchPage);
  context.on("page", watchPage);
  return watch;
}
