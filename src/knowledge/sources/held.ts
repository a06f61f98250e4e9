/** What a team's own service tells of a paused source: held, as long as webhooks are kept, until the source is continued. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { dataServiceConnections } from "../../integrations/data-service/connection.ts";
import { inboundEvents } from "../../messaging/tables/inbox.ts";
import type { SourceRow } from "./sync.ts";

/** Deliveries of services of a team's own. */
export const ofServices: SQL = eq(inboundEvents.source, dataServiceConnections.vendor);

/** Whether a source is told of, too. */
export function isToldOf({ vendor }: Pick<SourceRow, "vendor">): boolean {
  return vendor === dataServiceConnections.vendor;
}

/** What is held for a source. */
export function heldFor({
  connectionId,
  kind,
  person,
}: Pick<SourceRow, "connectionId" | "kind" | "person">): SQL {
  return both(
    ofServices,
    sql`${inboundEvents.state} = 'held' and ${inboundEvents.connectionId} = ${connectionId}
      and ${inboundEvents.payload} ->> '$.kind' = ${kind} and ${inboundEvents.payload} ->> '$.person' = ${person}`,
  );
}

/** Where all of them hold. */
export function both(...conditions: readonly SQL[]): SQL {
  return and(...conditions) ?? sql`false`;
}
