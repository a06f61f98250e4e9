/** Approvals with no conversation behind them: no one hears of it there and no agent continues. */

/** Where effects of the system stand. Persisted. */
export const SYSTEM_CONVERSATION = "system:on-call";

/** Where the approvals of the daily upkeep stand: named as its schedule and its runs are. Persisted. */
export const UPKEEP_CONVERSATION = "system.memory.upkeep";

/** Whether a conversation id is one of these. */
export function standsAlone(conversationId: string): boolean {
  return conversationId === SYSTEM_CONVERSATION || conversationId === UPKEEP_CONVERSATION;
}
