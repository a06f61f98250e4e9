/** Tools for the conversation itself. */
import { readerOf, type Reader } from "../../../platform/privacy.ts";
import { defineToolset } from "../define-toolset.ts";
import type { ReachServices } from "../reach.ts";
import type { Tenant } from "../tenant.ts";
import * as tools from "./tools.ts";

export interface ConversationServices extends ReachServices {
  readonly team: Tenant["teamOnDuty"];
  /** Who may read the conversation. */
  readonly reader: () => Promise<Reader>;
}

export const conversation = defineToolset<ConversationServices>({
  name: "conversation",
  title: "The conversation",
  place: 40,
  isServed: false,
  tools: Object.values(tools),
  open: async (tenant, { conversationId }) => ({
    team: () => tenant.teamOnDuty(),
    reader: () => readerOf(tenant.db, conversationId),
    notify: (news) => tenant.notify(news),
    toldSince: (about, since) => tenant.newsSince(about, since),
    onRecord: (words) => tenant.onRecord(words, conversationId),
    clock: tenant.clock,
  }),
});
