/** Agents that nobody talks to are asked as the team set them in Settings → Agents: in its words, on its model, and not at all once turned off. */
import { testContext } from "../../support/context.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createAccount } from "../../../src/accounts/index.ts";
import { fileSource } from "../../../src/accounts/file-source.ts";
import { DEFAULT_AGENT_SETTINGS } from "../../../src/agent/api/agent.ts";
import { acceptMail } from "../../../src/messaging/inbox/accept-mail.ts";
import type { MailMessage } from "../../../src/platform/email/message.ts";
import { summaryPrice } from "../../../src/messaging/open-summaries.ts";
import { judgeDeps } from "../../../src/messaging/open-inbox.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { workOf } from "../../support/clock.ts";
import { request, signIn } from "../../support/http-worker.ts";
import { quietTexts } from "../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../support/worker.ts";
import { DANA, files } from "../workspace/harness.ts";
import { says, script, TENANT } from "./conversations/harness.ts";

const INSTRUCTIONS = "Answer in the words of the house.";
/** A team’s own instructions keep the form of the output. */
const WITH_FORM = new RegExp(`^${INSTRUCTIONS}\n\nAnswer with JSON alone[^]*":`);
/** Stands in what is asked, so that its request is found. */
const MARKER = "marker-single-question";
const WORDS = `${MARKER}: the walk-in cooler has been warm since this morning. `.repeat(12);
const iso = (): string => new Date().toISOString();

const ASKED: Readonly<Record<string, { readonly answer: object; readonly ask: () => Promise<unknown> }>> = {
  urgency: {
    answer: { urgent: false, why: "", asksToStop: false },
    ask: () =>
      judgeDeps(testContext(TENANT)).classify(
        {
          id: "q1",
          source: "sms",
          conversationId: "sms:+14125550142",
          name: "Maria",
          words: WORDS,
          routedTo: null,
        },
        new AbortController().signal,
        () => [],
      ),
  },
  "mail-summary": {
    answer: { summary: "The cooler is warm.", names: [] },
    async ask() {
      await acceptMail(
        {
          db: dbFor(testEnv.DB, TENANT),
          clock: { now: () => Date.now() },
          isOwnMail: () => Promise.resolve(false),
          noteReturned: () => Promise.resolve(false),
        },
        {
          id: "single",
          mailbox: "office@alderfinch.example",
          threadId: "single",
          messageId: "<single@mail.example>",
          inReplyTo: null,
          from: { name: "Ines Cole", address: "ines@mail.example" },
          to: ["office@alderfinch.example"],
          cc: [],
          replyTo: [],
          subject: "Cooler",
          text: WORDS,
          quoted: "",
          hidden: "",
          attachments: [],
          labels: ["INBOX"],
          at: iso(),
          returned: null,
          isAutomatic: false,
          isVerified: true,
        } as unknown as MailMessage,
        { connectionId: "c", check: "general", isPast: false },
      );
      await workOf("mail.summarize", TENANT);
    },
  },
  "account-filer": {
    answer: { summary: "The cooler is warm.", stage: null, nextStep: null, quote: null },
    async ask() {
      const deps = files(TENANT);
      const { id } = await createAccount(deps, {
        wanted: { name: "Pier 9 Marina", stage: "Quoted" },
        evidence: { kind: "command", words: "Open" },
        origin: DANA,
      });
      await fileSource(deps, id, {
        kind: "emails",
        item: "single",
        party: "ines@mail.example",
        direction: "incoming",
        at: iso(),
        day: iso().slice(0, 10),
        text: { raw: WORDS, title: "Cooler", facts: [], words: WORDS, summary: null },
      });
      await workOf("accounts.read", TENANT);
    },
  },
};

let headers: Record<string, string>;
beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await quietTexts(TENANT);
  headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
});

async function put(path: string, body: object): Promise<void> {
  const answer = await request(path, { method: "PUT", headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}
async function asked() {
  const { items } = (await control("anthropic/requests")) as { items: { request: object }[] };
  return items.filter(({ request: one }) => JSON.stringify(one).includes(MARKER));
}
const set = (agent: string, settings: object) =>
  put(`/api/agents/${agent}/settings`, { version: 0, settings: { ...DEFAULT_AGENT_SETTINGS, ...settings } });

it("a summary of an e-mail is priced as it would be asked: with the team's instructions, on the team's model", async () => {
  const priced = () => summaryPrice(testContext(TENANT))(1_000);
  const builtIn = await priced();
  await put("/api/agents/mail-summary/instructions", {
    version: 0,
    mode: "replace",
    text: "Summarize with care. ".repeat(400),
  });
  const longer = await priced();
  expect(longer).toBeGreaterThan(builtIn);
  await set("mail-summary", { modelOverride: "heavy" });
  expect(await priced()).toBeGreaterThan(longer);
});

describe.each(Object.keys(ASKED))("a question to %s", (agent) => {
  const { answer, ask } = ASKED[agent] ?? { answer: {}, ask: () => Promise.reject(new Error(agent)) };

  it("is asked with the team's instructions, on the team's model", async () => {
    await put(`/api/agents/${agent}/instructions`, { version: 0, mode: "replace", text: INSTRUCTIONS });
    await set(agent, { modelOverride: "main" });
    await script(MARKER, [says(JSON.stringify(answer))]);
    await ask();
    expect(await asked()).toMatchObject([
      { request: { model: testEnv.AGENT_MODEL, system: [{ text: expect.stringMatching(WITH_FORM) }] } },
    ]);
  });

  it("is not asked of an agent that is turned off", async () => {
    await set(agent, { enabled: false });
    await ask();
    expect(await asked()).toEqual([]);
    const runs = await testEnv.DB.prepare("select status from runs where agent = ?").bind(agent).all();
    expect(runs.results).toEqual([{ status: "failed" }]);
  });
});
