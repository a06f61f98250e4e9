/** Google alone, without a server: requests go straight to its services, time stands where the test puts it. */
import { createSign } from "node:crypto";
import { googleAccounts } from "../../../../sandbox/google/accounts.ts";
import { createGmail } from "../../../../sandbox/google/gmail/gmail.ts";
import { createGoogleOAuth } from "../../../../sandbox/google/oauth.ts";
import type { OutboxItem, SandboxContext, SandboxService } from "../../../../sandbox/service.ts";
import { ownSandbox } from "../own-sandbox.ts";

export { NOW } from "../own-sandbox.ts";

export const OFFICE = "office@alderfinch.example";
export const SCOPE = "https://www.googleapis.com/auth/gmail.modify";
const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";

// oxlint-disable-next-line typescript/no-explicit-any -- a vendor's JSON, whose shape is what the tests assert
type Answer = { status: number; body: any };

export interface GoogleWorld {
  readonly gmail: SandboxService;
  readonly outbox: readonly OutboxItem[];
  readonly context: SandboxContext;
  passTime(ms: number): void;
  /** Asks for a token; `claims` and `header` replace what a good assertion has, `key` what signs it. */
  token(options?: TokenOptions): Promise<Answer>;
  /** A request to Gmail as the mailbox, `me` unless the path says otherwise. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** What `messages.list` finds, all pages. */
  search(q: string, mailbox?: string): Promise<string[]>;
  /** An e-mail from outside. */
  receive(email: Record<string, unknown>): Promise<{ id: string; threadId: string; messageId: string }>;
}

interface TokenOptions {
  readonly connection?: string;
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly key?: string;
  readonly form?: Record<string, string>;
}

interface CallOptions {
  readonly as?: string;
  readonly token?: string | null;
  readonly scope?: string;
  readonly body?: unknown;
}

/** A Google of its own. */
export function googleWorld({ world = "empty" }: { world?: "demo" | "empty" } = {}): GoogleWorld {
  const { context, outbox, passTime } = ownSandbox(world);
  const oauth = createGoogleOAuth(context);
  const gmail = createGmail(context);
  const accounts = googleAccounts(context);

  const ask = async (
    service: SandboxService,
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Answer> => {
    const url = new URL(path, "http://sandbox.test");
    const response = await service.handle({
      method,
      url,
      path: url.pathname,
      headers: new Headers(headers),
      body: Buffer.from(body),
      signal: new AbortController().signal,
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };

  const made: GoogleWorld = {
    gmail,
    outbox,
    context,
    passTime,
    token({ connection = "conn_alder_google", claims = {}, header = {}, key, form = {} } = {}) {
      const file = accounts.forConnection(connection)?.file;
      const nowS = Math.floor(context.now() / 1000);
      const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
      const signed = `${encode({ alg: "RS256", typ: "JWT", ...header })}.${encode({
        iss: file?.client_email,
        scope: SCOPE,
        aud: "https://oauth2.googleapis.com/token",
        iat: nowS,
        exp: nowS + 3600,
        sub: OFFICE,
        ...claims,
      })}`;
      const signature = createSign("RSA-SHA256")
        .update(signed)
        .sign(key ?? file?.private_key ?? "", "base64url");
      const fields = { grant_type: GRANT_TYPE, assertion: `${signed}.${signature}`, ...form };
      return ask(oauth, "POST", "/token", {}, new URLSearchParams(fields).toString());
    },
    async call(method, path, { as = OFFICE, token, scope = SCOPE, body } = {}) {
      const connection = as.endsWith("@harborlight.example") ? "conn_harbor_google" : "conn_alder_google";
      const bearer =
        token === undefined
          ? (await made.token({ connection, claims: { sub: as, scope } })).body.access_token
          : token;
      const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
      const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
      const full = path.startsWith("/gmail/") ? path : `/gmail/v1/users/me${path}`;
      return ask(gmail, method, full, headers, text);
    },
    async search(q, mailbox = OFFICE) {
      const ids: string[] = [];
      let token = "";
      do {
        const page = token === "" ? "" : `&pageToken=${token}`;
        const answer = await made.call("GET", `/messages?q=${encodeURIComponent(q)}${page}`, { as: mailbox });
        ids.push(...(answer.body.messages ?? []).map(({ id }: { id: string }) => id));
        token = answer.body.nextPageToken ?? "";
      } while (token !== "");
      return ids;
    },
    receive: async (email) =>
      (await gmail.inbound!.email!(email)) as { id: string; threadId: string; messageId: string },
  };
  return made;
}

/** An RFC 822 message as `messages.send` takes it. */
export function rawOf(headers: Record<string, string>, text: string): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`).toString("base64url");
}
