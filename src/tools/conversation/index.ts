/** The conversation itself. */
import { teamOnDuty } from "../../notifications/index.ts";
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface ConversationServices {
  readonly team: () => ReturnType<typeof teamOnDuty>;
}

export const conversation = defineToolset<ConversationServices>({
  name: "conversation",
  title: "The conversation",
  tools: Object.values(tools),
  async open(tenant) {
    const timeZone = await tenant.timeZone();
    return { team: () => teamOnDuty(tenant.db, timeZone, tenant.clock.now()) };
  },
});
