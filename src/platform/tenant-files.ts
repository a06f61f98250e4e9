/** A team's part of the file bucket, under the team's prefix. */
import { tenantFilePrefix } from "../kernel/tenant-names.ts";
import { archiveStore } from "./archive-store.ts";
import { blobQuarantine, fileBlobs } from "./file-blobs.ts";
import { knowledgeWords } from "./knowledge-words.ts";
import { teamFolder } from "./team-files.ts";
import { transcripts } from "./transcripts.ts";

export type TenantFiles = ReturnType<typeof tenantFiles>;

/** No I/O. */
export function tenantFiles(bucket: R2Bucket, tenantId: string) {
  return {
    /** File contents by hash. */
    get blobs() {
      return fileBlobs(bucket, tenantId);
    },
    get quarantine() {
      return blobQuarantine(bucket, tenantId);
    },
    get archive() {
      return archiveStore(bucket, tenantId);
    },
    get transcripts() {
      return transcripts(bucket, tenantId);
    },
    /** Texts of source items. */
    get words() {
      return knowledgeWords(bucket, tenantId);
    },
    get attachments() {
      return attachments(bucket, tenantId);
    },
    /** All objects, for backup and deletion. */
    get folder() {
      return teamFolder(bucket, tenantId);
    },
  };
}

/** Photos and files of messages. */
function attachments(bucket: R2Bucket, tenantId: string) {
  const keyOf = async (name: string): Promise<string> =>
    `${await tenantFilePrefix(tenantId)}attachments/${name}`;
  return {
    async get(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
      const found = await bucket.get(await keyOf(name));
      return found === null ? null : new Uint8Array(await found.arrayBuffer());
    },
    put: async (name: string, bytes: Uint8Array): Promise<void> =>
      void (await bucket.put(await keyOf(name), bytes)),
    drop: async (names: readonly string[]): Promise<void> =>
      bucket.delete(await Promise.all(names.map(keyOf))),
  };
}
