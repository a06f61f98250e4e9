/** Webhooks for a paused source are held, within webhook retention, until it is resumed. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { dataServiceConnections } from "../../integrations/data-service/connection.ts";
import { inboundEvents } from "../../messaging/tables/inbox.ts";
import type { SourceRow } from "./sync.ts";

/** Webhooks of team-owned services. */
export const ofServices: SQL = eq(inboundEvents.source, dataServiceConnections.vendor);

/** Whether a source also receives webhooks. */
export function isToldOf({ vendor }: Pick<SourceRow, "vendor">): boolean {
  return vendor === dataServiceConnections.vendor;
}

/** Webhooks held for a source. */
export function heldFor({
  connectionId,
  kind,
  person,
}: Pick<SourceRow, "connectionId" | "kind" | "person">): SQL {
  return allOf(
    ofServices,
    sql`${inboundEvents.state} = 'held' and ${inboundEvents.connectionId} = ${connectionId}
      and ${inboundEvents.payload} ->> '$.kind' = ${kind} and ${inboundEvents.payload} ->> '$.person' = ${person}`,
  );
}

export function allOf(...conditions: readonly SQL[]): SQL {
  return and(...conditions) ?? sql`false`;
}
