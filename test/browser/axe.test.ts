/**
 * WCAG 2.2 AA by axe. Nightly over every route, with work in it, empty and failing, and over all that opens, in both themes, wide and narrow.
 * In `npm test` over every route in one of two looks by turns, every fourth of them empty and every fourth failing, and every fourth of what opens.
 */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_LOOKS, judge, judgeLooks, takeLook, TWO_LOOKS, withAxe, type Look } from "../support/axe.ts";
import { closeBrowser, newContext, signIn } from "../support/browser.ts";
import { NIGHTLY, ownStack, type OwnStack } from "../support/own-stack.ts";
import { shownOpenings, type ShownOpening } from "../support/shown-openings.ts";
import { ENTRY_PAGES, makeShownWorld, shownPages, type ShownWorld } from "../support/shown-world.ts";

let stack: OwnStack;
let world: ShownWorld;
let context: BrowserContext;
let page: Page;
let judged = 0;

beforeAll(async () => {
  stack = await ownStack();
  world = await makeShownWorld(stack, stack.dataDir);
  context = await newContext();
  await withAxe(context);
  page = await context.newPage();
  await signIn(page, "Dana Whitfield", stack);
}, 240_000);

afterAll(async () => {
  console.log(`axe: ${judged} judgements`);
  await closeBrowser();
  await stack?.[Symbol.asyncDispose]();
});

async function open(path: string, shows: RegExp): Promise<void> {
  await page.goto(stack.appUrl + path);
  await shown(path, shows);
}

/** An address without a page, and what stands there. */
const NOWHERE = { path: "/conversations/x/y/z", shows: /nothing (?:at this address|here)/i };

/** Goes from page to page within the app, past one that shows nothing else: loading the app each time takes longer than looking at most pages. */
async function walkTo(path: string, shows: RegExp): Promise<void> {
  for (const place of [NOWHERE, { path, shows }]) {
    await page.evaluate((to) => history.pushState(null, "", to), place.path);
    await shown(place.path, place.shows);
  }
}

async function shown(path: string, shows: RegExp): Promise<void> {
  await page
    .waitForFunction((source) => new RegExp(source, "i").test(document.body.innerText), shows.source, {
      polling: 50,
      timeout: 45_000,
    })
    .catch(async () => {
      const words = (await page.locator("body").innerText()).slice(0, 1500);
      throw new Error(`${path} does not show ${shows.source} but: ${words}`);
    });
}

/** All four looks nightly; in `npm test` one, by turns wide and light or narrow and dark. */
const looksOf = (turn: number): readonly Look[] =>
  NIGHTLY ? ALL_LOOKS : TWO_LOOKS.slice(turn % 2, (turn % 2) + 1);
/** Every page in every state nightly; in `npm test` a fourth of them empty and another fourth failing. */
const pagesOf = (turn: number): readonly string[] =>
  NIGHTLY ? ROUTES : ROUTES.filter((_, index) => index % 4 === turn);

/** Gives the page the first of these looks before it opens anything: changing a page that is drawn takes far longer. */
async function takeFirst([look]: readonly Look[]): Promise<void> {
  if (look !== undefined) await takeLook(page, look);
}

/** Everything that opens nightly; in `npm test` every fourth. */
const openingsOf = (): readonly ShownOpening[] =>
  shownOpenings(world).filter((_, index) => NIGHTLY || index % 4 === 0);

/** Problems of the page as it stands, in these looks, with the name of what was looked at. */
async function problemsOf(name: string, looks: readonly Look[] = TWO_LOOKS): Promise<string[]> {
  const { problems, passed } = await judgeLooks(page, looks);
  judged += looks.length;
  expect(passed, `${name} has something to judge`).toBeGreaterThan(10);
  return problems.map((problem) => `${name}: ${problem}`);
}

const LISTS =
  /\/api\/(?:conversations|approvals|runs|audit|archive|notifications|sessions|team|push\/subscriptions|usage|activity|agents|workspace|skills|schedules|search|texts|text-threads|reply-templates|examples|mail|routing)(?:[/?]|$)/;
const ROUTES = [
  "/today",
  "/conversations",
  "/conversations/new",
  "/approvals",
  "/activity",
  "/workspace",
  "/skills",
  "/schedules",
  "/search?q=boiler",
  "/texts",
  "/texts/%2B14125550142",
  "/notifications",
  "/more",
  "/settings/notifications",
  "/settings/on-call",
  "/settings/routing",
  "/sources",
  "/emails",
  "/settings",
  "/settings/company",
  "/settings/jobs",
  "/settings/texts",
  "/settings/templates",
  "/settings/email",
  "/settings/mirror",
  "/settings/account-stages",
  "/settings/upkeep",
  "/settings/policy",
  "/settings/house-rules",
  "/settings/agents",
  "/settings/figures",
  "/settings/examples",
  "/settings/usage",
  "/settings/team",
  "/settings/audit",
  "/settings/kept",
  "/delete-team",
  "/settings/sessions",
  "/settings/tools",
  "/settings/prompts",
  "/settings/search-index",
  "/settings/hooks",
] as const;

/** How lists are answered. */
type Answering = "with nothing" | "with an error" | "never";

/**
 * A page of its own whose lists are answered so. It is the page that changes the answers: were they changed on their way, the browser would not keep
 * the app's files, and each page would load all of them.
 */
async function pageAnswering(answering: Answering): Promise<Page> {
  const made = await context.newPage();
  await made.addInitScript(
    ({ how, lists }) => {
      const ask = window.fetch.bind(window);
      const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
        if (how === "never") return new Promise(() => undefined);
        // Not repeated, as a 500 would be.
        const error = { code: "internal", message: "Something went wrong here.", requestId: "req_1" };
        if (how === "with an error") return Response.json({ error }, { status: 400 });
        const answered = await ask(input, init);
        const body = (await answered.json().catch(() => null)) as Record<string, unknown> | null;
        const fields = Object.entries(body ?? {}).map(([name, value]) => [
          name,
          Array.isArray(value) ? [] : name === "nextCursor" ? null : value,
        ]);
        return Response.json(body === null ? null : Object.fromEntries(fields), { status: answered.status });
      };
      window.fetch = (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
        return new RegExp(lists).test(pathname) ? answer(input, init) : ask(input, init);
      };
    },
    {
      how: answering,
      lists: answering === "with an error" ? `${LISTS.source}|/api/(?:policy|on-call|my-work)` : LISTS.source,
    },
  );
  await made.goto(stack.appUrl);
  await made.getByRole("main").waitFor();
  return made;
}

/** Looks at pages whose lists are answered so. */
async function withAnswers(answering: Answering, look: () => Promise<void>): Promise<void> {
  const before = page;
  page = await pageAnswering(answering);
  try {
    await look();
  } finally {
    await page.close();
    page = before;
  }
}

const SHARE = NIGHTLY
  ? "of everything in four looks"
  : "of each page in one of two looks, of every other one empty or failing, of every fourth opening";

describe(`accessibility, ${SHARE}`, () => {
  it("has nothing to find on any page with a day’s work in it", { timeout: 480_000 }, async () => {
    const runs = await world.dana.json<{ items: { id: string }[] }>("GET", "/api/runs?limit=1");
    const problems: string[] = [];
    const pages = shownPages(world, runs.items[0]?.id ?? "").map((shows, turn) => ({ ...shows, turn }));
    // Those of one look together: each change of it draws all anew.
    for (const { name, path, shows, turn } of pages.toSorted(
      (one, next) => (one.turn % 2) - (next.turn % 2),
    )) {
      await takeFirst(looksOf(turn));
      await walkTo(path, shows);
      await page.waitForTimeout(150);
      problems.push(...(await problemsOf(name, looksOf(turn))));
    }
    expect(problems).toEqual([]);
  });

  it("has nothing to find before sign-in", { timeout: 180_000 }, async () => {
    const outside = await newContext();
    await withAxe(outside);
    const inside = page;
    try {
      page = await outside.newPage();
      const problems: string[] = [];
      for (const [path, shows] of ENTRY_PAGES) {
        await open(path, shows);
        problems.push(...(await problemsOf(path)));
      }
      expect(problems).toEqual([]);
    } finally {
      page = inside;
      await outside.close();
    }
  });

  it.each([
    ["empty", 0, "with nothing"],
    ["failing", 1, "with an error"],
  ] as const)("has nothing to find on %s pages", { timeout: 360_000 }, async (state, half, answering) => {
    const problems: string[] = [];
    await withAnswers(answering, async () => {
      for (const [turn, path] of pagesOf(half).entries()) {
        await takeFirst(looksOf(turn));
        await page.goto(stack.appUrl + path);
        await page.getByRole("main").waitFor();
        if (state === "failing")
          await page
            .getByRole("alert")
            .first()
            .waitFor({ timeout: 2000 })
            .catch(() => null);
        await page.waitForTimeout(250);
        problems.push(...(await problemsOf(`${state} ${path}`, looksOf(turn))));
      }
    });
    expect(problems).toEqual([]);
  });

  it("has nothing to find while three pages load", { timeout: 180_000 }, async () => {
    const problems: string[] = [];
    await withAnswers("never", async () => {
      for (const path of ["/conversations", "/approvals", "/settings/usage"]) {
        await takeLook(page, { width: "wide", theme: "light" });
        await page.goto(stack.appUrl + path);
        await page.getByRole("main").waitFor();
        problems.push(...(await problemsOf(`loading ${path}`, looksOf(0))));
      }
    });
    expect(problems).toEqual([]);
  });

  it("has nothing to find in what opens over a page", { timeout: 360_000 }, async () => {
    const problems: string[] = [];
    for (const [turn, { name, path, shows, open: act }] of openingsOf().entries()) {
      await takeLook(page, { width: "wide", theme: "light" });
      await open(path, shows);
      await page.waitForTimeout(250);
      await act(page);
      await page.waitForTimeout(250);
      problems.push(...(await problemsOf(name, looksOf(turn))));
    }
    expect(problems).toEqual([]);
  });

  it("would find a picture without words, a button without a name, pale text and a tiny target", async () => {
    await takeLook(page, { width: "wide", theme: "light" });
    await open("/texts", /Visser/);
    await page.evaluate(() => {
      const add = (tag: string, style: string, words = ""): HTMLElement => {
        const element = document.createElement(tag);
        element.style.cssText = style;
        element.textContent = words;
        document.querySelector("main")?.insertAdjacentElement("afterbegin", element);
        return element;
      };
      add("img", "width:40px;height:40px").setAttribute("src", "/icon.svg");
      add("button", "width:40px;height:40px");
      add("p", "color:#ccc;background:#fff", "Pale words no one can read");
      add("button", "width:9px;height:9px;overflow:hidden", "a");
      add("button", "width:9px;height:9px;overflow:hidden", "b");
    });
    const rules = (await judge(page)).problems.map((problem) => problem.split(":")[0]);
    expect(rules).toEqual(
      expect.arrayContaining(["image-alt", "button-name", "color-contrast", "target-size"]),
    );
  });
});
