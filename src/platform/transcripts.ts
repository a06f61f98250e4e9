/** Chat transcripts in R2, under the tenant's prefix: one folder per chat, with files in name order. */
import { tenantFilePrefix } from "../kernel/tenant-names.ts";

export interface TranscriptStore {
  /** Writes the file that starts after a position in the log. */
  put(conversationId: string, after: number, json: string): Promise<void>;
  /** Deletes all files. */
  drop(conversationId: string): Promise<void>;
}

const JSON_FILE = { httpMetadata: { contentType: "application/json" } };

export function transcripts(bucket: R2Bucket, tenantId: string): TranscriptStore {
  const folder = async (id: string): Promise<string> =>
    `${await tenantFilePrefix(tenantId)}transcripts/${encodeURIComponent(id)}/`;
  return {
    async put(id, after, json) {
      await bucket.put(`${await folder(id)}${String(after).padStart(8, "0")}.json`, json, JSON_FILE);
    },
    async drop(id) {
      const prefix = await folder(id);
      for (;;) {
        const { objects, truncated } = await bucket.list({ prefix });
        if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
        if (!truncated) return;
      }
    },
  };
}
