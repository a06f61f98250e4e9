/** The floor of HOOK-RATE: a Worker that checks a delivery's signature and writes one row. A GET makes the table. */
import type { D1Database } from "@cloudflare/workers-types";

interface HookEnv {
  readonly DB: D1Database;
  /** The signing key, in base64. */
  readonly WEBHOOK_SECRET: string;
}

const TABLE = "create table if not exists deliveries (id text primary key, body text not null) without rowid";

export default {
  async fetch(request: Request, env: HookEnv): Promise<Response> {
    if (request.method === "GET") {
      await env.DB.prepare(TABLE).run();
      return new Response("hook");
    }
    const body = await request.text();
    const { id, signed, signature } = signedPart(request.headers, body);
    if (!(await isSigned(env.WEBHOOK_SECRET, signed, signature))) return new Response("no", { status: 401 });
    await env.DB.prepare("insert or ignore into deliveries values (?, ?)").bind(id, body).run();
    return new Response("ok");
  },
};

/** What was signed, by either of the phone system's two ways. */
function signedPart(headers: Headers, body: string): { id: string; signed: string; signature: string } {
  const id = headers.get("webhook-id");
  if (id === null) {
    const [, , timestamp = "", signature = ""] = (headers.get("openphone-signature") ?? "").split(";");
    return { id: crypto.randomUUID(), signed: `${timestamp}.${body}`, signature };
  }
  const [, signature = ""] = (headers.get("webhook-signature") ?? "").split(",");
  return { id, signed: `${id}.${headers.get("webhook-timestamp") ?? ""}.${body}`, signature };
}

async function isSigned(secret: string, signed: string, signature: string): Promise<boolean> {
  const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), hmac, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, bytes(signature), new TextEncoder().encode(signed));
}
