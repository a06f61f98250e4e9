/**
 * What a run found that one member alone may read, and whose findings a run is shown. A tool's result that holds such a finding makes its conversation private
 * (src/agent/privacy). Every tool shows a link with what it found: by the link a result is known to hold it.
 */
import { isMemberThread, slackThreadOf } from "../conversations/index.ts";
import type { AskedBy, Quote } from "../../platform/api/search-items.ts";
import type { Tenant } from "./tenant.ts";
import type { Acting } from "./call.ts";

/** For whom a run searches: whoever speaks. Nobody in particular where no member does, and where several members read the answer. */
export function finderOf({ speaker, conversationId }: Pick<Acting, "speaker" | "conversationId">): AskedBy {
  const isShared = slackThreadOf(conversationId) !== null || isMemberThread(conversationId);
  return { userId: speaker?.kind === "user" && !isShared ? (speaker.id ?? null) : null };
}

/** Notes what a run finds. */
export class Findings {
  readonly #byLink = new Map<string, Quote>();

  /** The tenant, its finds noted. */
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

  /** What a result quotes. */
  in(content: string): Quote[] {
    return [...this.#byLink].flatMap(([link, quote]) => (content.includes(link) ? [quote] : []));
  }
}
