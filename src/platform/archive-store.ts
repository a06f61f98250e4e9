/** The archive's pages in R2, under the tenant's own prefix. */
import { tenantArchivePrefix } from "../kernel/tenant-names.ts";

export interface ArchiveStore {
  /** Null if there is none. */
  get(key: string): Promise<StoredPage | null>;
  /** Creates an object. False if one exists, which is unchanged. */
  create(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Replaces the object that was read. False if it has changed since. */
  replace(key: string, bytes: Uint8Array<ArrayBuffer>, etag: string): Promise<boolean>;
}

/** A page's bytes and etag. */
export interface StoredPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

const PACKED = { httpMetadata: { contentType: "application/gzip" } };

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
