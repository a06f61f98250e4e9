/** EXFIL-UI: hostile content, wherever a page shows it, makes no foreign request and runs nothing. */
import { randomUUID } from "node:crypto";
import { marked } from "marked";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { closeBrowser, newContext, sharedPlace, signIn } from "../support/browser.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { domProblems } from "../support/page-facts.ts";
import { watchContext, type Watch } from "../support/page-watch.ts";
import { subscribedDevice } from "../support/phone.ts";
import { changePolicy, script } from "../support/scripted.ts";
import { turnEnded } from "../support/turns.ts";
import { CANARY, FOREIGN_SUFFIX, PAYLOADS, sample, type Payload } from "./payloads/index.ts";

const END = "**end of the batch**";
const QUO = { authorization: "quo_demo_harbor", "content-type": "application/json" };

let client: Client;
let page: Page;
let watch: Watch;

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  client = await signInAs(appUrl, sandboxUrl, "ruth@harborlight.example");
  await changePolicy(client, {
    toolCallsPerHour: 100_000,
    turn: { modelCalls: 200, toolCalls: 500, minutes: 60, costUsd: 100 },
  });
  const context = await newContext();
  page = await context.newPage();
  await signIn(page, "Ruth Castellan");
  watch = await watchContext(context, appUrl);
});

afterAll(closeBrowser);

/** Cuts a list into batches of at most `most` payloads and `maxChars` characters. */
function batches(payloads: readonly Payload[], most: number, maxChars: number): Payload[][] {
  const found: Payload[][] = [];
  let chars = Infinity;
  for (const payload of payloads) {
    const last = found.at(-1);
    if (last === undefined || last.length >= most || chars + payload.text.length > maxChars) {
      found.push([payload]);
      chars = payload.text.length;
    } else {
      last.push(payload);
      chars += payload.text.length;
    }
  }
  return found;
}

/** Has the model answer so, in a conversation, and waits for the end of the turn. */
async function answer(conversation: string, responses: readonly Record<string, unknown>[]): Promise<void> {
  const marker = `exfil-${randomUUID()}`;
  await script(sharedPlace().sandboxUrl, marker, responses);
  await client.send(conversation, `Go on ${marker}`);
  await turnEnded(client, conversation, marker);
}

const text = (words: string): Record<string, unknown> => ({ type: "text", text: words });
const use = (name: string, input: Record<string, unknown>): Record<string, unknown> => ({
  type: "tool_use",
  id: `toolu_${randomUUID().replaceAll("-", "").slice(0, 20)}`,
  name,
  input,
});

async function open(path: string): Promise<void> {
  await page.goto(`${sharedPlace().appUrl}${path}`);
  await page.getByRole("navigation", { name: "Main" }).first().waitFor();
}

/** Opens everything that is folded and touches every link, as a curious reader would. */
async function lookAround(): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    for (const element of document.querySelectorAll("a, button, [title]")) {
      for (const type of ["pointerover", "mouseover", "focusin"])
        element.dispatchEvent(new Event(type, { bubbles: true }));
    }
    for (const box of document.querySelectorAll("[role=log], main *"))
      if (box.scrollHeight > box.clientHeight) box.scrollTop = 0;
  });
  await page.waitForTimeout(50);
}

/** Waits until the page shows more than so many contents, then: it holds nothing hostile, and nothing happened. Returns what it shows. */
async function expectHarmless(where: string, moreThan = -1): Promise<Set<number>> {
  const shown = await eventually(`${where} shows contents`, async () => {
    const found = await shownContents();
    return found.size > moreThan ? found : null;
  });
  await lookAround();
  expect(await domProblems(page, sharedPlace().sandboxUrl), where).toEqual([]);
  expect(watch, where).toEqual({
    foreignRequests: [],
    begun: [],
    dialogs: [],
    windows: [],
    scripts: [],
    stoppedByPolicy: [],
  });
  return shown;
}

/** Numbers of the contents whose canary or host can be read on the page. */
async function shownContents(): Promise<Set<number>> {
  const shown = await page.evaluate(() => {
    const links = [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
    return `${document.body.textContent} ${links.join(" ")}`;
  });
  const found = new RegExp(`${CANARY}\\((\\d+)\\)|p(\\d+)\\.${FOREIGN_SUFFIX.replace(".", "\\.")}`, "g");
  return new Set([...shown.matchAll(found)].map((match) => Number(match[1] ?? match[2])));
}

describe("EXFIL-UI: hostile content", () => {
  it("is a list of at least 300 different contents of many kinds", () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
    expect(new Set(PAYLOADS.map((payload) => payload.text)).size).toBe(PAYLOADS.length);
    expect(new Set(PAYLOADS.map((payload) => payload.family)).size).toBeGreaterThanOrEqual(20);
  });

  it("does nothing as an answer of the model", { timeout: 180_000 }, async () => {
    const shown = new Set<number>();
    let parts = 0;
    const messages = batches(PAYLOADS, 16, 24_000);
    for (let from = 0; from < messages.length; from += 8) {
      const conversation = randomUUID();
      for (const payloads of messages.slice(from, from + 8)) {
        await answer(conversation, [
          { content: [...payloads.map((payload) => text(payload.text)), text(END)] },
        ]);
      }
      parts += (await client.messages(conversation))
        .filter(({ role }) => role === "assistant")
        .flatMap((message) => message.parts)
        .filter((part) => part.type === "text").length;
      await open(`/conversations/${conversation}`);
      const count = Math.min(8, messages.length - from);
      await eventually(
        "every batch is drawn",
        async () => (await page.locator("strong", { hasText: "end of the batch" }).count()) === count,
      );
      for (const index of await expectHarmless(`conversation from batch ${from}`)) shown.add(index);
    }
    expect(parts).toBe(PAYLOADS.length + messages.length);
    // Some show nothing of themselves, and rightly: a link with a scheme that is none leaves only its words.
    const marked = PAYLOADS.filter(
      ({ index, text: words }) => words.includes(`(${index})`) || words.includes(`p${index}.`),
    );
    console.log(
      `EXFIL-UI: ${PAYLOADS.length} contents drawn as answers; ${shown.size} of ${marked.length} recognised on the page as words or links; 0 left to the policy`,
    );
    expect(shown.size).toBeGreaterThan(marked.length * 0.8);
  });

  it("does nothing while it streams in, half written", { timeout: 120_000 }, async () => {
    const conversation = randomUUID();
    await answer(conversation, [{ content: [text("Ready.")] }]);
    await open(`/conversations/${conversation}`);
    await page.getByRole("log").getByText("Ready.").waitFor();
    const all = batches(
      PAYLOADS.filter((payload) => payload.text.length < 500),
      60,
      10_000,
    );
    for (const [round, payloads] of all.entries()) {
      const words = payloads.map((payload) => payload.text).join(round % 2 === 0 ? "\n\n" : "\n");
      const marker = `exfil-${randomUUID()}`;
      await script(sharedPlace().sandboxUrl, marker, [
        { content: [text(words), text(`${END} ${round}`)], chunkDelayMs: 1 },
      ]);
      await client.send(conversation, marker);
      while ((await page.locator("strong", { hasText: "end of the batch" }).count()) <= round) {
        expect(await domProblems(page, sharedPlace().sandboxUrl)).toEqual([]);
        await page.waitForTimeout(100);
      }
    }
    await expectHarmless("streamed");
  });

  it(
    "does nothing as names, texts, titles, tool results, cards, lints, reasons and receipts",
    { timeout: 240_000 },
    async () => {
      const { sandboxUrl } = sharedPlace();
      // Other numbers each time, so that the test may run twice on one data folder.
      const firstNumber = 1000 + Math.floor(Math.random() * 8000);
      const people = sample(1, 90).map((payload, at) => ({
        payload,
        number: `+1484555${firstNumber + at}`,
      }));
      const texts = sample(1, 1500).reverse();
      await everyone(people.slice(0, people.length / 2), sandboxUrl);
      await subscribedDevice(sandboxUrl, client, people[0]?.payload.text ?? "A phone");

      const conversations: string[] = [];
      for (let from = 0; from < people.length; from += 12) {
        const conversation = randomUUID();
        conversations.push(conversation);
        const group = people.slice(from, from + 12);
        const calls = group.flatMap(({ payload, number }, at) => [
          use("search_contacts", { query: payload.text }),
          use("list_messages", { number }),
          use("send_message", {
            to: number,
            text: texts[from + at]?.text.slice(0, 1500) ?? "x",
            ...(from + at < people.length / 2
              ? {}
              : { createContact: { firstName: payload.text, company: payload.text } }),
          }),
        ]);
        await answer(conversation, [
          {
            stopReason: "tool_use",
            content: [
              { type: "thinking", thinking: group.map(({ payload }) => payload.text).join("\n") },
              text(group[0]?.payload.text ?? "x"),
              ...calls,
            ],
          },
          ...Array.from({ length: 30 }, () => ({ content: [text("Understood.")] })),
        ]);
        await client.json("PATCH", `/api/conversations/${conversation}`, {
          title: group[1]?.payload.text ?? "x",
        });
      }
      const approvals = await eventually("the approvals wait", async () => {
        const all = (await Promise.all(conversations.map((one) => client.openApprovals(one)))).flat();
        return all.length > people.length * 0.9 ? all : null;
      });
      for (const conversation of conversations) {
        await open(`/conversations/${conversation}`);
        // Many are drawn as rows: each is opened, so that all of its card is drawn.
        const closed = page.getByRole("listitem").getByRole("button", { expanded: false });
        await closed.first().waitFor();
        for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
        await page.getByRole("article").nth(5).waitFor();
        await expectHarmless(`cards in ${conversation}`, 10);
      }

      await decideSome(approvals, texts);
      for (const path of [
        "/today",
        "/conversations",
        "/approvals",
        "/activity",
        "/notifications",
        "/more",
        "/settings/notifications",
        "/settings/on-call",
        "/settings/agents",
        "/settings/audit",
        "/settings/team",
        "/settings/usage",
      ]) {
        await open(path);
        const full = ["/today", "/approvals", "/notifications"].includes(path);
        await page.waitForTimeout(300);
        await expectHarmless(path, full ? 3 : -1);
      }
      for (const { id, conversationId } of approvals.slice(0, 9)) {
        await open(`/approvals/${id}`);
        await page.getByRole("article").first().waitFor();
        await expectHarmless(`card ${id}`);
        if (id === approvals[0]?.id) {
          await open(`/conversations/${conversationId}`);
          await page.getByRole("log").waitFor();
          await expectHarmless("the decided conversation");
          await open(`/conversations/${conversationId}/prompt`);
          await expectHarmless("the exact prompt", 3);
        }
      }
      const runs = await client.json<{ items: { id: string }[] }>("GET", "/api/runs?limit=3");
      for (const { id } of runs.items) {
        await open(`/activity/${id}`);
        await page.waitForTimeout(400);
        await expectHarmless(`run ${id}`);
      }
    },
  );

  it(
    "does nothing as a question, its options, a colleague's words or a device's name",
    { timeout: 180_000 },
    async () => {
      const questions = batches(
        PAYLOADS.filter(({ text: words }) => words.trim() !== "" && words.length <= 200),
        9,
        2000,
      ).slice(0, 20);
      const conversation = randomUUID();
      for (const [question, ...options] of questions) {
        await answer(conversation, [
          {
            stopReason: "tool_use",
            content: [
              use("ask_user", {
                question: question?.text,
                ...(options.length > 0 ? { options: options.map((option) => option.text) } : {}),
                requiredFor: question?.text,
              }),
            ],
          },
        ]);
      }
      await client.send(
        conversation,
        PAYLOADS.map((payload) => payload.text.slice(0, 60))
          .join("\n")
          .slice(0, 30_000),
      );
      await answer(conversation, [
        {
          stopReason: "tool_use",
          content: [
            use("ask_user", {
              question: questions[0]?.[0]?.text,
              options: questions[1]?.slice(0, 8).map((option) => option.text),
            }),
          ],
        },
      ]);
      await open(`/conversations/${conversation}`);
      await page.getByRole("region", { name: "Question" }).last().waitFor();
      await expectHarmless("questions", 100);

      const { appUrl } = sharedPlace();
      const agent =
        '"><img src=https://p1.evil.example/x1 onerror=stewardCanary(1)> Mozilla/5.0 (<script>stewardCanary(1)</script>)';
      const session = await fetch(`${appUrl}/api/session`, {
        method: "POST",
        headers: { authorization: `Bearer ${client.token}`, origin: appUrl, "user-agent": agent },
      });
      expect(session.ok).toBe(true);
      await open("/settings/sessions");
      await page
        .getByRole("button", { name: /End the session|Sign out here/ })
        .first()
        .waitFor();
      await expectHarmless("sessions");
    },
  );
});

/** People of the phone system whose names are hostile, each with a thread of hostile texts. */
async function everyone(
  people: readonly { payload: Payload; number: string }[],
  sandboxUrl: string,
): Promise<void> {
  for (const { payload, number } of people) {
    // The phone system takes ten requests a second.
    await new Promise((done) => setTimeout(done, 120));
    const made = await fetch(`${sandboxUrl}/quo/v1/contacts`, {
      method: "POST",
      headers: QUO,
      body: JSON.stringify({
        defaultFields: {
          firstName: payload.text,
          lastName: payload.text,
          company: payload.text,
          role: payload.text,
          phoneNumbers: [{ name: "mobile", value: number }],
        },
      }),
    });
    if (!made.ok) throw new Error(`contact: ${made.status} ${await made.text()}`);
    await controlAt(sandboxUrl, "inbound/sms", { from: number, to: "PNharborShared", text: payload.text });
  }
}

/** Rejects, approves and leaves a third each, with hostile reasons. */
async function decideSome(approvals: readonly Approval[], reasons: readonly Payload[]): Promise<void> {
  for (const [at, { id, effectHash }] of approvals.entries()) {
    if (at % 3 === 2) continue;
    const answered = await client.request("POST", `/api/approvals/${id}/decision`, {
      decision: at % 3 === 0 ? "reject" : "approve",
      ...(at % 3 === 0 ? { reason: reasons[at]?.text ?? "no" } : {}),
      effectHash,
    });
    expect(answered.status).toBeLessThan(300);
  }
}

describe("the detector", () => {
  /** Draws payloads as a careless page would: Markdown to HTML, HTML into the page. */
  async function drawCarelessly(bypassCSP: boolean): Promise<{ seen: Watch; problems: string[] }> {
    const { appUrl } = sharedPlace();
    const context = await (await newContext()).browser()?.newContext({ bypassCSP });
    if (context === undefined) throw new Error("no browser");
    const seen = await watchContext(context, appUrl);
    const scratch = await context.newPage();
    const problems: string[] = [];
    const careless = PAYLOADS.filter(
      ({ family }) => family !== "navigation and forms" && family !== "very long or deep",
    );
    for (const payloads of batches(careless, 60, 200_000)) {
      await scratch.goto(`${appUrl}/sign-in`);
      await scratch.getByRole("main").waitFor();
      await scratch.evaluate(
        (all) => {
          for (const html of all) {
            const box = document.createElement("div");
            document.body.appendChild(box);
            box.innerHTML = html;
          }
        },
        payloads.map((payload) => marked.parse(payload.text, { async: false })),
      );
      await scratch.waitForTimeout(300);
      problems.push(...(await domProblems(scratch)));
    }
    await context.close();
    return { seen, problems };
  }

  it(
    "fires on a page that draws the same contents carelessly, and the policy stops most of what it then tries",
    { timeout: 120_000 },
    async () => {
      const open = await drawCarelessly(true);
      const guarded = await drawCarelessly(false);
      const hosts = (seen: Watch): number =>
        new Set(seen.foreignRequests.map((url) => new URL(url).host)).size;
      console.log(
        `EXFIL-UI, drawn carelessly: without a policy ${hosts(open.seen)} contents reach a foreign host and ${new Set(open.seen.scripts).size} run a script; ` +
          `with ours ${hosts(guarded.seen)} and ${new Set(guarded.seen.scripts).size}, ${guarded.seen.stoppedByPolicy.length} attempts stopped by it`,
      );
      expect(hosts(open.seen)).toBeGreaterThan(80);
      expect(new Set(open.seen.scripts).size).toBeGreaterThan(20);
      expect(open.problems.length).toBeGreaterThan(50);
      expect(guarded.seen.stoppedByPolicy.length).toBeGreaterThan(50);
      expect(guarded.seen.scripts).toEqual([]);
      expect(guarded.problems.length).toBeGreaterThan(50);
    },
  );
});
