/** Sets a conversation's agent. The first message decides, because a page may be open before that. */
import { AppError } from "../../kernel/errors.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";

const USUAL = "steward";

/**
 * Sets the agent if the conversation is still empty; returns whether that changed it. Throws `conflict` if
 * it has another agent.
 */
export function settleAgent(log: ConversationLog, { agent }: ConversationIdentity): boolean {
  const known = log.store.find()?.identity;
  if (agent === undefined || known === undefined || (known.agent ?? USUAL) === agent) return false;
  if (log.messages.lastCommitted() !== null || log.messages.queued().length > 0)
    throw new AppError("conflict", "That conversation is with another agent. Begin a new one.");
  log.store.setIdentity({ ...known, agent });
  return true;
}
