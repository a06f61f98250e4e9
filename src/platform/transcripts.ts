/** Transcripts of chats in R2, under the tenant's own prefix: files of one chat in one folder, in the order of their names. */
import { tenantFilePrefix } from "../kernel/tenant-names.ts";

/** Where the files of one conversation's transcript are. */
export interface TranscriptStore {
  /** Writes the file that begins after a place in the log. */
  put(conversationId: string, after: number, json: string): Promise<void>;
  /** Removes them all. */
  drop(conversationId: string): Promise<void>;
}

const JSON_FILE = { httpMetadata: { contentType: "application/json" } };

/** Those of one tenant. */
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
