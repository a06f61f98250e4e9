/** How a tenant's tools find what is on record: by words, by a question, and one thing of a source. */
import { accountSource } from "../../accounts/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { vendorTitle } from "../sources/open-shelf.ts";
import { systemClock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { searchObjectName } from "../../kernel/tenant-names.ts";
import { quoteOf, readItem } from "../sources/index.ts";
import type { Env } from "../../platform/env.ts";
import { knowledgeWords } from "../../platform/knowledge-words.ts";
import { systemLogger } from "../../platform/logger.ts";
import type { Tenant } from "../../integrations/tenant/index.ts";

/** Makes them. */
export function finders(
  env: Env,
  id: string,
): Pick<Tenant, "search" | "retrieve" | "indexAccount" | "readItem"> {
  const index = async () => env.SEARCH.getByName(await searchObjectName(id));
  const deps = { db: tenantDb(env, id), words: knowledgeWords(env.FILES, id), titleOf: vendorTitle };
  return {
    search: async (query, by) => (await index()).query(id, query, by),
    retrieve: async (query, by) => (await index()).retrieve(id, query, by),
    async indexAccount(accountId) {
      try {
        const version = systemClock.now();
        const items = await accountSource(deps.db).load([accountId]);
        await (
          await index()
        ).index(
          id,
          items.map((item) => ({ ...item, version })),
        );
        return items.length > 0;
      } catch (error) {
        systemLogger.warn("search.account_later", { tenantId: id, error });
        return false;
      }
    },
    async readItem(itemId, { userId }) {
      const item = await readItem(deps, userId, itemId).catch(nullIfGone);
      if (item === null) return null;
      const quote = await quoteOf(deps.db, item.sourceId);
      return quote === null ? item : { ...item, quote };
    },
  };
}

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}
