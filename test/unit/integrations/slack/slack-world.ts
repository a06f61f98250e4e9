/** The sandbox's Slack with our real client and toolset over it, without a server; time stands where the test puts it. */
import { FORMATS } from "../../../support/formats.ts";
import { createSlack } from "../../../../sandbox/slack/slack.ts";
import { SLACK, slackStore, type Saved } from "../../../../sandbox/slack/store.ts";
import type { SandboxService } from "../../../../sandbox/service.ts";
import { createExecutor, type FindAccount } from "../../../../src/approvals/effects/executor.ts";
import type { EffectExecutor } from "../../../../src/approvals/ports.ts";
import { slack } from "../../../../src/integrations/slack/index.ts";
import type { SlackAccount } from "../../../../src/integrations/slack/read.ts";
import type { OutsideHttp } from "../../../../src/kernel/outside-http.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import type { Tenant } from "../../../../src/agent/tools/tenant.ts";
import type { Acting } from "../../../../src/agent/tools/call.ts";
import { slack as toolset, type SlackServices } from "../../../../src/integrations/slack/tools/index.ts";
import { quoWorld } from "../quo/quo-world.ts";

export interface SlackWorld {
  readonly account: SlackAccount;
  readonly services: SlackServices;
  readonly executor: EffectExecutor;
  readonly sandbox: SandboxService;
  /** What Slack holds now. */
  readonly saved: Saved;
  /** Requests so far, as `GET /users.list`. */
  readonly asked: string[];
  readonly outbox: ReturnType<typeof quoWorld>["outbox"];
  readonly now: () => number;
  passTime(ms: number): void;
  /** An answer that gets lost on the way back, once. */
  loseNextAnswer(): void;
  /** The next answer, instead of Slack's own. */
  answerNext(status: number, body: string, headers?: Record<string, string>): void;
}

/** A Slack of its own, connected as the demo's is. */
export async function slackWorld(token: string = SLACK.token): Promise<SlackWorld> {
  const quo = quoWorld();
  const { context, outbox } = quo;
  const sandbox = createSlack(context);
  const asked: string[] = [];
  const now = (): number => context.now();
  let isLost = false;
  let instead: { status: number; headers: Headers; text: string } | null = null;
  const http: OutsideHttp = async ({ method, url: address, headers, body }) => {
    const url = new URL(address);
    const path = url.pathname.replace("/slack/api", "");
    asked.push(`${method} ${path}`);
    if (instead !== null) {
      const answer = instead;
      instead = null;
      return answer as Awaited<ReturnType<OutsideHttp>>;
    }
    const answer = await sandbox.handle({
      method,
      path,
      url,
      headers: new Headers(headers),
      body: Buffer.from((body as string | undefined) ?? ""),
      signal: new AbortController().signal,
    });
    if (isLost && method === "POST") {
      isLost = false;
      return { status: 502, headers: new Headers(), text: "" } as Awaited<ReturnType<OutsideHttp>>;
    }
    const { status, headers: told } = answer;
    return { status, headers: told, text: await answer.text() } as Awaited<ReturnType<OutsideHttp>>;
  };
  const { connectionId: id, tenantId, settings } = SLACK;
  const account = slack.open({
    consent: null,
    connection: {
      id,
      tenantId,
      label: "Slack",
      settings: slack.connections.settings.parse(settings),
      createdAt: "2026-01-01T00:00:00.000Z",
      credential: token,
    },
    address: () => "http://sandbox.test/slack/api",
    http,
    clock: { now },
    readBlob: () => Promise.reject(new Error("no files here")),
    formats: FORMATS,
  });
  const tenant = {
    account: async () => account,
    clock: { now },
    timeZone: async () => "America/New_York",
  } as unknown as Tenant;
  const find = (async (vendor: string) => (vendor === "slack" ? account : null)) as FindAccount;
  return {
    account,
    services: (await toolset.open(tenant, {} as Acting)) as SlackServices,
    executor: createExecutor(find, {
      clock: { now },
      logger: silentLogger,
    } as unknown as Parameters<typeof createExecutor>[1]),
    sandbox,
    saved: slackStore(context).value,
    asked,
    outbox,
    now,
    passTime: (ms) => quo.passTime(ms),
    loseNextAnswer: () => void (isLost = true),
    answerNext: (status, body, headers = {}) =>
      void (instead = { status, headers: new Headers(headers), text: body }),
  };
}
