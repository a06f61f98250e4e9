/** The sandbox's ClickUp with our real client and toolset over it, without a server; time stands where the test puts it. */
import { CLICKUP } from "../../../sandbox/clickup/store.ts";
import { createClickUp } from "../../../sandbox/clickup/clickup.ts";
import type { SandboxService } from "../../../sandbox/service.ts";
import { createExecutor, type FindAccount } from "../../../src/actions/executor.ts";
import type { EffectExecutor } from "../../../src/approvals/ports.ts";
import { clickup } from "../../../src/integrations/clickup/index.ts";
import type { ClickUpAccount } from "../../../src/integrations/clickup/read.ts";
import type { OutsideHttp } from "../../../src/kernel/outside-http.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import type { Tenant } from "../../../src/tenant/index.ts";
import type { Acting } from "../../../src/tools/call.ts";
import { tasks, type TaskServices } from "../../../src/tools/tasks/index.ts";
import { quoWorld } from "../quo/quo-world.ts";

export const TIME_ZONE = "America/New_York";

export interface ClickUpWorld {
  readonly account: ClickUpAccount;
  readonly services: TaskServices;
  readonly executor: EffectExecutor;
  readonly sandbox: SandboxService;
  /** Requests so far, as `GET /v2/team`. */
  readonly asked: string[];
  readonly outbox: ReturnType<typeof quoWorld>["outbox"];
  readonly now: () => number;
  passTime(ms: number): void;
  /** An answer that gets lost on the way back, once. */
  loseNextAnswer(): void;
}

/** A ClickUp of its own, connected as the demo's is. */
export async function clickUpWorld(token: string = CLICKUP.token): Promise<ClickUpWorld> {
  const quo = quoWorld();
  const { context, outbox } = quo;
  const sandbox = createClickUp(context);
  const asked: string[] = [];
  const now = (): number => context.now();
  let isLost = false;
  const http: OutsideHttp = async ({ method, url: address, headers, body }) => {
    const url = new URL(address);
    const path = url.pathname.replace("/clickup", "");
    asked.push(`${method} ${path}`);
    const answer = await sandbox.handle({
      method,
      path,
      url,
      headers: new Headers(headers),
      body: Buffer.from((body as string | undefined) ?? ""),
      signal: new AbortController().signal,
    });
    if (isLost) {
      isLost = false;
      return { status: 502, headers: new Headers(), text: "" } as Awaited<ReturnType<OutsideHttp>>;
    }
    const { status, headers: told } = answer;
    return { status, headers: told, text: await answer.text() } as Awaited<ReturnType<OutsideHttp>>;
  };
  const { connectionId: id, tenantId, settings } = CLICKUP;
  const account = clickup.open({
    connection: {
      id,
      tenantId,
      label: "ClickUp",
      settings: clickup.connections.settings.parse(settings),
      createdAt: "2026-01-01T00:00:00.000Z",
      credential: token,
    },
    address: () => "http://sandbox.test/clickup",
    http,
    clock: { now },
    readBlob: () => Promise.reject(new Error("no files here")),
  });
  const tenant = {
    account: async () => account,
    clock: { now },
    timeZone: async () => TIME_ZONE,
  } as unknown as Tenant;
  const find = (async (vendor: string) => (vendor === "clickup" ? account : null)) as FindAccount;
  return {
    account,
    services: (await tasks.open(tenant, {} as Acting)) as TaskServices,
    executor: createExecutor(find, {
      clock: { now },
      logger: silentLogger,
    } as unknown as Parameters<typeof createExecutor>[1]),
    sandbox,
    asked,
    outbox,
    now,
    passTime: (ms) => quo.passTime(ms),
    loseNextAnswer: () => void (isLost = true),
  };
}
