/** The real web server over real bindings, called as a function inside workerd. */
import { waitUntil } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { contextOf } from "../../src/platform/context.ts";
import { handOver } from "../../src/messaging/open-webhooks.ts";
import { createApp } from "../../src/platform/http/server.ts";
import { errorBodySchema } from "../../src/platform/api/common.ts";
import { testEnv, tokenFor } from "./worker.ts";

const app = createApp((env) => contextOf(env, { keepAlive: waitUntil }));

/** One request; what it left in the background is finished when the answer is given. `vars` replace the test's configuration. */
export async function request(
  path: string,
  init: RequestInit = {},
  vars?: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const context = createExecutionContext();
  const answer = await app.fetch(
    new Request(`http://localhost:8787${path}`, init),
    { ...testEnv, ...vars },
    context,
  );
  let isOver = false;
  const over = waitOnExecutionContext(context).then(() => (isOver = true));
  // What is gathered for a second goes at once: no test waits for it.
  for (; !isOver; handOver.flush()) await Promise.race([over, scheduler.wait(5)]);
  return answer;
}

/** Addresses that are read, as the server serves them. */
export const READ_PATHS: readonly string[] = [
  ...new Set(app.routes.flatMap(({ method, path }) => (method === "GET" ? [path] : []))),
];

/** The session cookie an answer set, as a `Cookie` header. */
export function cookieOf(answer: Response): string {
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

/** Signs a person of the demo in; the result is a `Cookie` header. */
export async function signIn(email: string): Promise<string> {
  const answer = await request("/api/session", {
    method: "POST",
    headers: { authorization: `Bearer ${await tokenFor(email)}` },
  });
  return cookieOf(answer);
}

/** The code of an error answer. */
export async function errorCode(answer: Response): Promise<string> {
  return errorBodySchema.parse(await answer.json()).error.code;
}
