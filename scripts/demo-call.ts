/** JSON calls of the demo setup to the sandbox and the app, with responses parsed by schema. */
import * as z from "zod";

export interface DemoAddresses {
  readonly appUrl: string;
  readonly sandboxUrl: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or raw bytes. */
  readonly body?: unknown;
}

/** Throws with the URL and the response if the status isn't a success. */
export async function demoCall<Answer>(
  url: string,
  schema: z.ZodType<Answer>,
  { method = "POST", headers = {}, body }: Asked = {},
): Promise<Answer> {
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  const answer = await fetch(url, {
    method,
    headers: { ...(isJson ? { "content-type": "application/json" } : {}), ...headers },
    ...(body === undefined
      ? {}
      : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return schema.parse(text === "" ? null : JSON.parse(text));
}

/** Signs in a demo person without a page. */
export async function demoSignIn(sandboxUrl: string, email: string): Promise<{ authorization: string }> {
  const { token } = await demoCall(`${sandboxUrl}/identity/token`, z.object({ token: z.string() }), {
    body: { email },
  });
  return { authorization: `Bearer ${token}` };
}
