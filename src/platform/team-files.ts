/** All objects of a team in the file bucket, for backup and deletion. */
import { tenantFilePrefix } from "../kernel/tenant-names.ts";

/** A team's file; its name excludes the team's folder. */
export interface TeamFile {
  readonly name: string;
  readonly bytes: number;
}

/** A team's folder in the file bucket. */
export interface TeamFiles {
  /** By name, at most `limit`, after a given one. */
  list(after: string, limit: number): Promise<TeamFile[]>;
  remove(names: readonly string[]): Promise<void>;
}

/** A file's bytes and content type; the type may be empty. */
interface FileBytes {
  readonly body: ReadableStream | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export function teamFolder(bucket: R2Bucket, tenantId: string) {
  const prefix = tenantFilePrefix(tenantId);
  const listed: TeamFiles = {
    async list(after, limit) {
      const folder = await prefix;
      const { objects } = await bucket.list({ prefix: folder, startAfter: `${folder}${after}`, limit });
      return objects.map(({ key, size }) => ({ name: key.slice(folder.length), bytes: size }));
    },
    async remove(names) {
      const folder = await prefix;
      if (names.length > 0) await bucket.delete(names.map((name) => `${folder}${name}`));
    },
  };
  return {
    ...listed,
    async read(name: string): Promise<FileBytes | null> {
      const found = await bucket.get(`${await prefix}${name}`);
      return found === null ? null : { body: found.body, type: found.httpMetadata?.contentType ?? "" };
    },
    async write(name: string, { body, type }: FileBytes): Promise<void> {
      const options = type === "" ? {} : { httpMetadata: { contentType: type } };
      await bucket.put(`${await prefix}${name}`, body, options);
    },
  };
}
