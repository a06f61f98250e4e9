/**
 * Tracks findings of a run that only one member may read, and whose findings it may see. A tool result that
 * contains one makes its conversation private (src/platform/privacy.ts). A finding is recognized by its link,
 * which every tool includes.
 */
import { isMemberThread, slackThreadOf } from "../conversations/index.ts";
import type { AskedBy, Quote } from "../../platform/api/search-items.ts";
import type { Tenant } from "./tenant.ts";
import type { Acting } from "./call.ts";

/**
 * The member for whom a run searches: the speaker. Null if no member speaks, and if several members read
 * the answer.
 */
export function finderOf({ speaker, conversationId }: Pick<Acting, "speaker" | "conversationId">): AskedBy {
  const isShared = slackThreadOf(conversationId) !== null || isMemberThread(conversationId);
  return { userId: speaker?.kind === "user" && !isShared ? (speaker.id ?? null) : null };
}

export class Findings {
  readonly #byLink = new Map<string, Quote>();

  /** Wraps the tenant to record findings. */
  watch(tenant: Tenant): Tenant {
    return {
      ...tenant,
      retrieve: async (query, by) => {
        const found = await tenant.retrieve(query, by);
        for (const { url, quote } of found) if (quote !== undefined) this.#byLink.set(url, quote);
        return found;
      },
      readItem: async (id, by) => {
        const found = await tenant.readItem(id, by);
        if (found?.quote !== undefined) this.#byLink.set(`/knowledge/${id}`, found.quote);
        return found;
      },
    };
  }

  /** The findings that a result quotes. */
  in(content: string): Quote[] {
    return [...this.#byLink].flatMap(([link, quote]) => (content.includes(link) ? [quote] : []));
  }
}
