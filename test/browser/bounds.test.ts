/**
 * BOUNDS, the page's side: hostile content cannot hold or break a page. What the server would never send is played by the test in the server's
 * place, on the real page: its socket frames and its answers.
 */
import { randomUUID } from "node:crypto";
import type { Locator, Page, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import type { Conversation } from "../../src/agent/api/conversation.ts";
import type { Message, Part } from "../../src/agent/api/message.ts";
import { closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { expectTook } from "../support/took.ts";

/** Unbounded, these hold the page for tens of seconds or for good. */
const LONGEST_TASK_MS = 10_000;

let page: Page;

beforeAll(async () => {
  page = await signedInPage("Dana Whitfield", { narrow: true });
  await page.addInitScript(() => {
    const seen = { longestMs: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestMs = Math.max(seen.longestMs, duration);
    }).observe({ type: "longtask", buffered: true });
  });
});
afterAll(closeBrowser);

const AT = "2026-11-20T15:00:00.000Z";

function conversation(more: Partial<Conversation> = {}): Conversation {
  return {
    id: randomUUID(),
    title: "A long one",
    source: "web_chat",
    status: "idle",
    unread: false,
    lastMessageAt: AT,
    preview: "",
    costUsd: 0,
    ...more,
  };
}

function said(kind: "agent" | "contact", ...parts: Part[]): Message {
  const role = kind === "agent" ? "assistant" : "user";
  const name = kind === "agent" ? "Steward" : "Maria Lopez";
  return { id: randomUUID(), role, parts, author: { kind, name }, createdAt: AT };
}

const words = (text: string): Part => ({ type: "text", text });

/** Opens a conversation whose socket the test plays; answers the greeting with these frames. */
async function open(frames: readonly unknown[], about = conversation()): Promise<() => WebSocketRoute> {
  let line: WebSocketRoute | null = null;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.routeWebSocket(new RegExp(`/api/conversations/${about.id}/socket`), (socket) => {
    line = socket;
    socket.onMessage((data) => {
      if (!String(data).includes("hello")) return;
      for (const frame of frames) socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
    });
  });
  await page.goto(`${sharedPlace().appUrl}/conversations/${about.id}`);
  return () => {
    if (line === null) throw new Error("the page has not connected");
    return line;
  };
}

function snapshot(messages: readonly Message[], more: Record<string, unknown> = {}): unknown {
  return {
    type: "snapshot",
    seq: 1,
    conversation: conversation(),
    messages,
    hasMore: false,
    approvals: [],
    ...more,
  };
}

/** The page answers a press at once, nothing held it for long, and nothing stands out at its side. */
async function expectAlive(what: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const longestMs = await page.evaluate(
    () => (window as unknown as { seen: { longestMs: number } }).seen.longestMs,
  );
  expectTook(longestMs, LONGEST_TASK_MS, `the longest task, ${what}`);
  expect(await overflowsSideways(page), `${what}: wider than the window`).toBe(false);
}

const nested = (mark: (depth: number) => string, levels: number): string =>
  Array.from({ length: levels }, (_, depth) => `${mark(depth)}level ${depth}`).join("\n");

const HOSTILE: readonly (readonly [what: string, text: string])[] = [
  ["a word of 10,000 letters", "W".repeat(10_000)],
  ["a link of 2,000 letters", `https://example.com/${"a".repeat(1900)}`],
  ["500 quotes in each other", nested((depth) => "> ".repeat(depth + 1), 500)],
  ["500 lists in each other", nested((depth) => `${"  ".repeat(depth)}- `, 500)],
  [
    "a table of 1,000 columns whose rows are short",
    `${"|a".repeat(1000)}|\n${"|-".repeat(1000)}|\n${"|b\n".repeat(20_000)}`,
  ],
  ["a table of 10,000 rows", `|a|b|\n|-|-|\n${"|1|2|\n".repeat(10_000)}`],
  ["a line of code of 90,000 letters", `\`\`\`\n${"c".repeat(90_000)}\n\`\`\``],
  ["code of 40,000 lines", `\`\`\`\n${"c\n".repeat(40_000)}\n\`\`\``],
  ["10,000 paragraphs", "p\n\n".repeat(10_000)],
  ["10,000 links", "[a](https://example.com/) ".repeat(3500)],
  ["10,000 marks that stand upon letters", `a${"\u0301".repeat(10_000)}`],
  ["text that turns around", "\u202Eabc\u2066".repeat(3000)],
  ["200,000 letters in one line", "l".repeat(200_000)],
];

describe("BOUNDS: a page", () => {
  it("draws hostile words, folds what is long, and stays as wide as it is", async () => {
    const big = `${"A line of a very long message.\n".repeat(34_000)}The end of it.`;
    await open([
      snapshot([
        said("contact", words(big)),
        ...HOSTILE.flatMap(([, text]) => [said("agent", words(text)), said("contact", words(text))]),
        said("agent", words(`**The last** of ${HOSTILE.length}.`)),
      ]),
    ]);
    await page.locator("strong", { hasText: "The last" }).waitFor();
    await expectAlive("hostile words");
    const log = page.getByRole("log", { name: "Messages" });
    expect(await log.getByText("The end of it.").count()).toBe(0);
    await log
      .getByRole("button", { name: `Show all (${big.length.toLocaleString("en-US")} characters)` })
      .click();
    await log.getByText("The end of it.").waitFor({ state: "attached" });
    const more = log.getByRole("button", { name: /^Show all/ });
    for (let left = await more.count(); left > 0; left = await more.count()) await more.first().click();
    await expectAlive("everything unfolded");
  });

  it("draws each hostile text while it streams in", async () => {
    for (const [what, text] of HOSTILE.slice(2, 7)) {
      const line = await open([
        snapshot([said("contact", words("Hello"))], {
          turn: {
            turnId: "turn_1",
            attempt: 1,
            messageId: "m1",
            text: "",
            thinking: "",
            steps: [],
            startedAt: AT,
            notice: null,
          },
        }),
      ]);
      await page.getByText("Working…").waitFor();
      const size = Math.ceil(text.length / 12);
      for (let part = 0; part < 12; part++) {
        const frame = { type: "text.delta", seq: part + 2, turnId: "turn_1", attempt: 1, messageId: "m1" };
        line().send(JSON.stringify({ ...frame, text: text.slice(part * size, (part + 1) * size) }));
      }
      line().send(
        JSON.stringify({ type: "turn.notice", seq: 14, turnId: "turn_1", notice: "All has come." }),
      );
      await page.getByText("All has come.").waitFor();
      await expectAlive(`${what}, streaming`);
    }
  });

  it("draws a part of thousands of messages, goes back through them in place, and comes back to the newest", async () => {
    const messages = Array.from({ length: 5000 }, (_, index) =>
      said(index % 2 === 0 ? "contact" : "agent", words(`Message number ${index}.`)),
    );
    const line = await open([snapshot(messages)]);
    const log = page.getByRole("log", { name: "Messages" });
    await log.getByText("Message number 4999.").waitFor();
    const drawn = (): Promise<number> => log.getByText(/Message number/).count();
    expect(await drawn()).toBeLessThan(300);
    await expectAlive("5,000 messages");
    // Within the log: a notice that comes late above it moves the log, not the place in it.
    const placeOf = async (message: Locator): Promise<number> => {
      const [inner, outer] = [await message.boundingBox(), await log.boundingBox()];
      return (inner?.y ?? Infinity) - (outer?.y ?? 0);
    };
    for (let press = 0; press < 3; press++) {
      await log.evaluate((box) => (box.scrollTop = 0));
      const first = log.getByText(/Message number/).first();
      const same = log.getByText(await first.innerText(), { exact: true });
      const older = log.getByRole("button", { name: "Older messages" });
      await older.hover();
      const count = await drawn();
      // What was out of sight a moment ago has no place before it is drawn.
      let before = Infinity;
      await expect.poll(async () => (before = await placeOf(same))).toBeLessThan(Infinity);
      await older.click();
      await expect.poll(drawn).toBe(count + 100);
      await expect.poll(async () => Math.abs((await placeOf(same)) - before)).toBeLessThan(4);
    }
    const top = await log
      .getByText(/Message number/)
      .first()
      .innerText();
    line().send(
      JSON.stringify({ type: "message.added", seq: 2, message: said("agent", words("The newest.")) }),
    );
    await log.getByText("The newest.").waitFor({ state: "attached" });
    expect(
      await log
        .getByText(/Message number/)
        .first()
        .innerText(),
    ).toBe(top);
    await page.getByRole("button", { name: "Jump to newest" }).click();
    await log.getByText("The newest.").waitFor();
    await expect.poll(drawn).toBeLessThan(300);
    await expectAlive("5,000 messages, scrolled");
  });

  it("shows a trace however deep, long and wide its values are", async () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const results = [
      deep,
      "r".repeat(1_000_000),
      JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at]))),
      '{"a":'.repeat(900) + "1" + "}".repeat(900),
    ];
    const calls = results.map((_, at): Part => ({
      type: "tool_use",
      id: `toolu_${at}`,
      name: "search_contacts",
      input: { query: "x".repeat(20_000) },
    }));
    const answers = results.map((content, at): Part => ({
      type: "tool_result",
      tool_use_id: `toolu_${at}`,
      content,
    }));
    await open([
      snapshot([
        said("contact", words("Hello")),
        said("agent", ...calls),
        said("contact", ...answers),
        said("agent", words("There.")),
      ]),
    ]);
    await page.getByText("There.", { exact: true }).waitFor();
    await page.getByRole("log").locator("summary").click();
    await page.getByText("Result", { exact: true }).last().waitFor();
    await expectAlive("deep traces");
  });

  it("says what it does not understand and goes on: frames that are too large, no JSON, of the wrong shape", async () => {
    const line = await open([
      "{no json",
      snapshot([said("agent", words("Still here."))]),
      `{"type":"text.delta","seq":2,"text":"${"x".repeat(9_000_000)}"}`,
      { type: "message.added", seq: 3, message: { id: 7 } },
      { type: "something.new", seq: 4 },
    ]);
    await page.getByText("can’t read").first().waitFor();
    await expectAlive("strange frames");
    expect(line()).toBeTruthy();
    await open([{ type: "snapshot", seq: 1, messages: "none" }]);
    await page.getByText(/this version of the page can’t read/).waitFor();
    await page.getByRole("link", { name: "Today" }).last().click();
    await page.getByRole("heading", { name: "Today" }).first().waitFor();
  });

  it("lists hostile titles and shows a hostile card, and tells a list it cannot read from an empty one", async () => {
    const { appUrl } = sharedPlace();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const titles = [
      "T".repeat(100_000),
      "[".repeat(100_000),
      "\u202E".repeat(5000),
      ...HOSTILE.map(([, text]) => text),
    ];
    const listed = titles.map((title) => conversation({ title, preview: title, status: "waiting_approval" }));
    await page.route(/\/api\/conversations\?/, (route) =>
      route.fulfill({ json: { items: listed, nextCursor: null } }),
    );
    await page.goto(`${appUrl}/conversations`);
    await page.getByText("TTTT").first().waitFor();
    await expectAlive("hostile titles");

    const card = hostileCard(HOSTILE.map(([, text]) => text));
    await page.route(/\/api\/approvals\?/, (route) =>
      route.fulfill({ json: { items: [card], nextCursor: null } }),
    );
    await page.route(`**/api/approvals/${card.id}`, (route) => route.fulfill({ json: card }));
    await page.goto(`${appUrl}/approvals/${card.id}`);
    await page.locator(`article[data-approval="${card.id}"]`).waitFor();
    await expectAlive("hostile card");

    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.route(/\/api\/conversations\?/, (route) =>
      route.fulfill({ json: { items: [{ id: 1 }], nextCursor: 5 } }),
    );
    await page.goto(`${appUrl}/conversations`);
    await page
      .getByRole("alert")
      .getByText(/this version of the page can’t read/)
      .waitFor();
    expect(await page.getByText("No conversations yet.").count()).toBe(0);
  });
});

function hostileCard(texts: readonly string[]): Approval {
  const long = texts.map((text, at) => ({
    path: `/field${at}`,
    label: `Field ${at}`,
    value: text,
    shown: text,
    foundIn: null,
  }));
  const document = Object.fromEntries(long.map(({ path, value }) => [path.slice(1), value]));
  const body = texts.at(-1) ?? "";
  return {
    id: randomUUID(),
    conversationId: randomUUID(),
    conversationTitle: body,
    turnId: "turn_1",
    status: "pending",
    tool: "send_message",
    title: body,
    target: body,
    arguments: { text: body },
    proposedArguments: { text: body },
    form: [],
    effects: [
      {
        index: 0,
        kind: "sms.send",
        title: body,
        document: { text: body, ...document },
        leaves: [{ path: "/text", label: "Text", value: body, shown: body, foundIn: null }, ...long],
        layout: [{ path: "/text", label: body, role: "body", format: "sms", implied: false }],
        words: {
          name: body,
          plural: body,
          verb: body,
          done: body,
          message: body,
          ask: body,
          sent: body,
          irreversible: body,
        },
        hash: "hash",
        status: "planned",
        receipt: null,
        problem: null,
      },
    ],
    proposedEffects: [{ text: "another" }],
    effectHash: "hash",
    lints: [{ code: "odd", level: "warning", message: "M".repeat(5000), path: null }],
    evidence: [{ source: "S".repeat(3000), quote: body, at: AT, ref: null }],
    urgent: false,
    rule: "default",
    createdAt: AT,
    expiresAt: "2026-12-20T15:00:00.000Z",
    executeAfter: null,
    decision: null,
    decidedBy: null,
    decidedAt: null,
    edited: false,
    reason: null,
    staleReason: null,
    undoable: false,
    compensation: null,
    version: 1,
  };
}
