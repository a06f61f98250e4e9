/**
 * Sees everything hostile content could make a page do: requests to other hosts, sockets, dialogs, windows, scripts that ran, attempts the
 * page's policy stopped, and what stands in the page that should not.
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

/** What stands in the page that could load, run or mislead. Empty where all is well. */
export function domProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const allowed = new Set(
      (
        "a article aside bdi blockquote br button circle code dd del details div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 " +
        "header hr img input ins kbd label legend li line main mark meter nav noscript ol optgroup option p path polyline pre q rect section select " +
        "small span strong style summary svg table tbody td textarea th thead time tr ul"
      ).split(" "),
    );
    // The chart of the usage page is the one drawing of ours with words in it.
    if (location.pathname === "/settings/usage") for (const tag of ["text", "title"]) allowed.add(tag);
    const pages =
      /^\/(?:conversations|approvals|activity|workspace|skills|schedules|search|texts|notifications|more|settings|$)/;

    const checkLink = (link: HTMLAnchorElement): void => {
      const href = link.getAttribute("href");
      if (href === null) return;
      const said = `link ${JSON.stringify(link.textContent)} to ${href}`;
      if (!["http:", "https:", "mailto:", "tel:"].includes(link.protocol))
        return void problems.push(`scheme: ${said}`);
      if (link.username !== "" || link.password !== "") problems.push(`user name in the address: ${said}`);
      if (link.protocol === "mailto:" || link.protocol === "tel:") return;
      if (link.origin === location.origin) {
        if (!pages.test(link.pathname) && !href.startsWith("#")) problems.push(`no page of ours: ${said}`);
        return;
      }
      for (const word of ["noopener", "noreferrer"]) {
        if (!link.relList.contains(word)) problems.push(`no ${word}: ${said}`);
      }
      if (link.target !== "_blank") problems.push(`replaces the page: ${said}`);
      const words = (link.textContent ?? "").trim();
      const isOwnAddress = ((): boolean => {
        try {
          return new URL(words.startsWith("www.") ? `http://${words}` : words).href === link.href;
        } catch {
          return words === link.host;
        }
      })();
      if (!isOwnAddress && !words.endsWith(`(${link.host})`)) problems.push(`host not shown: ${said}`);
      if (!isOwnAddress && link.querySelector("bdi") === null) problems.push(`label not isolated: ${said}`);
      if (link.parentElement?.closest("a")) problems.push(`link in a link: ${said}`);
    };

    for (const element of document.querySelectorAll("*")) {
      const tag = element.localName;
      // Asked of the prototype: hostile forms name their fields like an element's own methods.
      for (const name of Element.prototype.getAttributeNames.call(element)) {
        const value = Element.prototype.getAttribute.call(element, name) ?? "";
        if (/^on/i.test(name)) problems.push(`${name} on ${tag}`);
        if (name === "style" && /url\(|image-set|@import/i.test(value)) problems.push(`style ${value}`);
        if (
          [
            "ping",
            "srcset",
            "srcdoc",
            "formaction",
            "background",
            "poster",
            "xlink:href",
            "attributionsrc",
          ].includes(name)
        )
          problems.push(`${name} on ${tag}`);
        if (
          ["src", "data", "action"].includes(name) &&
          new URL(value, location.href).origin !== location.origin
        )
          problems.push(`${name} of ${tag}: ${value}`);
      }
      if (tag === "a") checkLink(element as HTMLAnchorElement);
      if (document.body.contains(element) && element !== document.body && !allowed.has(tag))
        problems.push(`element ${tag}`);
    }
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[href]")) {
      if (new URL(link.href).origin !== location.origin) problems.push(`link rel=${link.rel} ${link.href}`);
      if (["dns-prefetch", "preconnect", "prerender"].includes(link.rel))
        problems.push(`link rel=${link.rel}`);
    }
    return [...new Set(problems)];
  });
}
