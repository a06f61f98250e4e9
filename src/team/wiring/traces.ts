/** Composition of what sends runs to a collector of traces, where the deployment names one. */
import { systemClock } from "../../kernel/clock.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import type { Consumer } from "../../platform/events/index.ts";
import { configOf } from "../../platform/config.ts";
import type { Env } from "../../platform/env.ts";
import { hashed } from "../../platform/logger.ts";
import { exportRun } from "../../platform/telemetry/index.ts";
import { outsideHttp } from "../../platform/wiring/outside.ts";
import { sendWork } from "../../platform/wiring/queues.ts";

/** Hands out every run that ended; none where nobody collects. A collector that hangs holds up no reader of events. */
export function traceConsumers(env: Env, tenantId: string): Consumer[] {
  if (configOf(env).traces === null) return [];
  return [
    {
      name: "traces",
      takes: ["conversations.run.", "threads.texts.read"],
      take: (events) => {
        const ids = events.flatMap(({ payload }) => payload["ids"] as readonly string[]);
        return sendWork(env)(
          "long",
          ids.map((key) => ({ tenantId, kind: "traces.export", key })),
        );
      },
    },
  ];
}

/** Sends the runs that messages name. */
export async function exportTraces(env: Env, { tenantId, keys, untilMs }: Task): Promise<WorkResult> {
  const { traces, version } = configOf(env);
  if (traces === null) return "done";
  const deps = {
    db: tenantDb(env, tenantId),
    http: outsideHttp(env, tenantId),
    collector: traces,
    version,
    hashed: (id: string) => hashed(`${tenantId} ${id}`),
  };
  for (const key of keys) {
    if (systemClock.now() >= untilMs) break;
    await exportRun(deps, key);
  }
  return "done";
}
