/** Writes to a team's own service. Reads go through `retrieve_context`, as for all indexed data. */
import { and, eq, sql } from "drizzle-orm";
import { approvals } from "../../../approvals/tables/approvals.ts";
import { type TenantDb } from "../../../platform/db/index.ts";
import { derivedId } from "../../../kernel/ids.ts";
import { membersOf, ownerOf } from "../../../knowledge/sources/index.ts";
import { knowledgeItems } from "../../../knowledge/tables/knowledge.ts";
import type { Acting } from "../../../agent/tools/call.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { contactAddresses } from "../../../messaging/addresses/index.ts";
import * as tools from "./tools.ts";
export { createServiceIssue } from "./create-service-issue.ts";

export interface ServiceServices {
  readonly connectionId: string;
  /** Its host. */
  readonly service: string;
  readonly timeZone: string;
  readonly now: () => number;
  /** Users the asker may act as. */
  readonly users: readonly string[];
  /** Finds an e-mail read from the user's mailbox by its link; returns the service's ID and the subject, or null. */
  readonly emailAt: (
    link: string,
    user: string,
  ) => Promise<{ readonly id: string; readonly subject: string } | null>;
  /** Contact addresses, only for warnings; null if unavailable. */
  readonly contactAddresses: (asked: readonly string[]) => Promise<readonly string[] | null>;
}

export const service = defineToolset<ServiceServices>({
  name: "service",
  title: "Data service",
  place: 240,
  vendor: "data-service",
  tools: Object.values(tools),
  async open(tenant, acting) {
    const { connection } = await tenant.account("data-service");
    const { url, users } = connection.settings;
    return {
      connectionId: connection.id,
      service: new URL(url).host,
      timeZone: await tenant.timeZone(),
      now: () => tenant.clock.now(),
      users: await usersFor(tenant.db, users, acting),
      emailAt: async (link, user) => {
        const sourceId = await derivedId("source", connection.id, "email", user);
        const isIt = and(
          eq(knowledgeItems.id, link.slice("/knowledge/".length)),
          eq(knowledgeItems.sourceId, sourceId),
        );
        const row = await tenant.db.find(knowledgeItems, isIt ?? sql`false`);
        return row === null ? null : { id: row.externalId, subject: row.title };
      },
      contactAddresses: (asked) => contactAddresses(tenant, asked),
    };
  },
});

/** A user ID that is a member's address may be used by that member only. A resumed call keeps its user. */
async function usersFor(db: TenantDb, users: readonly string[], acting: Acting): Promise<readonly string[]> {
  const members = await membersOf(db);
  const { speaker } = acting;
  const asker = speaker?.kind === "user" ? speaker.id : undefined;
  const before = acting.callId === null ? null : await userOfCall(db, acting.conversationId, acting.callId);
  return users.filter((user) => {
    const owner = ownerOf(members, user);
    return owner === null || owner === asker || user === before;
  });
}

async function userOfCall(db: TenantDb, conversationId: string, callId: string): Promise<string | null> {
  const mine = and(eq(approvals.conversationId, conversationId), eq(approvals.toolCallId, callId));
  const approval = await db.find(approvals, mine ?? sql`false`);
  const user = approval?.proposedEffects
    .map(({ document }) => document["user"])
    .find((one) => typeof one === "string");
  return typeof user === "string" ? user : null;
}
