/** Node HTTP server for a handler of web-standard requests. Loopback only. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { CutConnection } from "./router.ts";
import { json, type SandboxRequest } from "./service.ts";

/** Anthropic's request limit; nothing else needs more. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Listens on 127.0.0.1, and on ::1 if available, since `localhost` may resolve to either. `close` also closes open connections. */
export async function listen(
  port: number,
  handle: (request: SandboxRequest) => Promise<Response>,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const respond = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void serve(incoming, outgoing, handle);
  const first = createServer(respond);
  await bind(first, port, "127.0.0.1");
  const address = first.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  const second = createServer(respond);
  const servers = await bind(second, bound, "::1").then(
    () => [first, second],
    () => [first],
  );
  for (const server of servers) {
    server.requestTimeout = 0;
    // On a busy machine, a connection closed after five idle seconds is one that a client is just sending on.
    server.keepAliveTimeout = 0;
  }
  return {
    port: bound,
    async close() {
      await Promise.all(servers.map(shut));
    },
  };
}

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: SandboxRequest) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  try {
    const body = await readBody(incoming);
    const response =
      body === null
        ? json({ error: { message: "The body is too large." } }, 413)
        : await handle(toRequest(incoming, body, gone.signal));
    await send(response, outgoing, gone.signal);
  } catch (error) {
    if (!(error instanceof CutConnection) && !gone.signal.aborted) process.stderr.write(`${String(error)}\n`);
    // Data already written is still sent; the missing end tells the client that the response is incomplete.
    outgoing.socket?.destroySoon();
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= MAX_BODY_BYTES) parts.push(part);
  }
  return size > MAX_BODY_BYTES ? null : Buffer.concat(parts);
}

function toRequest(incoming: IncomingMessage, body: Buffer, signal: AbortSignal): SandboxRequest {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  const host = incoming.headers.host ?? "";
  const base = URL.canParse(`http://${host}`) ? `http://${host}` : "http://invalid.invalid";
  // A leading double slash must stay part of the path, not become a host.
  const url = new URL(`${base}${(incoming.url ?? "/").replace(/^\/+/, "/")}`);
  return { method: incoming.method ?? "GET", path: url.pathname, url, headers, body, signal };
}

async function send(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await once(outgoing, "drain", { signal }).catch(() => undefined);
  }
  outgoing.end();
}
