/** Background jobs ask and act without a conversation: the label shown instead, and the job's page. Pure. */

export interface OwnJob {
  readonly words: string;
  /** Null if the job has no page. */
  readonly href: string | null;
}

const UPKEEP: OwnJob = { words: "Memory upkeep", href: "/settings/upkeep" };
const CLIENT: OwnJob = { words: "Connected app", href: "/settings/access" };
const EARNED: OwnJob = { words: "Earned rules", href: "/settings/policy" };
const STYLE: OwnJob = { words: "Style rules", href: "/settings/examples" };
const OTHER: OwnJob = { words: "Background job", href: null };

/** The background job behind a conversation id; null for a real conversation. */
export function ownJob(conversationId: string): OwnJob | null {
  if (conversationId === "system.memory.upkeep") return UPKEEP;
  if (conversationId.startsWith("mcp.")) return CLIENT;
  if (conversationId === "system.policy") return EARNED;
  if (conversationId === "system.style") return STYLE;
  return /^system[.:]/.test(conversationId) ? OTHER : null;
}
