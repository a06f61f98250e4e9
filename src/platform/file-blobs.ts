/** File contents in R2, as blobs by their SHA-256 under the tenant's own prefix. A blob is written once and never changed. */
import { tenantFilePrefix } from "../kernel/tenant-names.ts";
import type { BlobStore } from "../workspace/index.ts";

/** The blobs of one tenant. */
export function fileBlobs(bucket: R2Bucket, tenantId: string): BlobStore {
  const keyOf = async (sha256: string): Promise<string> =>
    `${await tenantFilePrefix(tenantId)}blobs/${sha256}`;
  return {
    async put(sha256, content) {
      const key = await keyOf(sha256);
      // R2 takes one write a second to a key: what is there is not written again.
      if ((await bucket.head(key)) !== null) return;
      await bucket.put(key, content, { httpMetadata: { contentType: "text/plain; charset=utf-8" } });
    },
    async get(sha256) {
      const blob = await bucket.get(await keyOf(sha256));
      if (blob === null) throw new Error("a version's content is missing");
      return blob.text();
    },
  };
}
