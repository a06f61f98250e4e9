/** Resolves an account by number, full name, or words that match only one. */
import { listAccounts } from "../index.ts";
import type { TenantDb } from "../../platform/db/index.ts";

/** Its ID, or the answer if none or several match. */
export async function accountNamed(
  db: TenantDb,
  asked: string,
): Promise<{ readonly id: string } | { readonly retry: string }> {
  const { items } = await listAccounts(db, { q: asked, limit: 8 });
  const whole = items.filter(({ id, name }) => id === asked || name.toLowerCase() === asked.toLowerCase());
  const [only, ...others] = whole.length > 0 ? whole : items;
  if (only === undefined)
    return { retry: `No account fits “${asked}”. Look with find_accounts by fewer or other words.` };
  if (others.length === 0) return { id: only.id };
  const names = [only, ...others].map(({ id, name, stage }) => `${id} ${name} (${stage})`).join("; ");
  return {
    retry: `Several accounts fit “${asked}”: ${names}. Give the number of the one that is meant, or ask.`,
  };
}
