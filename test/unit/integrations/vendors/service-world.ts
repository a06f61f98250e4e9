/** One of the sandbox's services with HTTP to it, without a server; time stands where the test puts it. */
import { FORMATS } from "../../../support/formats.ts";
import type { CreateService, SandboxContext, SandboxService } from "../../../../sandbox/service.ts";
import { createExecutor, type FindAccount } from "../../../../src/approvals/effects/executor.ts";
import type { EffectBytes, EffectExecutor, Resolution } from "../../../../src/approvals/ports.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import type { OpenConnection } from "../../../../src/integrations/connections/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import type { OutsideHttp } from "../../../../src/kernel/outside-http.ts";
import type { Tenant } from "../../../../src/agent/tools/tenant.ts";
import type { AnyTool, ExternalTool, ReadTool, ToolResult } from "../../../../src/agent/tools/define-tool.ts";
import { asRead, citable } from "../../../support/as-read.ts";
import { httpTo, SANDBOX_URL } from "../../../support/sandbox-http.ts";
import { quoWorld } from "../quo/quo-world.ts";
import { seenIn } from "../../agent/tools/world.ts";

export const TIME_ZONE = "America/New_York";

export interface ServiceWorld {
  readonly sandbox: SandboxService;
  readonly context: SandboxContext;
  readonly http: OutsideHttp;
  /** Requests so far, as `GET /v2/team`. */
  readonly asked: string[];
  readonly outbox: ReturnType<typeof quoWorld>["outbox"];
  readonly now: () => number;
  passTime(ms: number): void;
  /** Answers to changes get lost on the way back while something is done. */
  losingAnswers<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A service of its own. */
export function serviceWorld(create: CreateService): ServiceWorld {
  const quo = quoWorld();
  const { context, outbox } = quo;
  const sandbox = create(context);
  const asked: string[] = [];
  let isLosing = false;
  const toSandbox = httpTo([sandbox]);
  const http: OutsideHttp = async (request) => {
    const { method, url } = request;
    asked.push(`${method} ${new URL(url).pathname.slice(sandbox.prefix.length)}`);
    const answer = await toSandbox(request);
    return isLosing && method !== "GET" ? { status: 502, headers: new Headers(), text: "" } : answer;
  };
  return {
    sandbox,
    context,
    http,
    asked,
    outbox,
    now: () => context.now(),
    passTime: (ms) => quo.passTime(ms),
    async losingAnswers(work) {
      isLosing = true;
      try {
        return await work();
      } finally {
        isLosing = false;
      }
    },
  };
}

/** What an account is opened with over such a service. */
export function openingOf<Settings>(
  { http, now, sandbox }: ServiceWorld,
  connection: Pick<OpenConnection<Settings>, "id" | "tenantId" | "settings" | "credential">,
) {
  return {
    connection: { ...connection, label: "Test", createdAt: "2026-01-01T00:00:00.000Z" },
    address: () => `${SANDBOX_URL}${sandbox.prefix}`,
    http,
    clock: { now },
    consent: null,
    readBlob: () => Promise.reject(new Error("no files here")),
    formats: FORMATS,
  };
}

/** A tenant that has this account and no other. */
export function tenantOf({ now }: ServiceWorld, account: unknown): Tenant {
  return {
    account: async () => account,
    clock: { now },
    timeZone: async () => TIME_ZONE,
  } as unknown as Tenant;
}

/** The executor of effects at this vendor. */
export function executorOf({ now }: ServiceWorld, vendor: string, account: unknown): EffectExecutor {
  const find = (async (name: string) => (name === vendor ? account : null)) as FindAccount;
  return createExecutor(find, { clock: { now }, logger: silentLogger } as unknown as Parameters<
    typeof createExecutor
  >[1]);
}

export type Line = Readonly<Record<string, unknown>>;

/** What a toolset's tools and effects do, as tests ask for it. */
export function driverOf({
  services,
  executor,
}: {
  readonly services: unknown;
  readonly executor: EffectExecutor;
}) {
  const found = (tool: AnyTool, input: object): Promise<ToolResult> =>
    (tool as ReadTool).run(tool.input.parse(input), services, seenIn());
  const look = (tool: AnyTool, input: object): Promise<ToolResult> => asRead(found(tool, input));
  const resolution = (tool: AnyTool, input: object): Promise<Resolution> =>
    (tool as ExternalTool).resolve(tool.input.parse(input), services, seenIn());
  const resolveAll = async (tool: AnyTool, input: object): Promise<readonly EffectBytes[]> => {
    const resolved = await resolution(tool, input);
    if (resolved.kind !== "resolved") throw new Error(JSON.stringify(resolved));
    return resolved.effects;
  };
  return {
    look,
    cited: (tool: AnyTool, input: object) => citable(tool, found(tool, input)),
    resolveAll,
    rows: async (tool: AnyTool, input: object): Promise<readonly Line[]> => {
      const result = await look(tool, input);
      if (result.kind !== "list") throw new Error(JSON.stringify(result));
      return result.items as readonly Line[];
    },
    data: async (tool: AnyTool, input: object): Promise<Line> => {
      const result = await look(tool, input);
      if (result.kind !== "ok") throw new Error(JSON.stringify(result));
      return result.data as Line;
    },
    resolve: async (tool: AnyTool, input: object): Promise<EffectBytes> => {
      const [effect] = await resolveAll(tool, input);
      if (effect === undefined) throw new Error("nothing would be done");
      return effect;
    },
    refusal: async (tool: AnyTool, input: object): Promise<string> => {
      const resolved = await resolution(tool, input);
      return resolved.kind === "retry" ? resolved.message : "";
    },
    perform: (effect: EffectBytes, idempotencyKey = "effect_1") =>
      executor.perform(effect, { idempotencyKey, deadlineMs: Infinity }),
    undoOf: (effect: EffectBytes, providerId: string | null): EffectBytes => {
      const undo = executor.compensation(effect, providerId);
      if (undo === null) throw new Error("it cannot be undone");
      return undo.effect;
    },
    holds: async (effect: EffectBytes) => {
      const [precondition] = effectKinds().describe(effect).preconditions;
      if (precondition === undefined) throw new Error("nothing must hold");
      return executor.check(precondition, effect);
    },
  };
}

/** The functions of something that is made anew for each test. */
export function through<Made extends Readonly<Record<string, (...args: never[]) => unknown>>>(
  made: () => Made,
): Made {
  return new Proxy({} as Made, {
    get:
      (_, name) =>
      (...args: never[]) =>
        made()[name as string]?.(...args),
  });
}
