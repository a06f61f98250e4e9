/** Wires the export of runs to a trace collector, if the deployment has one. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import type { Consumer } from "../../platform/events/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { hashed } from "../../platform/logger.ts";
import { exportRun } from "../../agent/telemetry/index.ts";

/**
 * Queues every finished run; none without a collector. A hanging collector does not block event consumers.
 */
export function traceConsumers(ctx: TenantContext): Consumer[] {
  if (ctx.config.traces === null) return [];
  return [
    {
      name: "traces",
      takes: ["conversations.run.", "threads.texts.read"],
      take: (events) => {
        const ids = events.flatMap(({ payload }) => payload["ids"] as readonly string[]);
        return ctx.deployment.send(
          "long",
          ids.map((key) => ({ tenantId: ctx.tenantId, kind: "traces.export", key })),
        );
      },
    },
  ];
}

/** Sends the runs named in queue messages. */
export async function exportTraces(ctx: TenantContext, { keys, untilMs }: Task): Promise<WorkResult> {
  const { traces, version } = ctx.config;
  if (traces === null) return "done";
  const deps = {
    db: ctx.db,
    http: ctx.outside(),
    collector: traces,
    version,
    hashed: (id: string) => hashed(`${ctx.tenantId} ${id}`),
  };
  for (const key of keys) {
    if (ctx.clock.now() >= untilMs) break;
    await exportRun(deps, key);
  }
  return "done";
}
