/** IDs of approvals that belong to no conversation: no conversation receives their outcome, and no agent continues. */

/** Actions of the system. Persisted. */
export const SYSTEM_CONVERSATION = "system:on-call";

/** Daily memory upkeep; the same ID as its schedule and runs. Persisted. */
export const UPKEEP_CONVERSATION = "system.memory.upkeep";

/** Prefix for proposals by MCP clients, followed by the grant's ID. Persisted. */
export const MCP_CONVERSATION = "mcp.";

const PROJECT_CONVERSATION = "system.project.";

/** Runs and approvals of a project's agents; an empty ID stands for all projects. */
export function projectConversation(projectId: string): string {
  return `${PROJECT_CONVERSATION}${projectId}`;
}

/** Proposals from account sources. Persisted. */
export const ACCOUNTS_CONVERSATION = "system.accounts";

/** Policy rules that Steward proposes because of people's decisions. Persisted. */
export const POLICY_CONVERSATION = "system.policy";

/** Style rules derived from saved examples. Persisted. */
export const STYLE_CONVERSATION = "system.style";

/** Whether this is one of the IDs above. */
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
