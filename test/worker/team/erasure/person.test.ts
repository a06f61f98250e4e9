/**
 * A person with a name nobody else has is erased: no address serves a word of what they wrote or what was written about them, unless the certificate lists it.
 * What they texted stood in a chat's tool results, in a fork of it and in the transcripts of both.
 */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, it, vi } from "vitest";
import type { SearchObject } from "../../../../durable-objects/search-object.ts";
import type { VectorIndexObject } from "../../../../durable-objects/vector-index-object.ts";
import { saveContacts } from "../../../../src/messaging/contacts/index.ts";
import { approvals } from "../../../../src/approvals/tables/approvals.ts";
import { audit, dbFor } from "../../../../src/platform/db/index.ts";
import { projectChanges } from "../../../../src/projects/tables/projects.ts";
import { runs } from "../../../../src/agent/tables/conversations.ts";
import { schedules } from "../../../../src/agent/tables/schedules.ts";
import { searchObjectName, tenantFilePrefix, vectorNamespace } from "../../../../src/kernel/tenant-names.ts";
import type { Erasure } from "../../../../src/team/api/erasure.ts";
import type { Conversation } from "../../../../src/agent/api/conversation.ts";
import type { Message } from "../../../../src/agent/api/message.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";
import { deliverText } from "../../../support/quo-webhook.ts";
import { control, freshWorld, testEnv, TIMEOUT } from "../../../support/worker.ts";
import { calls, says, script } from "../../agent/conversations/harness.ts";

const TENANT = "tenant_alder";
const NAME = "Zebulon Quixwell";
const NUMBER = "+14125550177";
const CONTACT = "CTzebulon";
/** Stands in his texts alone, and in what people wrote about him. */
const ILLNESS = "pancreas";
const db = dbFor(testEnv.DB, TENANT);

let cookie: string;

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  cookie = await signIn("dana@alderfinch.example");
});

const get = async (path: string): Promise<string> => (await request(path, { headers: { cookie } })).text();
const post = (path: string, body: unknown): Promise<Response> =>
  request(path, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", origin: testEnv.APP_URL },
    body: JSON.stringify(body),
  });

/** Says something and waits until the turn is over. */
async function say(id: string, text: string): Promise<void> {
  const finished = async (): Promise<number> =>
    (await db.rows(runs)).filter(({ status }) => status === "finished").length;
  const before = await finished();
  const sent = await post(`/api/conversations/${id}/messages`, {
    clientMessageId: crypto.randomUUID(),
    text,
  });
  expect(sent.status).toBe(202);
  await vi.waitFor(async () => expect(await finished()).toBeGreaterThan(before), TIMEOUT);
}

/** The texts of all transcripts in R2. */
async function transcripts(): Promise<string> {
  const { objects } = await testEnv.FILES.list({ prefix: `${await tenantFilePrefix(TENANT)}transcripts/` });
  return (await Promise.all(objects.map(async ({ key }) => (await testEnv.FILES.get(key))?.text()))).join(
    "\n",
  );
}

async function plantContact(id: string, name: string, number: string): Promise<void> {
  const [firstName = "", lastName = ""] = name.split(" ");
  const contact = {
    id,
    firstName,
    lastName,
    name,
    company: null,
    role: null,
    numbers: [{ label: "Mobile", number }],
    emails: [],
    internal: false,
    createdAt: null,
  };
  await saveContacts(db, "quo", [contact], Date.now());
}

/** Texts of his, a chat that read them, and a fork of that chat. */
async function plantChats(): Promise<{ chat: string; fork: string }> {
  await control("inbound/sms", { from: NUMBER, text: `They found something on my ${ILLNESS}.` });
  await deliverText({ id: "ACzeb1", from: NUMBER, text: `They found something on my ${ILLNESS}.` });
  const chat = crypto.randomUUID();
  await script("marker-texts", [
    { stopReason: "tool_use", content: [calls("read", "list_messages", { number: NUMBER })] },
    says("He wrote that he is ill."),
  ]);
  await say(chat, "marker-texts what came in from that number?");
  const forked = await post(`/api/conversations/${chat}/forks`, { id: crypto.randomUUID() });
  const { id: fork } = await forked.json<Conversation>();
  await script("marker-fork", [says("As before.")]);
  await say(fork, "marker-fork and now?");
  await vi.waitFor(async () => expect(await transcripts()).toContain(ILLNESS), TIMEOUT);
  return { chat, fork };
}

/** What people and Steward wrote about him elsewhere. */
async function plantRecords(chat: string): Promise<{ project: string }> {
  await db.insert(schedules, {
    id: "ask",
    kind: "agent",
    title: "Ask Zebulon about the keys",
    instruction: `Ask ${NAME} for the keys, gently: his ${ILLNESS}.`,
    cadence: { type: "once", at: "2099-11-02T14:00:00.000Z" },
    status: "active",
    nextAt: "2099-11-02T14:00:00.000Z",
    dueAt: "2099-11-02T14:00:00.000Z",
  });
  const made = await post("/api/projects", { name: "Birch Street" });
  const { id: project } = (await made.json<{ record: { id: string } }>()).record;
  await db.insert(projectChanges, {
    id: "change-zeb",
    projectId: project,
    entity: "task",
    entityId: "task-gone",
    label: `Call ${NAME}`,
    action: "updated",
    version: 2,
    before: { title: `Call ${NAME} at ${NUMBER} on his ${ILLNESS}` },
    after: { title: "Call the tenant" },
    actorKind: "user",
    actorId: "user_demo_dana",
    actorName: "Dana",
    at: new Date().toISOString(),
  });
  await insertRow(
    "approvals",
    TENANT,
    await waitingApproval({
      id: "approval_birch_0001",
      conversation_id: chat,
      conversation_title: `What ${NAME} wrote`,
      tool_call_id: "call_zeb",
      status: "done",
    }),
  );
  await db.insert(audit, {
    id: "audit-zeb",
    at: new Date().toISOString(),
    actorKind: "user",
    actorId: "user_demo_dana",
    actorName: "Dana",
    action: "task.updated",
    subjectKind: "task",
    subjectId: "task-gone",
    sentence: `Dana renamed “Call ${NAME} on his ${ILLNESS}”`,
    changes: null,
  });
  return { project };
}

async function erase(name: string): Promise<Erasure> {
  const begun = await post(`/api/contacts/${CONTACT}/erasure`, { name });
  expect(begun.status, await begun.clone().text()).toBe(200);
  const { id } = await begun.json<{ id: string }>();
  return vi.waitFor(
    async () => {
      await workOf("contacts.erase", TENANT);
      const erasure = JSON.parse(await get(`/api/erasures/${id}`)) as Erasure;
      expect(erasure.finishedAt).not.toBeNull();
      return erasure;
    },
    { timeout: 60_000, interval: 500 },
  );
}

it("his texts are gone from chats, forks and transcripts, and all else that names him is masked or listed", async () => {
  await plantContact(CONTACT, NAME, NUMBER);
  const { chat, fork } = await plantChats();
  const { project } = await plantRecords(chat);
  const places: Readonly<Record<string, string>> = {
    chat: `/api/conversations/${chat}/messages`,
    fork: `/api/conversations/${fork}/messages`,
    "the chat's transcript": `/api/conversations/${chat}/transcript`,
    "the fork's transcript": `/api/conversations/${fork}/transcript`,
    chats: "/api/conversations",
    schedules: "/api/schedules",
    "a project's history": `/api/projects/${project}/changes`,
    approvals: "/api/approvals/approval_birch_0001",
    "the audit log": "/api/audit",
    notifications: "/api/notifications",
    contacts: "/api/contacts?q=quixwell",
    texts: "/api/text-threads",
    runs: "/api/runs",
  };
  const named = /zebulon|quixwell|pancreas|555.?0177/i;
  const before = await Promise.all(
    Object.entries(places).map(async ([place, path]) => [place, await get(path)] as const),
  );
  const served = before.filter(([, text]) => named.test(text)).map(([place]) => place);
  expect(served).toEqual(
    expect.arrayContaining(["chat", "fork", "the chat's transcript", "the fork's transcript", "schedules"]),
  );
  expect(served).toEqual(
    expect.arrayContaining(["a project's history", "approvals", "the audit log", "contacts"]),
  );

  const { left, removed } = await erase(NAME);

  const after: Record<string, string> = {};
  for (const [place, path] of Object.entries(places)) {
    const text = await get(path);
    if (named.test(text)) after[place] = (text.match(new RegExp(named, "gi")) ?? []).join(" ");
  }
  // A schedule is for people to change, and the words that stood around his name in a project's history are, too.
  expect(after).toEqual({ schedules: "Zebulon Zebulon Quixwell pancreas", "a project's history": ILLNESS });
  const listed = left.map(({ what, path }) => `${what} ${path ?? ""}`);
  expect(listed).toContain("A schedule /schedules");
  expect(listed).toContain(`A project’s history, without their name and numbers now /projects/${project}`);
  expect(listed).toContain(
    "A draft or approval, without their name and numbers now /approvals/approval_birch_0001",
  );
  expect(removed).toContainEqual({ what: "Answers of tools in chats", count: 2 });

  // The transcripts were written again, without it.
  expect(await transcripts()).not.toMatch(named);
  expect(await transcripts()).toContain("He wrote that he is ill.");
  const kept = JSON.parse(await get(places["chat"] ?? "")) as { items: Message[] };
  expect(JSON.stringify(kept.items)).toContain("Erased at a person’s request.");
  expect(await get("/api/approvals/approval_birch_0001")).not.toMatch(named);
  expect((await db.rows(approvals)).length).toBe(1);
  expect((await db.rows(audit)).find(({ id }) => id === "audit-zeb")?.sentence).toBe(
    "Erased at a person’s request.",
  );
  for (const word of ["Zebulon", "Quixwell", ILLNESS]) {
    const found = JSON.parse(await get(`/api/search?q=${word}`)) as { items: { source: string }[] };
    expect(found.items.filter(({ source }) => source !== "schedule")).toEqual([]);
  }

  // The chat goes on, and so does its fork.
  await script("marker-on", [says("Good.")]);
  await say(fork, "marker-on thank you");
  expect(await transcripts()).not.toMatch(named);
});

it("a name that others have too is listed, and masked nowhere", async () => {
  await plantContact(CONTACT, NAME, NUMBER);
  await plantContact("CTnamesake", NAME, "+14125550178");
  const { project } = await plantRecords(crypto.randomUUID());
  const { left } = await erase(NAME);
  const history = await get(`/api/projects/${project}/changes`);
  expect(history).toContain(`Call ${NAME}`);
  expect(history).not.toContain(NUMBER);
  expect(await get("/api/contacts?q=quixwell")).toContain(NAME);
  const listed = left.map(({ what, path }) => `${what} ${path ?? ""}`);
  expect(listed).toEqual(
    expect.arrayContaining([
      "A schedule /schedules",
      `A project’s history /projects/${project}`,
      "A draft or approval /approvals/approval_birch_0001",
      "An entry of the audit log /settings/audit",
    ]),
  );
});

const MODEL = {
  EMBEDDINGS_URL: `${testEnv.TEST_SANDBOX_URL}/embeddings/v1`,
  EMBEDDINGS_KEY: "sandbox",
  EMBEDDINGS_MODEL: "use-lite-512",
};
const searching = async () =>
  testEnv.SEARCH.getByName(await searchObjectName(TENANT)) as unknown as DurableObjectStub<SearchObject>;

/** The object as a deployment that has a model for meaning would have it. */
async function withMeaning<Result>(work: (object: SearchObject) => Promise<Result>): Promise<Result> {
  return runInDurableObject(await searching(), async (object: SearchObject) => {
    Object.assign(object, { env: { ...testEnv, ...MODEL } });
    return work(object);
  });
}
const passagesFor = (question: string) =>
  withMeaning((object) => object.retrieve(TENANT, { question, limit: 10 }));

/** Does the index's work until no passage waits for its vector or for its removal. */
async function settleVectors(): Promise<void> {
  await vi.waitFor(async () => {
    await withMeaning(() => Promise.resolve());
    await runDurableObjectAlarm(await searching());
    const waiting = await runInDurableObject(
      await searching(),
      (_, { storage }) => storage.sql.exec<{ n: number }>("select count(*) as n from vector_work").one().n,
    );
    expect(waiting).toBe(0);
  }, TIMEOUT);
}

/** How many vectors the team has, and whether one of them stands near any question. */
async function vectorsLeft(): Promise<number> {
  const vectors = testEnv.VECTOR_INDEX.getByName(
    await vectorNamespace(TENANT),
  ) as unknown as DurableObjectStub<VectorIndexObject>;
  return runInDurableObject(
    vectors,
    async (object: VectorIndexObject) =>
      (await object.query(TENANT, { values: new Float32Array(512).fill(0.04), topK: 100 })).length,
  );
}

it("nothing of him is found by meaning, in words he never used, and his vectors are gone", async () => {
  // What is indexed before the object has its model waits for no vector.
  await withMeaning(() => Promise.resolve());
  await plantContact(CONTACT, NAME, NUMBER);
  const words = "My dog ran away this morning, I am looking for him everywhere.";
  await control("inbound/sms", { from: NUMBER, text: words });
  await deliverText({ id: "ACzeb2", from: NUMBER, text: words });
  const isFound = async (): Promise<boolean> =>
    (await passagesFor("Which pet escaped?")).some(({ text }) => text.includes("dog ran away"));
  await workOf("events.consume", TENANT);
  await settleVectors();
  // A vector is seen a second after it was written.
  await vi.waitFor(async () => expect(await isFound()).toBe(true), TIMEOUT);
  await vi.waitFor(async () => expect(await vectorsLeft()).toBeGreaterThan(0), TIMEOUT);
  const before = await vectorsLeft();

  await erase(NAME);
  await workOf("events.consume", TENANT);
  await settleVectors();

  expect(await isFound()).toBe(false);
  for (const question of ["Which pet escaped?", "animal lost in the neighborhood", NAME, NUMBER, "dog"])
    expect(JSON.stringify(await passagesFor(question))).not.toMatch(/dog ran away|zebulon|quixwell|5550177/i);
  await vi.waitFor(async () => expect(await vectorsLeft()).toBeLessThan(before), TIMEOUT);
});
