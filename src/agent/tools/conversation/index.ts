/** The conversation itself. */
import { newsKeysSince, teamOnDuty, type ReachServices } from "../../../notifications/index.ts";
import { readerOf, type Reader } from "../../privacy/index.ts";
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface ConversationServices extends ReachServices {
  readonly team: () => ReturnType<typeof teamOnDuty>;
  /** Who may read the conversation. */
  readonly reader: () => Promise<Reader>;
}

export const conversation = defineToolset<ConversationServices>({
  name: "conversation",
  title: "The conversation",
  place: 40,
  isServed: false,
  tools: Object.values(tools),
  async open(tenant, { conversationId }) {
    const timeZone = await tenant.timeZone();
    return {
      team: () => teamOnDuty(tenant.db, timeZone, tenant.clock.now()),
      reader: () => readerOf(tenant.db, conversationId),
      notify: (news) => tenant.notify(news),
      toldSince: (about, since) => newsKeysSince(tenant.db, about, since),
      clock: tenant.clock,
    };
  },
});
