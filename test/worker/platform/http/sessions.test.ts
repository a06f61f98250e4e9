import { testContext } from "../../../support/context.ts";
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "../../../../src/team/open.ts";
import { conversations } from "../../../../src/agent/tables/conversations.ts";
import { settings, tenantDb } from "../../../../src/platform/db/index.ts";
import { objectSql } from "../../../../src/platform/db/object-sql.ts";
import { tenantFilePrefix } from "../../../../src/kernel/tenant-names.ts";
import { DEFAULT_POLICY, type SessionBounds } from "../../../../src/team/api/policy.ts";
import { transcriptSchema, type Conversation } from "../../../../src/agent/api/conversation.ts";
import type { Message } from "../../../../src/agent/api/message.ts";
import type { Carried, ConversationRpc } from "../../../../src/agent/api/objects.ts";
import { createProject, createTask, type Writer } from "../../../../src/projects/index.ts";
import { projectDeps } from "../../../../src/projects/open.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { writeHistory } from "../../../support/write-history.ts";
import {
  calls,
  DANA,
  requestsOf,
  says,
  script,
  TENANT,
  textOf,
  until,
} from "../../agent/conversations/harness.ts";

const DAY_MS = 86_400_000;
const db = () => tenantDb(testEnv, TENANT);
let cookie = "";
let mark = "";

beforeEach(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
  mark = `MARK-${crypto.randomUUID()}`;
});

function api(path: string, method = "GET", body?: unknown, as = cookie): Promise<Response> {
  const headers = { cookie: as, origin: "http://localhost:8787", "content-type": "application/json" };
  return request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

/** Says something, has the model answer, and waits until the turn is over. */
async function say(id: string, answer: string): Promise<void> {
  const word = `${mark}-${crypto.randomUUID()}`;
  await script(word, [says(answer)]);
  const sent = await api(`/api/conversations/${id}/messages`, "POST", {
    clientMessageId: crypto.randomUUID(),
    text: `${word} please`,
  });
  expect(sent.status, await sent.clone().text()).toBe(202);
  await until(async () => (await history(id)).some((message) => textOf(message) === answer));
  await until(async () => (await view(id)).status === "idle");
}

async function view(id: string): Promise<Conversation> {
  return (await api(`/api/conversations/${id}`)).json<Conversation>();
}

async function history(id: string, query = ""): Promise<Message[]> {
  const answer = await api(`/api/conversations/${id}/messages${query}`);
  return answer.ok ? (await answer.json<{ items: Message[] }>()).items : [];
}

const resume = async (as = cookie): Promise<string> =>
  (
    await (
      await api("/api/conversations", "POST", { agent: "nl-query", resume: true }, as)
    ).json<Conversation>()
  ).id;

const close = (id: string) => api(`/api/conversations/${id}`, "PATCH", { closed: true });

const object = (id: string) => testContext(TENANT).objects.conversation(id);

const identityOf = (id: string) => ({ tenantId: TENANT, conversationId: id, source: "web_chat" }) as const;

const send = (id: string, text: string, clientMessageId: string = crypto.randomUUID(), as = cookie) =>
  api(`/api/conversations/${id}/messages`, "POST", { clientMessageId, text }, as);

async function directoryRow(id: string) {
  return (await db().rows(conversations)).find((row) => row.id === id);
}

/** Rows of a conversation's object. */
async function rowsOf(id: string, statement: string, ...bindings: string[]): Promise<unknown[]> {
  return runInDurableObject((await object(id)) as never, (_, state) =>
    state.storage.sql.exec(statement, ...bindings).toArray(),
  );
}

async function seed(id: string, messages: number, untilMs: number): Promise<void> {
  await runInDurableObject((await object(id)) as never, (_, { storage }) => {
    const sql = objectSql(storage as never);
    sql.transaction(() => writeHistory(sql, messages, untilMs));
  });
}

async function setSessions(change: Partial<SessionBounds>): Promise<void> {
  const policy = { ...DEFAULT_POLICY, sessions: { ...DEFAULT_POLICY.sessions, ...change } };
  const row = { version: 1, policy, updatedBy: DANA.id, updatedAt: new Date().toISOString() };
  await db().batch([db().insert(settings, row).onConflictDoUpdate({ target: settings.tenantId, set: row })]);
}

/** Runs a released migration again. */
async function runMigration(name: string): Promise<void> {
  const found = testEnv.TEST_MIGRATIONS.find((migration) => migration.name.startsWith(name));
  for (const query of found?.queries ?? []) await testEnv.DB.prepare(query).run();
  expect(found).toBeDefined();
}

async function transcript(id: string) {
  return transcriptSchema.parse(await (await api(`/api/conversations/${id}/transcript`)).json());
}

async function files(id: string): Promise<unknown[]> {
  const { objects } = await testEnv.FILES.list({
    prefix: `${await tenantFilePrefix(TENANT)}transcripts/${id}/`,
  });
  return Promise.all(objects.map(async ({ key }) => (await testEnv.FILES.get(key))?.json()));
}

describe("a session", () => {
  it("is a person's one chat with an agent: two who ask at once get one, closed ones aren't found", async () => {
    const [one, other] = await Promise.all([resume(), resume()]);
    expect(one).toBe(other);
    expect(await resume(await signIn("tom@alderfinch.example"))).not.toBe(one);
    expect(await view(one)).toMatchObject({
      agent: "nl-query",
      startedBy: DANA.id,
      session: { state: "paused" },
    });
    await say(one, "Three are late.");
    expect(await resume()).toBe(one);

    expect((await (await close(one)).json<Conversation>()).session).toMatchObject({
      state: "completed",
      why: "closed",
      by: DANA.name,
    });
    const refused = await api(`/api/conversations/${one}/messages`, "POST", {
      clientMessageId: "late",
      text: "And now?",
    });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toMatch(/is closed\. Open it again, start a new one, or fork it/);
    const [next, same] = await Promise.all([resume(), resume()]);
    expect(next).toBe(same);
    expect(next).not.toBe(one);
    await api(`/api/conversations/${next}`, "DELETE");
    expect(await resume()).not.toBe(next);
  });

  it("is opened again by anyone of the team", async () => {
    const id = crypto.randomUUID();
    await say(id, "First.");
    await close(id);
    const tom = await signIn("tom@alderfinch.example");
    const opened = await api(`/api/conversations/${id}`, "PATCH", { closed: false }, tom);
    expect((await opened.json<Conversation>()).session).toEqual({ state: "paused" });
    await say(id, "Second.");
    await until(async () => (await directoryRow(id))?.sessionState === "open");
  });
});

describe("ENDLESS: a chat with Steward", () => {
  it("goes on after 10,000 messages and 400 days without a word", { timeout: 240_000 }, async () => {
    const id = crypto.randomUUID();
    await api("/api/conversations", "POST", { id });
    await seed(id, 10_000, Date.now() - 400 * DAY_MS);
    // Everything that could end it looks at it: the directory's row is overdue, and the night's clean-up runs.
    await testEnv.DB.prepare("UPDATE conversations SET expires_at = ? WHERE id = ?")
      .bind(new Date(0).toISOString(), id)
      .run();
    await cleanUp(testContext(TENANT));
    expect((await view(id)).session).toEqual({ state: "paused" });
    await say(id, "Still here.");
    expect((await history(id)).at(-1)?.parts).toMatchObject([{ text: "Still here." }]);
    expect(await directoryRow(id)).toMatchObject({ sessionState: "open", expiresAt: null });
    expect(await rowsOf(id, "SELECT count(*) AS n FROM messages")).toEqual([{ n: 10_002 }]);
  });

  it("that a bound had closed before is open again; one that a person closed stays closed", async () => {
    const [full, done] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const [id, why] of [
      [full, "turns"],
      [done, "closed"],
    ] as const) {
      await say(id, "First.");
      const at = new Date().toISOString();
      const closed = JSON.stringify({ state: "completed", why, at });
      // As that release left it: the object's tables before the step that opens them again, the directory without the reason.
      await rowsOf(id, "UPDATE conversation SET closed = ?", closed);
      await rowsOf(id, "ALTER TABLE conversation DROP COLUMN reader");
      await rowsOf(id, "DROP TABLE shrunk_results");
      await rowsOf(id, "ALTER TABLE conversation DROP COLUMN still_asked");
      await rowsOf(id, "ALTER TABLE conversation DROP COLUMN answered");
      await rowsOf(id, "UPDATE schema_version SET version = version - 4");
      await testEnv.DB.prepare("UPDATE conversations SET session_state = 'completed' WHERE id = ?")
        .bind(id)
        .run();
    }
    await runMigration("0076_reopened_chats");
    await abortAllDurableObjects();
    await cleanUp(testContext(TENANT));
    expect((await view(full)).session).toEqual({ state: "paused" });
    expect((await view(done)).session).toEqual({ state: "completed" });
    await say(full, "Second.");
    const refused = await send(done, "And now?");
    expect(await errorCode(refused)).toBe("conflict");
  });
});

describe("a chat with a project agent", () => {
  const asked = async (agent = "nl-query"): Promise<string> => {
    const id = crypto.randomUUID();
    await api("/api/conversations", "POST", { id, agent });
    return id;
  };

  it("goes on in one fork at the bound, whoever writes at once, and nothing is lost", async () => {
    await setSessions({ turns: 2 });
    const id = await asked();
    await say(id, "First.");
    await say(id, "Second.");
    expect((await view(id)).session).toEqual({ state: "paused" });
    await script(`${mark}-third`, [says("Third.")]);
    const tom = await signIn("tom@alderfinch.example");
    const sent = await Promise.all([
      send(id, `${mark}-third?`, "m3"),
      send(id, "And a fourth", "m4", tom),
      send(id, `${mark}-third?`, "m3"),
    ]);
    const accepted = await Promise.all(sent.map((answer) => answer.json<{ conversationId?: string }>()));
    const fork = accepted[0]?.conversationId ?? "";
    expect(accepted.map(({ conversationId }) => conversationId)).toEqual([fork, fork, fork]);
    await until(async () => (await history(fork)).some((message) => textOf(message) === "Third."));
    const words = (await history(fork)).map(textOf);
    for (const each of ["First.", "Second.", "And a fourth", `${mark}-third?`])
      expect(words.filter((word) => word === each)).toHaveLength(1);
    const there = await view(fork);
    expect(there).toMatchObject({ agent: "nl-query", startedBy: DANA.id, forkedFrom: { id } });
    expect(there.title).not.toContain("fork");
    const parent = await object(id);
    expect((await parent.update(identityOf(id), {})).session).toMatchObject({
      state: "completed",
      why: "turns",
      goesOn: { id: fork },
    });
    // What comes for the first one later finds the same fork, and going on with one's chat finds it too.
    expect(await (await send(id, "A fifth", "m5")).json()).toMatchObject({ conversationId: fork });
    expect(await resume()).toBe(fork);
    const opened = await api(`/api/conversations/${id}`, "PATCH", { closed: false });
    expect(await errorCode(opened)).toBe("conflict");
  });

  it("takes the message itself once the bound is lifted, and while a turn is running or queued", async () => {
    await setSessions({ turns: 1 });
    const id = await asked();
    await say(id, "First.");
    await setSessions({ turns: null });
    await say(id, "Second.");
    expect((await view(id)).session).toEqual({ state: "paused" });
    await setSessions({ turns: 1 });
    const other = await asked();
    const identity = { ...identityOf(other), agent: "nl-query" };
    const both = ["m1", "m2"].map((messageId) => ({ messageId, author: DANA, text: "Hello?" }));
    await runInDurableObject((await object(other)) as never, (instance) =>
      Promise.all(both.map((message) => (instance as unknown as ConversationRpc).send(identity, message))),
    );
    expect((await history(other)).map(({ id: each }) => each)).toEqual(expect.arrayContaining(["m1", "m2"]));
  });

  it("goes on by one request of a script, which learns where", async () => {
    await setSessions({ turns: 1 });
    const id = await asked();
    await say(id, "First.");
    await script(`${mark}-chat`, [says("Second.")]);
    const answer = await api("/api/chat", "POST", { conversationId: id, message: `${mark}-chat?` });
    const { conversationId, response } = await answer.json<{ conversationId: string; response: string }>();
    expect(response).toBe("Second.");
    expect((await view(conversationId)).forkedFrom?.id).toBe(id);
  });

  it("goes on past eight forks; the messages before are read in the parent then", async () => {
    await setSessions({ turns: 1 });
    const first = await asked();
    await say(first, "Answer 0.");
    let id = first;
    for (let turn = 1; turn <= 10; turn++) {
      await script(`${mark}-${turn}.`, [says(`Answer ${turn}.`)]);
      const { conversationId } = await (
        await send(id, `${mark}-${turn}.`)
      ).json<{ conversationId: string }>();
      id = conversationId;
      await until(async () => (await history(id)).some((message) => textOf(message) === `Answer ${turn}.`));
      await until(async () => (await view(id)).status === "idle");
    }
    const words = (await history(id)).map(textOf);
    for (let turn = 0; turn <= 10; turn++) expect(words).toContain(`Answer ${turn}.`);
  });

  it("expires after its days without a word, and goes on in a fork; with the bound lifted it doesn't expire", async () => {
    const [idle, busy, text] = [await asked(), await asked(), "sms:one:+13125550199"];
    await say(idle, "Idle.");
    await say(busy, "Busy.");
    const long = new Date(Date.now() - 31 * DAY_MS).toISOString();
    await rowsOf(idle, "UPDATE conversation SET last_message_at = ?", long);
    // The object remembers what it read; it was written to from outside.
    await abortAllDurableObjects();
    // The directory thinks both are due; a conversation with a contact is never in it.
    const due = () =>
      testEnv.DB.prepare("UPDATE conversations SET expires_at = ? WHERE id IN (?, ?)")
        .bind(long, idle, busy)
        .run();
    await setSessions({ idleDays: null });
    await due();
    await cleanUp(testContext(TENANT));
    expect((await view(idle)).session).toEqual({ state: "paused" });
    await setSessions({ idleDays: 30 });
    await due();
    await cleanUp(testContext(TENANT));
    expect((await view(idle)).session).toEqual({ state: "expired" });
    expect((await view(busy)).session).toEqual({ state: "paused" });
    expect(Date.parse((await directoryRow(busy))?.expiresAt ?? "")).toBeGreaterThan(Date.now());
    const { conversationId } = await (await send(idle, "Hello?")).json<{ conversationId: string }>();
    expect((await history(conversationId)).map(textOf)).toEqual(
      expect.arrayContaining([
        "Idle.",
        "Hello?",
        expect.stringMatching(/^Continued here from a chat that had expired/),
      ]),
    );
    expect(await (await object(text)).expire({ tenantId: TENANT, conversationId: text }, 30)).toBeUndefined();
  });
});

describe("a fork", () => {
  it("goes on from a closed turn with what the model had then, once however often it is asked for", async () => {
    const parent = crypto.randomUUID();
    await say(parent, "Alpha is late.");
    await say(parent, "Beta is late too.");
    const before = await history(parent);
    const at = before[1]?.id;
    const id = crypto.randomUUID();
    const fork = () => api(`/api/conversations/${parent}/forks`, "POST", { id, messageId: at });
    const made = await (await fork()).json<Conversation>();
    expect(made).toMatchObject({ id, forkedFrom: { id: parent }, startedBy: DANA.id });
    expect((await fork()).status).toBe(201);
    expect((await history(id)).map(textOf)).toEqual([
      ...before.slice(0, 2).map(textOf),
      expect.stringMatching(/^Forked here/) as string,
    ]);
    expect((await history(parent)).map(({ id: each }) => each)).toEqual(before.map(({ id: each }) => each));

    await say(id, "Only Alpha.");
    const [asked] = await requestsOf(
      (await history(id))
        .map(textOf)
        .find((words) => words.includes("please") && !before.some((b) => textOf(b) === words)) ?? "",
    );
    const sent = JSON.stringify(asked?.request["messages"]);
    expect(sent).toContain("Alpha is late.");
    expect(sent).not.toContain("Beta is late too.");

    const other = await api(`/api/conversations/${parent}/forks`, "POST", { id });
    expect(await errorCode(other)).toBe("exists");
    // A message that the fork took along is its parent's: forking there forks the parent.
    const again = await (
      await api(`/api/conversations/${id}/forks`, "POST", { id: crypto.randomUUID(), messageId: at })
    ).json<Conversation>();
    expect(again.forkedFrom?.id).toBe(parent);
  });

  it("broken off between the parent and the child is made whole by a repeat", async () => {
    const parent = crypto.randomUUID();
    await say(parent, "Alpha is late.");
    const id = crypto.randomUUID();
    const identity = { tenantId: TENANT, conversationId: id, source: "web_chat" } as const;
    const from = { ...identity, conversationId: parent };
    const carried = (await (await testContext(TENANT).objects.conversation(parent)).carry(from)) as Carried;
    const child = await testContext(TENANT).objects.conversation(id);
    await child.beginFork(identity, carried);
    // Its directory row got lost on the way.
    await testEnv.DB.prepare("DELETE FROM conversations WHERE id = ?").bind(id).run();
    expect((await api(`/api/conversations/${parent}/forks`, "POST", { id })).status).toBe(201);
    expect((await history(id)).filter((message) => textOf(message) === "Alpha is late.")).toHaveLength(1);
  });

  it("is refused while its turn runs", async () => {
    const parent = crypto.randomUUID();
    await say(parent, "Alpha is late.");
    const [first] = await history(parent);
    await control("faults", { service: "anthropic", hang: true });
    await api(`/api/conversations/${parent}/messages`, "POST", { clientMessageId: "m2", text: "And Beta?" });
    await until(async () => (await view(parent)).session?.state === "active");
    const path = `/api/conversations/${parent}/forks`;
    const open = await api(path, "POST", { id: crypto.randomUUID(), messageId: "m2" });
    expect(await errorCode(open)).toBe("conflict");
    const over = await api(path, "POST", { id: crypto.randomUUID(), messageId: first?.id });
    expect(over.status).toBe(201);
    // Left out, it is the last turn that is over.
    const id = crypto.randomUUID();
    expect((await api(path, "POST", { id })).status).toBe(201);
    expect((await history(id)).map(textOf)).not.toContain("And Beta?");
    await api(`/api/conversations/${parent}/stop`, "POST");
    await control("faults", { service: "anthropic", clear: true });
  });

  it("takes no draft along that waits", async () => {
    const parent = crypto.randomUUID();
    const word = `${mark}-draft`;
    await script(word, [
      {
        content: [calls("w", "send_message", { to: "+14125550111", text: "The roofer comes at ten." })],
      },
    ]);
    await api(`/api/conversations/${parent}/messages`, "POST", {
      clientMessageId: "m1",
      text: `${word} text Maria`,
    });
    await until(async () => (await view(parent)).status === "waiting_approval");
    const id = crypto.randomUUID();
    expect((await api(`/api/conversations/${parent}/forks`, "POST", { id })).status).toBe(201);
    expect((await view(id)).status).toBe("idle");
    const waiting = await (
      await api("/api/approvals?status=pending")
    ).json<{ items: { conversationId: string }[] }>();
    expect(waiting.items.map(({ conversationId }) => conversationId)).toEqual([parent]);
  });

  it("reads on in its parent what it did not take along", async () => {
    const parent = crypto.randomUUID();
    await say(parent, "Alpha is late.");
    await say(parent, "Beta is late too.");
    const [, , third] = await history(parent);
    await runInDurableObject((await object(parent)) as never, (_, state) => {
      state.storage.sql.exec(
        "INSERT INTO compactions (through_seq, summary, created_at) SELECT seq - 1, 'Alpha was late.', '2026-01-01' FROM messages WHERE id = ?",
        third?.id ?? "",
      );
    });
    const id = crypto.randomUUID();
    await api(`/api/conversations/${parent}/forks`, "POST", { id });
    const all = (await history(id)).map(textOf);
    expect(all.slice(0, -1)).toEqual((await history(parent)).map(textOf));
    const newest = await history(id, "?limit=3");
    expect(newest.map(textOf)).toEqual(all.slice(-3));
    expect((await history(id, `?limit=2&before=${newest[0]?.id}`)).map(textOf)).toEqual(all.slice(-5, -3));
    await api(`/api/conversations/${parent}`, "DELETE");
    expect((await history(id)).map(textOf)).toEqual(all);
  });
});

describe("a transcript", () => {
  it("is downloaded by the team, and kept in files that hold each message once", async () => {
    const id = crypto.randomUUID();
    await say(id, "First.");
    await say(id, "Second.");
    const whole = await transcript(id);
    expect(whole).toMatchObject({ cut: false, conversation: { id } });
    expect(whole.messages.map(({ id: each }) => each)).toEqual(
      (await history(id)).map(({ id: each }) => each),
    );
    const kept = await until(async () => {
      const pages = (await files(id)) as { messages: Message[] }[];
      const messages = pages.flatMap((page) => page.messages);
      return messages.length === whole.messages.length ? { messages, pages } : null;
    });
    expect(kept.messages).toEqual(whole.messages);
    expect(kept.pages).toHaveLength(2);

    const colleague = await signIn("tom@alderfinch.example");
    expect((await api(`/api/conversations/${id}/transcript`, "GET", undefined, colleague)).status).toBe(200);
    const stranger = await signIn("ben@harborlight.example");
    const none = await api(`/api/conversations/${id}/transcript`, "GET", undefined, stranger);
    expect(await errorCode(none)).toBe("not_found");

    await api(`/api/conversations/${id}`, "DELETE");
    await until(async () => (await files(id)).length === 0);
    await api(`/api/conversations/${id}`, "PATCH", { deleted: false });
    await until(async () => (await files(id)).length === 1);
  });
});

describe("questions about projects in one session", () => {
  it("build on each other: overdue, of one project, who has the top 3", async () => {
    const deps = projectDeps(testContext(TENANT));
    const who: Writer = { actor: DANA };
    for (const [key, name] of [
      ["project_alpha", "Project Alpha"],
      ["project_beta", "Project Beta"],
    ] as const)
      await createProject(deps, { id: key, name }, who);
    const due = "2025-01-10";
    for (const [title, projectId] of [
      ["Order lamps", "project_alpha"],
      ["Paint hall", "project_alpha"],
      ["Sand floor", "project_alpha"],
      ["Fix gate", "project_beta"],
    ] as const)
      await createTask(deps, { projectId, title, dueDate: due }, who);
    const id = await resume();
    const ask = async (words: string, filter: unknown, answer: string): Promise<string> => {
      const word = `${mark}-${crypto.randomUUID()}`;
      const fields = ["id", "title", "project.name"];
      await script(word, [
        {
          content: [calls(crypto.randomUUID().slice(0, 8), "pm_query", { entity: "tasks", fields, filter })],
        },
        says(answer),
      ]);
      await api(`/api/conversations/${id}/messages`, "POST", {
        clientMessageId: word,
        text: `${words} ${word}`,
      });
      await until(async () => (await history(id)).some((message) => textOf(message) === answer));
      await until(async () => (await view(id)).session?.state === "paused");
      const [first] = await requestsOf(word);
      return JSON.stringify(first?.request["messages"]);
    };
    const late = { column: "dueDate", op: "lt", value: "2025-06-01" };
    await ask("Show me overdue tasks", late, "Four are overdue.");
    const second = await ask("only Project Alpha", late, "Three of them are Project Alpha’s.");
    for (const found of ["Order lamps", "Fix gate", "Four are overdue."]) expect(second).toContain(found);
    const third = await ask("who has the top 3?", late, "Dana has all three.");
    for (const found of ["Sand floor", "Three of them are Project Alpha’s."]) expect(third).toContain(found);
    expect(await resume()).toBe(id);
  });
});
