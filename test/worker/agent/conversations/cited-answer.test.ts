/** Answers with proof, in the object: what was found goes to the model as search results, and what it cites of them is proven, kept and shown. */
import { beforeEach, expect, it, vi } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { systemClock } from "../../../../src/kernel/clock.ts";
import { acceptServiceWebhook } from "../../../../src/knowledge/sources/index.ts";
import type { Message } from "../../../../src/agent/api/message.ts";
import type { SearchPage } from "../../../../src/platform/api/search.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow } from "../../../support/rows.ts";
import { control, freshWorld, testEnv, TIMEOUT } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  requestsOf,
  script,
  TENANT,
  textOf,
  until,
} from "./harness.ts";

const CONNECTION = "conn_alder_data-service";
const COST = "The quillback valve at Cedar Hollow cost $1,275.";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

/** Puts a document of the whole team on record; its page. */
async function onRecord(): Promise<string> {
  await insertRow("connections", TENANT, {
    id: CONNECTION,
    vendor: "data-service",
    label: "Data service",
    settings: JSON.stringify({ url: "https://api.acme.example", users: ["office"], serves: [] }),
    credentials: "",
    created_at: "2026-11-24T10:00:00.000Z",
  });
  const deps = { db: dbFor(testEnv.DB, TENANT), clock: systemClock };
  await acceptServiceWebhook(deps, {
    connectionId: CONNECTION,
    webhookId: "msg_1",
    event: "item-created",
    body: {
      user_id: "office",
      source_id: "page-7",
      content_type: "document",
      timestamp: "2026-11-24T10:00:00Z",
      data: {
        name: "Quillback valve",
        content_text: `${COST}\nWalt put it in on November 9.`,
        modified_at: "2026-11-24T10:00:00Z",
      },
    },
  });
  await workOf("knowledge.told", TENANT);
  const cookie = await signIn("dana@alderfinch.example");
  return vi.waitFor(async () => {
    await workOf("events.consume", TENANT);
    const answer = await request("/api/search?q=quillback", { headers: { cookie } });
    const { items } = await answer.json<SearchPage>();
    return `/knowledge/${items[0]!.id}`;
  }, TIMEOUT);
}

async function answered(marker: string, text: string): Promise<Message> {
  const identity = newIdentity();
  await script(marker, [
    {
      content: [calls("look", "retrieve_context", { query: "What did the quillback valve cost?" })],
      stopReason: "tool_use",
    },
    {
      content: [
        { type: "text", text: "From the document: " },
        { type: "text", text, citations: [{ type: "search_result_location", cited_text: COST }] },
      ],
      stopReason: "end_turn",
    },
  ]);
  await (
    await objectOf(identity)
  ).send(identity, { messageId: crypto.randomUUID(), author: DANA, text: `${marker} Cost?` });
  return until(async () => {
    const last = (await messagesOf(identity)).at(-1);
    return last !== undefined && textOf(last).startsWith("From the document") && last;
  });
}

it("what an answer cites is its source, and a digit that its source has otherwise is marked", async () => {
  const link = await onRecord();
  const message = await answered("marker-cited", "It cost $1,275.");
  const [, asked] = (await requestsOf("marker-cited")).map(
    (sent) => sent.request as unknown as { messages: { content: { content?: unknown }[] }[] },
  );
  const results = asked?.messages.at(-1)?.content[0]?.content;
  expect(results).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: "search_result", source: link, citations: { enabled: true } }),
    ]) as unknown,
  );
  expect(message.contextUsed).toEqual([
    expect.objectContaining({ id: link, source: "documents", cited: COST }) as unknown,
  ]);
  expect(message.unprovenClaims).toBeUndefined();

  const changed = await answered("marker-changed", "It cost $1,375.");
  expect(changed.contextUsed?.map(({ id }) => id)).toEqual([link]);
  expect(changed.unprovenClaims?.map(({ words }) => words)).toEqual(["$1,375"]);
});

it("a statement that its source denies is marked behind the answer, with the source's words", async () => {
  const link = await onRecord();
  const identity = newIdentity();
  await script("marker-denied", [
    {
      content: [calls("look", "retrieve_context", { query: "Did Walt put the quillback valve in?" })],
      stopReason: "tool_use",
    },
    {
      content: [{ type: "text", text: "Walt never put it in on November 9." }],
      stopReason: "end_turn",
    },
  ]);
  await (
    await objectOf(identity)
  ).send(identity, { messageId: crypto.randomUUID(), author: DANA, text: "marker-denied Did he?" });
  const message = await until(async () => {
    const last = (await messagesOf(identity)).at(-1);
    return last?.doubtedStatements !== undefined && last;
  });
  expect(message.doubtedStatements).toEqual([
    {
      sentence: "Walt never put it in on November 9.",
      verdict: "contradicted",
      words: "Walt put it in on November 9.",
      link,
    },
  ]);
});
