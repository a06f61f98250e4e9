/** A script's view of the running product: HTTP with a bearer token, and the conversation's socket with what arrived on it. */
import { randomUUID } from "node:crypto";
import type { Approval, ApprovalRow } from "../../src/approvals/api/approval.ts";
import type { Message } from "../../src/agent/api/message.ts";
import type { ServerFrame } from "../../src/agent/api/conversation-frames.ts";
import { CannotCome } from "./cannot-come.ts";

/** A signed-in script. */
export interface Client {
  readonly appUrl: string;
  readonly token: string;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  json<T>(method: string, path: string, body?: unknown): Promise<T>;
  send(
    conversationId: string,
    text: string,
    clientMessageId?: string,
  ): Promise<{ accepted: true; duplicate: boolean; turnId: string }>;
  messages(conversationId: string): Promise<Message[]>;
  openApprovals(conversationId: string): Promise<Approval[]>;
  socket(conversationId: string): Promise<Listener>;
}

/** An open socket and its frames. */
export interface Listener {
  readonly frames: ServerFrame[];
  send(frame: unknown): void;
  sendRaw(text: string): void;
  /** The first frame, past or future, that matches. */
  waitFor(what: string, match: (frame: ServerFrame) => boolean, timeoutMs?: number): Promise<ServerFrame>;
  readonly closed: Promise<{ code: number; reason: string }>;
  close(): void;
}

/** Long enough for a machine that is busy with other tests; nothing waits for it where all is well. */
const TIMEOUT_MS = 45_000;

/** The first look is at once, the next soon; what takes long is looked at less often, for looking takes time from what is waited for. */
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 400;

/** Waits until `check` gives something other than null or false. Fails at once where it throws CannotCome. */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | null | false>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let pauseMs = FIRST_PAUSE_MS;
  let last = "";
  while (Date.now() < end) {
    try {
      const value = await check();
      if (value !== null && value !== false) return value;
    } catch (error) {
      if (error instanceof CannotCome) throw new CannotCome(`${what}: ${error.message}`);
      last = error instanceof Error ? error.message : "something that is no error";
    }
    await new Promise((done) => setTimeout(done, pauseMs));
    pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS);
  }
  throw new Error(
    `never came true within ${timeoutMs} ms: ${what}${last === "" ? "" : ` (last error: ${last})`}`,
  );
}

/** Calls the sandbox's control API. */
export async function controlAt<T>(sandboxUrl: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${sandboxUrl}/control/${path}`, {
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Waits until the sandbox has seen that whoever made the calls it held is gone: cleared before that, it would still carry them out. */
export async function nothingHeld(sandboxUrl: string): Promise<void> {
  await eventually("the sandbox drops what a dead Worker asked for", async () => {
    const { items } = await controlAt<{ items: { held: number }[] }>(sandboxUrl, "faults");
    return items.every(({ held }) => held === 0);
  });
}

/** A provider's token for an address, as the sandbox's identity issues it. */
export async function tokenOf(sandboxUrl: string, email: string): Promise<string> {
  const answer = await fetch(`${sandboxUrl}/identity/token`, {
    method: "POST",
    body: JSON.stringify({ email }),
    headers: { "content-type": "application/json" },
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Signs in as a demo person. */
export async function signInAs(appUrl: string, sandboxUrl: string, email: string): Promise<Client> {
  const token = await tokenOf(sandboxUrl, email);
  const request: Client["request"] = (method, path, body, headers = {}) =>
    fetch(`${appUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await request(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    appUrl,
    token,
    request,
    json,
    send: (conversationId, text, clientMessageId = randomUUID()) =>
      json("POST", `/api/conversations/${conversationId}/messages`, { clientMessageId, text }),
    messages: async (conversationId) =>
      (await json<{ items: Message[] }>("GET", `/api/conversations/${conversationId}/messages?limit=200`))
        .items,
    openApprovals: async (conversationId) => {
      const open: Approval[] = [];
      const path = `/api/approvals?status=pending&conversationId=${conversationId}`;
      for (let cursor: string | null = ""; cursor !== null;) {
        const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const page = await json<{ items: ApprovalRow[]; nextCursor: string | null }>("GET", path + from);
        for (const { id } of page.items) open.push(await json<Approval>("GET", `/api/approvals/${id}`));
        cursor = page.nextCursor;
      }
      return open;
    },
    socket: (conversationId) => openSocket(appUrl, token, conversationId),
  };
}

async function openSocket(appUrl: string, token: string, conversationId: string): Promise<Listener> {
  const url = `${appUrl.replace(/^http/, "ws")}/api/conversations/${conversationId}/socket`;
  const Socket = WebSocket as unknown as new (
    url: string,
    options: { headers: Record<string, string> },
  ) => WebSocket;
  const socket = new Socket(url, { headers: { authorization: `Bearer ${token}` } });
  const frames: ServerFrame[] = [];
  const waiting = new Set<() => void>();
  socket.addEventListener("message", (event) => {
    frames.push(JSON.parse(String(event.data)) as ServerFrame);
    for (const check of waiting) check();
  });
  const closed = new Promise<{ code: number; reason: string }>((done) => {
    socket.addEventListener("close", (event) => done({ code: event.code, reason: event.reason }));
  });
  await new Promise<void>((done, failed) => {
    socket.addEventListener("open", () => done());
    socket.addEventListener("error", () => failed(new Error(`the socket ${url} did not open`)));
  });
  return {
    frames,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (text) => socket.send(text),
    close: () => socket.close(),
    waitFor: (what, match, timeoutMs = TIMEOUT_MS) =>
      new Promise((done, failed) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          failed(
            new Error(
              `no such frame within ${timeoutMs} ms: ${what}; got ${frames.map((frame) => frame.type).join(", ")}`,
            ),
          );
        }, timeoutMs);
        const check = (): void => {
          const found = frames.find(match);
          if (found === undefined) return;
          clearTimeout(timer);
          waiting.delete(check);
          done(found);
        };
        waiting.add(check);
        check();
      }),
  };
}
