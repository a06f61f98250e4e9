import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Conversation } from "../../../../src/agent/api/conversation.ts";
import type { Message } from "../../../../src/agent/api/message.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, TIMEOUT } from "../../../support/worker.ts";

const ORIGIN = "http://localhost:8787";
let cookie: string;
let marker: string;
beforeEach(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
  marker = `marker-${crypto.randomUUID()}`;
  await control("anthropic/script", {
    marker,
    responses: [{ content: [{ type: "text", text: "Good morning, Dana." }] }],
  });
});

function send(method: string, path: string, body?: unknown) {
  return request(path, {
    method,
    headers: { cookie, origin: ORIGIN },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function history(id: string): Promise<Message[]> {
  const answer = await send("GET", `/api/conversations/${id}/messages`);
  expect(answer.status).toBe(200);
  return (await answer.json<{ items: Message[] }>()).items;
}

function untilAnswered(id: string): Promise<Message[]> {
  return vi.waitFor(async () => {
    const items = await history(id);
    expect(items.map(({ role }) => role)).toContain("assistant");
    return items;
  }, TIMEOUT);
}

describe("a conversation over HTTP", () => {
  it("is created, found, renamed, deleted and brought back", async () => {
    const created = await send("POST", "/api/conversations", { title: "Boilers" });
    expect(created.status).toBe(201);
    const { id } = await created.json<Conversation>();
    const path = `/api/conversations/${id}`;
    expect(await (await send("GET", path)).json()).toMatchObject({
      id,
      title: "Boilers",
      source: "web_chat",
    });
    expect(await (await send("PATCH", path, { title: "Boilers and pipes" })).json()).toMatchObject({
      title: "Boilers and pipes",
    });

    expect((await send("DELETE", path)).status).toBe(200);
    const titles = async () =>
      (await (await send("GET", "/api/conversations")).json<{ items: Conversation[] }>()).items.map(
        (item) => item.title,
      );
    expect(await titles()).toEqual([]);
    expect((await send("PATCH", path, { deleted: false })).status).toBe(200);
    expect(await titles()).toEqual(["Boilers and pipes"]);
  });

  it("of a new id takes its first message, once however often it is sent, and answers it", async () => {
    const id = crypto.randomUUID();
    const path = `/api/conversations/${id}/messages`;
    const message = { clientMessageId: "m-1", text: `Good morning ${marker}` };
    const first = await send("POST", path, message);
    expect(first.status).toBe(202);
    expect(await first.json()).toMatchObject({ accepted: true, duplicate: false });
    expect(await (await send("POST", path, message)).json()).toMatchObject({
      accepted: true,
      duplicate: true,
    });

    const items = await untilAnswered(id);
    expect(items.map((item) => [item.role, item.author.name])).toEqual([
      ["user", "Dana Whitfield"],
      ["assistant", "Steward"],
    ]);
    expect(JSON.stringify(items[1]?.parts)).toContain("Good morning, Dana.");
    const { items: listed } = await (
      await send("GET", "/api/conversations")
    ).json<{ items: Conversation[] }>();
    expect(listed.map((item) => item.id)).toEqual([id]);
  });

  it("is the team's: a colleague reads it, another team does not", async () => {
    const id = crypto.randomUUID();
    await send("POST", `/api/conversations/${id}/messages`, {
      clientMessageId: "m-1",
      text: `Hello ${marker}`,
    });
    await untilAnswered(id);
    const path = `/api/conversations/${id}/messages`;
    const colleague = await request(path, { headers: { cookie: await signIn("tom@alderfinch.example") } });
    expect(colleague.status).toBe(200);
    const other = await request(path, { headers: { cookie: await signIn("ben@harborlight.example") } });
    expect(await errorCode(other)).toBe("not_found");
  });

  it("refuses a message that is none", async () => {
    const path = `/api/conversations/${crypto.randomUUID()}/messages`;
    for (const body of [
      { clientMessageId: "m-1", text: "" },
      { clientMessageId: "", text: "x" },
      { clientMessageId: "has space", text: "x" },
      { clientMessageId: "m-1", text: "x".repeat(32_001) },
      { text: "x" },
      [],
      "text",
    ]) {
      expect(await errorCode(await send("POST", path, body))).toBe("invalid_request");
    }
    expect((await send("GET", path)).status).toBe(404);
  });
});

describe("a conversation's socket", () => {
  it("opens on a fresh id with an empty snapshot and closes with 4401 when the session ends", async () => {
    const answer = await request(`/api/conversations/${crypto.randomUUID()}/socket`, {
      headers: { cookie, origin: ORIGIN, upgrade: "websocket" },
    });
    expect(answer.status).toBe(101);
    const socket = answer.webSocket;
    if (socket === null) throw new Error("no socket");
    const closed = new Promise<number>((done) =>
      socket.addEventListener("close", (event) => done(event.code)),
    );
    const snapshot = new Promise<string>((done) =>
      socket.addEventListener("message", (event) => done(String(event.data))),
    );
    socket.accept();
    socket.send(JSON.stringify({ type: "hello" }));
    expect(JSON.parse(await snapshot)).toMatchObject({ type: "snapshot", messages: [] });
    expect((await send("DELETE", "/api/session")).status).toBe(200);
    expect(await closed).toBe(4401);
  });
});
