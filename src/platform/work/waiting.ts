/** Delay of background work, for operators: the oldest due row of each kind across tenants, without naming them. */
import type { SystemDb } from "../db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Waiting } from "../api/work-status.ts";
import { workKinds } from "./kinds.ts";

/** Work that waits longer is late. */
const LATE_MS = 60_000;

/** How long the oldest due row of each kind has waited, in one statement. */
export async function listWaiting({
  system,
  clock,
}: {
  readonly system: Pick<SystemDb, "oldestDue">;
  readonly clock: Clock;
}): Promise<Waiting[]> {
  const nowMs = clock.now();
  const kinds = [...workKinds()].flatMap(([name, { title, due }]) =>
    due === null || due.since === null
      ? []
      : [{ ...due, name, title, since: due.since, where: due.where(nowMs) }],
  );
  const oldest = await system.oldestDue(kinds);
  return kinds.map(({ name, title }) => {
    const since = oldest[name] ?? null;
    const waitedMs = since === null ? null : Math.max(0, nowMs - Date.parse(since));
    return {
      name,
      title,
      seconds: waitedMs === null ? null : Math.floor(waitedMs / 1000),
      late: waitedMs !== null && waitedMs > LATE_MS,
    };
  });
}
