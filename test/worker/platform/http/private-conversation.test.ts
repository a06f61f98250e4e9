/**
 * X6: what a conversation quotes of a source with one reader is for that reader alone. Every address that is read, both sockets, search, notifications and the
 * model's own look into other chats are tried as colleagues who may not see the source.
 */
import { testContext } from "../../../support/context.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { runTool } from "../../../../src/agent/open.ts";
import { acceptServiceWebhook } from "../../../../src/knowledge/sources/index.ts";
import { approvals } from "../../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { runs } from "../../../../src/agent/tables/conversations.ts";
import { systemClock } from "../../../../src/kernel/clock.ts";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import type { Author, Message } from "../../../../src/agent/api/message.ts";
import type { Conversation } from "../../../../src/agent/api/conversation.ts";
import type { KnowledgeSource } from "../../../../src/knowledge/api/knowledge.ts";
import { workOf } from "../../../support/clock.ts";
import { errorCode, READ_PATHS, request, signIn } from "../../../support/http-worker.ts";
import { insertRow } from "../../../support/rows.ts";
import { control, freshWorld, testEnv, TIMEOUT } from "../../../support/worker.ts";
import { calls, says, script } from "../../agent/conversations/harness.ts";

const TENANT = "tenant_alder";
const CONNECTION = "conn_alder_data-service";
/** Stands in the source, and in all that quotes it. */
const SECRET = "zanzibarcanary";
/** Stands on the card alone: whoever decides must read it. */
const ON_CARD = "lanterncard";
const NUMBER = "+14125550111";
const db = dbFor(testEnv.DB, TENANT);

let dana: string;
let marcus: string;
let priya: string;
let sourceId: string;

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await insertRow("connections", TENANT, {
    id: CONNECTION,
    vendor: "data-service",
    label: "Data service",
    settings: JSON.stringify({
      url: "https://api.acme.example",
      users: ["marcus@alderfinch.example"],
      serves: [],
    }),
    credentials: "",
    created_at: "2026-11-24T10:00:00.000Z",
  });
  [dana, marcus] = [await signIn("dana@alderfinch.example"), await signIn("marcus@alderfinch.example")];
  priya = await signIn("priya@alderfinch.example").catch(() => "");
  const told = {
    user_id: "marcus@alderfinch.example",
    source_id: "page-7",
    content_type: "document",
    timestamp: "2026-11-24T10:00:00Z",
    data: {
      name: `The ${SECRET}`,
      content_text: `The ${SECRET} valve closes clockwise.`,
      modified_at: "2026-11-24T10:00:00Z",
    },
  };
  const delivery = {
    connectionId: CONNECTION,
    webhookId: "msg_1",
    event: "item-created",
    body: told,
  } as const;
  await acceptServiceWebhook({ db, clock: systemClock }, delivery);
  await workOf("knowledge.told", TENANT);
  await vi.waitFor(async () => {
    await workOf("events.consume", TENANT);
    const found = await (await get(marcus, `/api/search?q=${SECRET}`)).json<{ items: unknown[] }>();
    expect(found.items).toHaveLength(1);
  }, TIMEOUT);
  const { sources } = await (
    await get(marcus, "/api/knowledge/sources")
  ).json<{ sources: KnowledgeSource[] }>();
  sourceId = sources[0]?.id ?? "";
});

const get = (cookie: string, path: string): Promise<Response> => request(path, { headers: { cookie } });
const send = (cookie: string, method: string, path: string, body?: unknown): Promise<Response> =>
  request(path, {
    method,
    headers: { cookie, "content-type": "application/json", origin: testEnv.APP_URL },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const idOf = async (cookie: string): Promise<string> =>
  (await (await get(cookie, "/api/me")).json<{ user: { id: string } }>()).user.id;

/** A page's socket, with what it heard and how it was closed. */
async function listen(cookie: string, path: string): Promise<{ heard: string[]; closed: number | null }> {
  const answer = await request(path, { headers: { cookie, origin: testEnv.APP_URL, upgrade: "websocket" } });
  const page: { heard: string[]; closed: number | null } = { heard: [], closed: null };
  if (answer.webSocket === null) return { heard: [], closed: answer.status };
  answer.webSocket.addEventListener("message", ({ data }) => {
    page.heard.push(String(data));
  });
  answer.webSocket.addEventListener("close", ({ code }) => void (page.closed = code));
  answer.webSocket.accept();
  answer.webSocket.send(JSON.stringify({ type: "hello" }));
  return page;
}

async function messages(id: string): Promise<Message[]> {
  const answer = await get(marcus, `/api/conversations/${id}/messages`);
  return answer.status === 200 ? (await answer.json<{ items: Message[] }>()).items : [];
}

/** Says something and waits until the turn is over. */
async function say(cookie: string, id: string, text: string): Promise<void> {
  const before = (await db.rows(runs)).filter(({ status }) => status === "finished").length;
  const sent = await send(cookie, "POST", `/api/conversations/${id}/messages`, {
    clientMessageId: crypto.randomUUID(),
    text,
  });
  expect(sent.status).toBe(202);
  await vi.waitFor(async () => {
    const over = (await db.rows(runs)).filter(({ status }) => status === "finished").length;
    expect(over).toBeGreaterThan(before);
  }, TIMEOUT);
}

/** Marcus asks about his own source: the tool's result, the answer, a draft's note, a question and the title hold the secret. */
async function privateChat(): Promise<string> {
  const id = crypto.randomUUID();
  await script("marker-open", [says("Good morning.")]);
  await say(marcus, id, "marker-open good morning");
  await script("marker-secret", [
    { content: [calls("look", "retrieve_context", { query: "Which way does the valve close?" })] },
    {
      content: [
        { type: "text", text: `The ${SECRET} valve closes clockwise.` },
        calls("draft", "send_message", {
          to: NUMBER,
          text: `The ${ON_CARD} comes at 3.`,
          note: `Because of the ${SECRET}.`,
        }),
      ],
    },
  ]);
  return id;
}

async function quoted(): Promise<string> {
  const id = await privateChat();
  await say(marcus, id, "marker-secret what is it, and text them");
  await script("marker-ask", [
    { content: [calls("ask", "ask_user", { question: `Shall the ${SECRET} valve be closed?` })] },
  ]);
  await say(marcus, id, "marker-ask go on");
  const titled = await send(marcus, "PATCH", `/api/conversations/${id}`, { title: `On the ${SECRET}` });
  expect(titled.status).toBe(200);
  return id;
}

it("X6: no address, socket or search gives a colleague a word of what a conversation quotes from somebody's own source", async () => {
  const id = await privateChat();
  const [page, feed] = [
    await listen(dana, `/api/conversations/${id}/socket`),
    await listen(dana, "/api/feed"),
  ];
  const mine = await listen(marcus, "/api/feed");
  await vi.waitFor(() => expect(page.heard.join("")).toContain("Good morning."), TIMEOUT);

  await say(marcus, id, "marker-secret what is it, and text them");
  await vi.waitFor(() => expect(page.closed).toBe(4403), TIMEOUT);
  await script("marker-ask", [
    { content: [calls("ask", "ask_user", { question: `Shall the ${SECRET} valve be closed?` })] },
  ]);
  await say(marcus, id, "marker-ask go on");
  await send(marcus, "PATCH", `/api/conversations/${id}`, { title: `On the ${SECRET}` });
  const fork = await send(marcus, "POST", `/api/conversations/${id}/forks`, { id: crypto.randomUUID() });
  const { id: forkId } = await fork.json<Conversation>();
  await vi.waitFor(async () => {
    await workOf("events.consume", TENANT);
    const found = await (
      await get(marcus, `/api/search?q=${SECRET}&sources=conversation`)
    ).json<{ items: unknown[] }>();
    expect(found.items.length).toBeGreaterThan(0);
  }, TIMEOUT);

  // Its reader has all of it.
  const whole = JSON.stringify(await messages(id));
  expect(whole).toContain(SECRET);
  expect(await (await get(marcus, `/api/conversations/${id}`)).json()).toMatchObject({ private: true });
  expect(await (await get(marcus, "/api/conversations")).text()).toContain(SECRET);
  const [draft] = await db.rows(approvals);
  expect(draft?.note).toContain(SECRET);
  expect(await (await get(marcus, `/api/approvals/${draft?.id ?? ""}`)).text()).toContain(SECRET);
  const told = await db.rows(notifications);
  expect(JSON.stringify(told)).toContain(SECRET);
  expect(await (await get(marcus, "/api/notifications")).text()).toContain(SECRET);

  const ran = await db.rows(runs);
  const ids = [
    id,
    forkId,
    ...ran.map((run) => run.id),
    ...told.map((one) => one.id),
    draft?.id ?? "",
    sourceId,
    "conversation",
  ];
  const leaks: string[] = [];
  let asked = 0;
  for (const [who, cookie] of [
    ["dana", dana],
    ["priya", priya],
  ] as const) {
    if (cookie === "" || cookie === marcus) continue;
    for (const path of READ_PATHS.filter((one) => !/socket|feed|\*/.test(one))) {
      const names = path.match(/:[a-zA-Z]+/g) ?? [];
      // An admin sees most; what a member is shown beside that has an address without names.
      if (who === "priya" && names.length > 0) continue;
      const filled = names.length === 0 ? [path] : ids.map((value) => path.replaceAll(/:[a-zA-Z]+/g, value));
      const queries = ["", `?q=${SECRET}`, `?conversationId=${id}`, `?q=${SECRET}&meaning=1`];
      for (const one of filled)
        for (const query of names.length === 0 ? queries : [""]) {
          const answer = await get(cookie, `${one}${query}`);
          asked += 1;
          if ((await answer.text()).toLowerCase().includes(SECRET)) leaks.push(`${who} ${one}${query}`);
        }
    }
  }
  expect(leaks.filter((leak) => !leak.includes(`?q=${SECRET}`))).toEqual([]);
  expect(leaks).toEqual([]);
  expect(asked).toBeGreaterThan(400);
  expect([...page.heard, ...feed.heard].join("").toLowerCase()).not.toContain(SECRET);
  expect(feed.heard.join("")).toContain('"conversation.closed"');
  expect(mine.heard.join("")).toContain(SECRET);

  // What must be decided stands on the card, for everybody.
  const card = await (await get(dana, `/api/approvals/${draft?.id ?? ""}`)).json<Approval>();
  expect(JSON.stringify(card.effects)).toContain(ON_CARD);
  expect(card).toMatchObject({
    isGroundsPrivate: true,
    evidence: [],
    conversationTitle: "A private conversation",
  });
  const ring = told.find(({ kind }) => kind === "approval");
  expect(`${ring?.title} ${ring?.body}`).not.toContain(SECRET);
});

it("X6: nobody else writes, stops, forks, renames or deletes a private conversation; they are told why", async () => {
  const id = await quoted();
  const tries: readonly (readonly [string, string, unknown?])[] = [
    ["GET", `/api/conversations/${id}`],
    ["GET", `/api/conversations/${id}/messages`],
    ["GET", `/api/conversations/${id}/transcript`],
    ["GET", `/api/conversations/${id}/prompt`],
    ["POST", `/api/conversations/${id}/messages`, { clientMessageId: "m-1", text: "What did he ask?" }],
    ["POST", `/api/conversations/${id}/forks`, { id: crypto.randomUUID() }],
    ["POST", `/api/conversations/${id}/stop`, {}],
    ["PATCH", `/api/conversations/${id}`, { title: "Mine" }],
    ["DELETE", `/api/conversations/${id}`],
    ["POST", "/api/chat", { conversationId: id, message: "What did he ask?" }],
  ];
  for (const [method, path, body] of tries) {
    const answer = await send(dana, method, path, body);
    const words = await answer.clone().text();
    expect([path, await errorCode(answer)]).toEqual([path, "private"]);
    expect(words).toContain("This conversation is private.");
    expect(words).not.toContain("Marcus");
  }
  expect((await listen(dana, `/api/conversations/${id}/socket`)).closed).toBe(403);
  const [run] = await db.rows(runs);
  const review = await send(dana, "POST", `/api/runs/${run?.id ?? ""}/review`, { accepted: true });
  expect(await errorCode(review)).toBe("private");
  const asked = (await db.rows(notifications)).find(({ subjectId }) => subjectId === id);
  const taken = await send(dana, "POST", `/api/notifications/${asked?.id ?? ""}/acknowledge`, {});
  expect(await errorCode(taken)).toBe("not_found");
  const listed = await (await get(dana, "/api/conversations")).json<{ items: Conversation[] }>();
  expect(listed.items.map((one) => one.id)).not.toContain(id);
});

it("X6: a colleague's agent finds nothing of it, and a private conversation tells and asks nobody else in its own words", async () => {
  const id = await quoted();
  await workOf("events.consume", TENANT);
  const run = runTool(testContext(TENANT));
  const call = async (
    name: string,
    input: Record<string, never> | Record<string, string | string[]>,
    speaker: Author,
    conversationId: string,
  ) =>
    run(
      { id: `toolu_${Math.random()}`, name, input },
      {
        tenantId: TENANT,
        timeZone: "America/New_York",
        conversationId,
        conversationTitle: "x",
        runId: `run-${Math.random()}`,
        agent: "steward",
        speaker,
        outside: false,
        recentTexts: [
          {
            who: "user",
            name: speaker.name,
            text: "Tell Dana this. The meeting moves to noon.",
            at: "2026-11-24T10:00:00.000Z",
            messageId: "m",
          },
        ],
      },
    );
  const danaId = await idOf(dana);
  const her = { kind: "user", id: danaId, name: "Dana Whitfield" } as const;
  const him = { kind: "user", id: await idOf(marcus), name: "Marcus Hale" } as const;
  for (const [name, input] of [
    ["search_conversations", { query: SECRET }],
    ["retrieve_context", { query: `What about the ${SECRET}?`, sources: ["chats"] }],
    ["list_approvals", {}],
  ] as const) {
    const answer = await call(name, input as never, her, "chat-of-dana");
    expect([name, answer.content.toLowerCase().includes(`${SECRET} valve`)]).toEqual([name, false]);
  }
  const led = await call("notify_team", { to: "Dana", message: `The ${SECRET} closes.` }, him, id);
  expect(led).toMatchObject({ status: "failed" });
  const asks = await call("ask_user", { to: "Dana", question: `Close the ${SECRET}?` }, him, id);
  expect(asks).toMatchObject({ status: "retry" });
  const own = await call("notify_team", { to: "Dana", message: "The meeting moves to noon." }, him, id);
  expect(own).toMatchObject({ status: "ok" });
  const hers = await (await get(dana, "/api/notifications")).text();
  expect(hers).toContain("The meeting moves to noon");
  expect(hers).not.toContain(SECRET);
  // A chat that finds the private one by its reader is private too.
  const other = crypto.randomUUID();
  const again = await call(
    "retrieve_context",
    { query: `What about the ${SECRET}?`, sources: ["chats"] },
    him,
    other,
  );
  expect(again.quotes).toMatchObject([{ readerId: him.id }]);
});

it("X6: who reads the source reads the conversation, from the moment that changes; quotes of two people's sources are nobody's", async () => {
  const id = await quoted();
  const seenBy = async (cookie: string): Promise<number> =>
    (await get(cookie, `/api/conversations/${id}/messages`)).status;
  const own = (ownerId: string | null): Promise<Response> =>
    send(dana, "PUT", `/api/knowledge/sources/${sourceId}`, { ownerId });
  expect([await seenBy(marcus), await seenBy(dana)]).toEqual([200, 403]);
  expect((await own(null)).status).toBe(200);
  expect([await seenBy(marcus), await seenBy(dana)]).toEqual([200, 200]);
  expect((await own(await idOf(dana))).status).toBe(200);
  expect([await seenBy(marcus), await seenBy(dana)]).toEqual([403, 200]);
  const page = await listen(dana, `/api/conversations/${id}/socket`);
  expect((await own(await idOf(marcus))).status).toBe(200);
  await vi.waitFor(async () => {
    await workOf("events.consume", TENANT);
    expect(page.closed).toBe(4403);
  }, TIMEOUT);
  // A source that is gone opens nothing.
  await testEnv.DB.prepare("delete from knowledge_sources where id = ?").bind(sourceId).run();
  expect([await seenBy(marcus), await seenBy(dana)]).toEqual([200, 403]);
  await insertRow("conversation_quotes", TENANT, {
    conversation_id: id,
    source_id: "source_of_dana",
    reader_id: await idOf(dana),
  });
  expect([await seenBy(marcus), await seenBy(dana)]).toEqual([403, 403]);
});
