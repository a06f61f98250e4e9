/** Quo alone, without a server: requests go straight to the service, time stands where the test puts it. */
import { createQuo } from "../../../../sandbox/quo/quo.ts";
import type { OutboxItem, SandboxContext, SandboxService } from "../../../../sandbox/service.ts";
import { ownSandbox } from "../own-sandbox.ts";

export { NOW } from "../own-sandbox.ts";

export interface QuoWorld {
  readonly quo: SandboxService;
  readonly outbox: readonly OutboxItem[];
  readonly context: SandboxContext;
  passTime(ms: number): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- a vendor's JSON, whose shape is what the tests assert
  call(method: string, path: string, options?: CallOptions): Promise<{ status: number; body: any }>;
}

interface CallOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A Quo of its own; every call comes a second after the one before unless `hurry` is set. */
export function quoWorld({
  world = "demo",
  hurry = false,
}: { world?: "demo" | "empty"; hurry?: boolean } = {}): QuoWorld {
  const { context, outbox, passTime } = ownSandbox(world);
  const quo = createQuo(context);
  return {
    quo,
    outbox,
    context,
    passTime,
    async call(method, path, { key = "quo_demo_alder", body, headers = {} } = {}) {
      if (!hurry) passTime(1000);
      const url = new URL(path, "http://sandbox.test");
      const response = await quo.handle({
        method,
        url,
        path: url.pathname,
        headers: new Headers(key === null ? headers : { authorization: key, ...headers }),
        body: Buffer.from(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)),
        signal: new AbortController().signal,
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    },
  };
}
