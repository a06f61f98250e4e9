import { beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "../../../src/app/clean-up.ts";
import { conversationsOf } from "../../../src/app/conversation-object.ts";
import { conversations, settings, tenantDb } from "../../../src/db/index.ts";
import { tenantFilePrefix } from "../../../src/kernel/tenant-names.ts";
import { DEFAULT_POLICY } from "../../../src/protocol/account.ts";
import { transcriptSchema, type Conversation } from "../../../src/protocol/conversation.ts";
import type { Message } from "../../../src/protocol/message.ts";
import type { Carried } from "../../../src/protocol/objects.ts";
import { createProject, createTask, type Writer } from "../../../src/projects/index.ts";
import { projectDeps } from "../../../src/app/projects.ts";
import { errorCode, request, signIn } from "../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../support/worker.ts";
import { calls, DANA, requestsOf, says, script, TENANT, textOf, until } from "../conversations/harness.ts";

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
    expect(await refused.text()).toMatch(/is closed\. Start a new one, or fork it/);
    const [next, same] = await Promise.all([resume(), resume()]);
    expect(next).toBe(same);
    expect(next).not.toBe(one);
    await api(`/api/conversations/${next}`, "DELETE");
    expect(await resume()).not.toBe(next);
  });

  it("takes as many turns as the team says; a fork counts anew", async () => {
    const policy = { ...DEFAULT_POLICY, sessions: { ...DEFAULT_POLICY.sessions, turns: 2 } };
    await db().batch([
      db().insert(settings, { version: 1, policy, updatedBy: DANA.id, updatedAt: new Date().toISOString() }),
    ]);
    const id = crypto.randomUUID();
    await say(id, "First.");
    await say(id, "Second.");
    await until(async () => (await view(id)).session?.state === "completed");
    const third = await api(`/api/conversations/${id}/messages`, "POST", {
      clientMessageId: "third",
      text: "Third?",
    });
    expect(await errorCode(third)).toBe("conflict");
    const fork = crypto.randomUUID();
    expect((await api(`/api/conversations/${id}/forks`, "POST", { id: fork })).status).toBe(201);
    await say(fork, "Third, in the fork.");
    expect((await view(fork)).session).toEqual({ state: "paused" });
  });

  it("expires after its days without a word, and not beside one that was said meanwhile", async () => {
    const [idle, busy, text] = [crypto.randomUUID(), crypto.randomUUID(), "sms:one:+13125550199"];
    await say(idle, "Idle.");
    await say(busy, "Busy.");
    const object = await conversationsOf(testEnv, TENANT)(idle);
    const { runInDurableObject } = await import("cloudflare:test");
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await runInDurableObject(object as never, (_, state) => {
      state.storage.sql.exec("UPDATE conversation SET last_message_at = ?", long);
    });
    // The directory thinks both are due; a conversation with a contact is never in it.
    await testEnv.DB.prepare("UPDATE conversations SET expires_at = ? WHERE id IN (?, ?)")
      .bind(long, idle, busy)
      .run();
    await cleanUp(testEnv, TENANT);
    expect((await view(idle)).session).toEqual({ state: "expired" });
    expect((await view(busy)).session).toEqual({ state: "paused" });
    const [row] = (await db().rows(conversations)).filter(({ id }) => id === busy);
    expect(Date.parse(row?.expiresAt ?? "")).toBeGreaterThan(Date.now());
    const refused = await api(`/api/conversations/${idle}/messages`, "POST", {
      clientMessageId: "late",
      text: "Hello?",
    });
    expect(await refused.text()).toMatch(/is closed, since nobody/);
    expect(
      await (await conversationsOf(testEnv, TENANT)(text)).expire({ tenantId: TENANT, conversationId: text }),
    ).toBeUndefined();
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
    const carried = (await (await conversationsOf(testEnv, TENANT)(parent)).carry(from)) as Carried;
    const child = await conversationsOf(testEnv, TENANT)(id);
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
    const object = await conversationsOf(testEnv, TENANT)(parent);
    const { runInDurableObject } = await import("cloudflare:test");
    await runInDurableObject(object as never, (_, state) => {
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
    const deps = projectDeps(testEnv, TENANT);
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
