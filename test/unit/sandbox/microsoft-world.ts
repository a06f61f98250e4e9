/** Somebody at the sandbox's Microsoft: signs in on its page and calls Graph. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { MICROSOFT_APP } from "../../../sandbox/microsoft/consents.ts";
import { APP_URL, type TestSandbox } from "./world.ts";

export const CLAIMS = "claims@harborlight.example";
export const RENEWALS = "renewals@harborlight.example";
export const RETURN_TO = `${APP_URL}/api/connections/microsoft/callback`;
export const ALL =
  "openid email offline_access User.Read Mail.ReadWrite Mail.Send Calendars.ReadWrite" as const;
export const VERIFIER = "v".repeat(50);

export type Json = Record<string, unknown>;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  readonly text: string;
}

export interface Microsoft {
  /** The address of Microsoft's page. */
  authorizeUrl(changes?: Readonly<Record<string, string>>): string;
  /** Presses a button on the page; the address the browser is sent to. */
  decide(
    account: string,
    decision?: "accept" | "cancel",
    changes?: Readonly<Record<string, string>>,
  ): Promise<URL>;
  /** Calls the token endpoint. */
  token(form: Readonly<Record<string, string>>): Promise<Answered>;
  exchange(code: string, changes?: Readonly<Record<string, string>>): Promise<Answered>;
  refresh(token: string): Promise<Answered>;
  /** Signs in and returns the tokens. */
  signIn(account?: string, scope?: string): Promise<Json>;
  /** Calls Graph with a token; paths begin after the version, whole addresses are taken as they are. */
  graph(access: string, path: string, init?: GraphInit): Promise<Answered>;
}

interface GraphInit {
  readonly method?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function microsoftAt(sandbox: Pick<TestSandbox, "url">): Microsoft {
  const login = (): string => `${sandbox.url}/microsoft/login/common/oauth2/v2.0`;
  const asked = (changes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    client_id: MICROSOFT_APP.id,
    redirect_uri: RETURN_TO,
    response_type: "code",
    scope: ALL,
    state: "s1",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  });
  const read = async (response: Response): Promise<Answered> => {
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as Json) : {},
    };
  };

  const microsoft: Microsoft = {
    authorizeUrl: (changes) => `${login()}/authorize?${new URLSearchParams(asked(changes)).toString()}`,
    async decide(account, decision = "accept", changes = {}) {
      const page = await (await fetch(microsoft.authorizeUrl(changes))).text();
      const hidden = [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value.replaceAll("&#38;", "&")],
      );
      const [, action = ""] = /action="([^"]+)"/.exec(page) ?? [];
      const body = new URLSearchParams([...hidden, ["account", account], ["decision", decision]]);
      const response = await fetch(`${sandbox.url}${action}`, { method: "POST", body, redirect: "manual" });
      expect([response.status, await response.text()]).toEqual([303, ""]);
      return new URL(response.headers.get("location") ?? "");
    },
    token: async (form) =>
      read(await fetch(`${login()}/token`, { method: "POST", body: new URLSearchParams(form) })),
    exchange: (code, changes = {}) =>
      microsoft.token({
        client_id: MICROSOFT_APP.id,
        client_secret: MICROSOFT_APP.secret,
        grant_type: "authorization_code",
        redirect_uri: RETURN_TO,
        code_verifier: VERIFIER,
        code,
        ...changes,
      }),
    refresh: (refresh) =>
      microsoft.token({
        client_id: MICROSOFT_APP.id,
        client_secret: MICROSOFT_APP.secret,
        grant_type: "refresh_token",
        refresh_token: refresh,
      }),
    async signIn(account = CLAIMS, scope = ALL) {
      const back = await microsoft.decide(account, "accept", { scope });
      const { status, body } = await microsoft.exchange(back.searchParams.get("code") ?? "");
      expect(status).toBe(200);
      return body;
    },
    async graph(access, path, { method, json, text, headers = {} } = {}) {
      const body = json === undefined ? text : JSON.stringify(json);
      const type = json === undefined ? "text/plain" : "application/json";
      return read(
        await fetch(path.startsWith("http") ? path : `${sandbox.url}/microsoft/graph/v1.0${path}`, {
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: { authorization: `Bearer ${access}`, "content-type": type, ...headers },
          ...(body === undefined ? {} : { body }),
        }),
      );
    },
  };
  return microsoft;
}
