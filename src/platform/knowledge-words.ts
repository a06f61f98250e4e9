/** Texts of source items in R2, under the tenant's prefix: one object per item, replaced on change. */
import { tenantFilePrefix } from "../kernel/tenant-names.ts";

/** Stores item texts; one tenant's. */
export interface WordStore {
  put(id: string, text: string): Promise<void>;
  /** Empty if there is none. */
  get(id: string): Promise<string>;
  drop(ids: readonly string[]): Promise<void>;
}

const TEXT = { httpMetadata: { contentType: "text/markdown; charset=utf-8" } };

export function knowledgeWords(bucket: R2Bucket, tenantId: string): WordStore {
  const prefix = tenantFilePrefix(tenantId);
  const keyOf = async (id: string): Promise<string> => `${await prefix}knowledge/${id}`;
  return {
    put: async (id, text) => void (await bucket.put(await keyOf(id), text, TEXT)),
    get: async (id) => (await (await bucket.get(await keyOf(id)))?.text()) ?? "",
    drop: async (ids) => bucket.delete(await Promise.all(ids.map(keyOf))),
  };
}
