/** Approvals with no conversation behind them: no one hears of it there and no agent continues. */

/** Where effects of the system stand. Persisted. */
export const SYSTEM_CONVERSATION = "system:on-call";

/** Where the approvals of the daily upkeep stand: named as its schedule and its runs are. Persisted. */
export const UPKEEP_CONVERSATION = "system.memory.upkeep";

/** How the places begin in which stands what a client of the Model Context Protocol proposes; the grant's id follows. Persisted. */
export const MCP_CONVERSATION = "mcp.";

const PROJECT_CONVERSATION = "system.project.";

/** Where runs and approvals of the agents of a project stand; empty for those over all projects. */
export function projectConversation(projectId: string): string {
  return `${PROJECT_CONVERSATION}${projectId}`;
}

/** Where what sources of accounts ask for stands. Persisted. */
export const ACCOUNTS_CONVERSATION = "system.accounts";

/** Where the rules stand that Steward proposes by what people decided. Persisted. */
export const POLICY_CONVERSATION = "system.policy";

/** Where rules of style stand that follow from kept examples. Persisted. */
export const STYLE_CONVERSATION = "system.style";

/** Whether a conversation id is one of these. */
export function standsAlone(conversationId: string): boolean {
  return (
    conversationId === SYSTEM_CONVERSATION ||
    conversationId === UPKEEP_CONVERSATION ||
    conversationId === ACCOUNTS_CONVERSATION ||
    conversationId === POLICY_CONVERSATION ||
    conversationId === STYLE_CONVERSATION ||
    conversationId.startsWith(MCP_CONVERSATION) ||
    conversationId.startsWith(PROJECT_CONVERSATION)
  );
}
