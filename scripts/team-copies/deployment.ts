/** Client of a running deployment's whole-team endpoints, authenticated with a token derived from the master key. */
import { setTimeout } from "node:timers/promises";
import type * as z from "zod";
import { masterAuthorization } from "../../src/platform/auth/master-token.ts";
import { TEAM_FILE, teamCopyEndpoints } from "../../src/team/api/team-copies.ts";

const TRIES = 5;

type Endpoints = typeof teamCopyEndpoints;
type Body<Name extends keyof Endpoints> = z.input<Endpoints[Name]["body"] & {}>;
export type Answer<Name extends keyof Endpoints> = z.output<Endpoints[Name]["output"]>;

/** An error response of the deployment. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Retries transient failures; all requests are idempotent. */
export function deployment(url: string, masterKeys: string) {
  const ask = async (
    method: string,
    address: string,
    init: { readonly body?: string | Uint8Array<ArrayBuffer>; readonly headers?: Record<string, string> },
  ): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const authorization = await masterAuthorization(masterKeys, { method, address }, Date.now());
      const response = await fetch(new URL(address, url), {
        method,
        ...(init.body === undefined ? {} : { body: init.body }),
        headers: { ...init.headers, authorization },
      }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (response instanceof Response && response.ok) return response;
      const passes = response instanceof Error || response.status >= 500;
      if (!passes || tries === TRIES) throw await refusal(response, url);
      await setTimeout(tries * 1_000);
    }
  };
  return {
    async call<Name extends keyof Endpoints>(name: Name, body: Body<Name>): Promise<Answer<Name>> {
      const { method, path, output } = teamCopyEndpoints[name];
      const response = await ask(method, path, {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
      return output.parse(await response.json()) as Answer<Name>;
    },
    async readFile(team: string, name: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
      const response = await ask("GET", fileAddress(team, name), {});
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { bytes, type: response.headers.get("x-file-type") ?? "" };
    },
    async writeFile(
      team: string,
      name: string,
      { bytes, type }: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string },
    ): Promise<void> {
      await ask("PUT", fileAddress(team, name), { body: bytes, headers: { "x-file-type": type } });
    },
  };
}

export type Deployment = ReturnType<typeof deployment>;

function fileAddress(team: string, name: string): string {
  return `${TEAM_FILE}?${new URLSearchParams({ team, name }).toString()}`;
}

async function refusal(response: Response | Error, url: string): Promise<Error> {
  if (response instanceof Error)
    return new Error(`${url} isn’t responding: ${response.message}`, { cause: response });
  const { error } = (await response.json().catch(() => ({}))) as {
    readonly error?: { readonly code?: string; readonly message?: string };
  };
  if (response.status === 404 && error?.message === "There’s nothing at this address.")
    return new Error(`${url} does not accept this master key, or runs an older release.`);
  return new Refused(error?.code ?? String(response.status), error?.message ?? `status ${response.status}`);
}
