/** The archive's pages in R2, under the tenant's own prefix. */
import type { ArchiveStore } from "../team/archive/index.ts";
import { tenantArchivePrefix } from "../kernel/tenant-names.ts";

const PACKED = { httpMetadata: { contentType: "application/gzip" } };

/** The archive of one tenant. */
export function archiveStore(bucket: R2Bucket, tenantId: string): ArchiveStore {
  const prefix = tenantArchivePrefix(tenantId);
  const keyOf = async (key: string): Promise<string> => `${await prefix}${key}`;
  return {
    async get(key) {
      const object = await bucket.get(await keyOf(key));
      if (object === null) return null;
      return { bytes: new Uint8Array(await object.arrayBuffer()), etag: object.etag };
    },
    async create(key, bytes) {
      const onlyIf = new Headers({ "if-none-match": "*" });
      return (await bucket.put(await keyOf(key), bytes, { ...PACKED, onlyIf })) !== null;
    },
    async replace(key, bytes, etag) {
      const onlyIf = { etagMatches: etag };
      return (await bucket.put(await keyOf(key), bytes, { ...PACKED, onlyIf })) !== null;
    },
  };
}
