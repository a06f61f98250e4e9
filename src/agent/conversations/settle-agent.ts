/** With whom a conversation is: settled by the first who says something in it, since a page may listen before that. */
import { AppError } from "../../kernel/errors.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";

const USUAL = "steward";

/** Has a conversation in which nobody has said anything be with the agent that is asked. Answers whether that changed it. Throws `conflict` where it is with another. */
export function settleAgent(log: ConversationLog, { agent }: ConversationIdentity): boolean {
  const known = log.store.find()?.identity;
  if (agent === undefined || known === undefined || (known.agent ?? USUAL) === agent) return false;
  if (log.messages.lastCommitted() !== null || log.messages.queued().length > 0)
    throw new AppError("conflict", "That conversation is with another agent. Begin a new one.");
  log.store.setIdentity({ ...known, agent });
  return true;
}
