/** Calls Steward's API as a demo person, signed in through the sandbox's identity provider. */
import * as z from "zod";
import { SandboxError, type SandboxContext } from "../service.ts";

const ANSWER_TIMEOUT_MS = 10_000;

/** Throws SandboxError 502 with the error message, prefixed with `what`. */
export async function askAs(
  context: SandboxContext,
  email: string,
  request: {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly body?: unknown;
    readonly what: string;
  },
): Promise<unknown> {
  const { method, path, body, what } = request;
  const signedIn = await call(`${context.url}/identity/token`, { method: "POST", body: { email }, what });
  const { token } = z.object({ token: z.string() }).parse(signedIn);
  return call(`${context.appUrl}${path}`, { method, body, what, token });
}

async function call(
  url: string,
  { method, body, what, token }: { method: string; body?: unknown; what: string; token?: string },
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => {
    throw new SandboxError(502, `Nothing answers at ${new URL(url).origin}. Is Steward running?`);
  });
  const text = await answer.text();
  if (!answer.ok) throw new SandboxError(502, `${what} ${wordsIn(text) ?? `It answered ${answer.status}.`}`);
  return JSON.parse(text);
}

/** The message of Steward's error envelope, or null. */
export function wordsIn(body: string): string | null {
  const shape = z.object({ error: z.object({ message: z.string() }) });
  try {
    return shape.safeParse(JSON.parse(body)).data?.error.message ?? null;
  } catch {
    return null;
  }
}
