/** Pages of messages for people. A fork's earlier messages come from its parent. */
import { LIMITS } from "../../kernel/limits.ts";
import type { Message } from "../api/message.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { messageView } from "./views.ts";

interface Asked {
  readonly before?: string;
  readonly limit: number;
}
interface MessagePage {
  readonly items: Message[];
  readonly hasMore: boolean;
}

/**
 * The newest messages, or those before one, oldest first. `ofParent` reads from the conversation that a
 * fork continues.
 */
export async function messagePage(
  { messages, store, viewCall }: Pick<ConversationLog, "messages" | "store" | "viewCall">,
  { before, limit: asked }: Asked,
  ofParent: (id: string, page: Asked) => Promise<MessagePage>,
): Promise<MessagePage> {
  const limit = Math.min(Math.max(1, asked), LIMITS.messageWindowMax);
  const { parent } = store.get().identity;
  const { items, hasMore } = messages.page(before, limit);
  const waiting = before === undefined ? messages.queued() : [];
  const own = [...items, ...waiting].map((message) => messageView(message, viewCall));
  if (parent?.earlier !== true || hasMore) return { items: own, hasMore };
  const rest = limit - items.length;
  if (rest <= 0) return { items: own, hasMore: true };
  const first = items[0]?.id ?? before;
  const older = await ofParent(parent.id, { ...(first === undefined ? {} : { before: first }), limit: rest });
  return { items: [...older.items, ...own], hasMore: older.hasMore };
}
