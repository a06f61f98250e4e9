/**
 * File contents in R2, as blobs by SHA-256 under the tenant's prefix. Blobs never change. The cleanup moves
 * unused ones to quarantine first, where they stay readable.
 */
import { contentMissing } from "../kernel/content-missing.ts";
import { tenantFilePrefix } from "../kernel/tenant-names.ts";

/** Contents of one tenant by SHA-256 (hex). A blob never changes. */
export interface BlobStore {
  /** Stores a content under its hash; an existing one is kept. */
  put(sha256: string, content: string): Promise<void>;
  /** Throws `content_missing` if storage lost it: a version always refers to an existing blob. */
  get(sha256: string): Promise<string>;
}

/** A blob in its place, with the time it was stored in milliseconds since the epoch. */
export interface StoredBlob {
  readonly sha256: string;
  readonly storedAt: number;
}

/** A blob quarantined on a day (UTC). */
interface QuarantinedBlob {
  readonly sha256: string;
  readonly day: string;
}

/** Blob storage as the clean-up uses it. Every step is idempotent. */
export interface BlobQuarantine {
  /** A page of blobs in place, in hash order after a given one. */
  stored(after: string): Promise<{ readonly items: readonly StoredBlob[]; readonly more: boolean }>;
  /** Quarantined blobs, at most a thousand. */
  list(): Promise<readonly QuarantinedBlob[]>;
  /** Moves a blob into quarantine; it stays readable. */
  add(blob: QuarantinedBlob): Promise<void>;
  restore(blob: QuarantinedBlob): Promise<void>;
  /** Deletes these from quarantine, but not copies quarantined on other days. At most a thousand. */
  drop(blobs: readonly QuarantinedBlob[]): Promise<void>;
}

const TEXT = { httpMetadata: { contentType: "text/plain; charset=utf-8" } };
/** Objects per listing; R2's maximum. */
const LISTED = 1_000;

export function fileBlobs(bucket: R2Bucket, tenantId: string): BlobStore {
  const prefix = tenantFilePrefix(tenantId);
  return {
    async put(sha256, content) {
      const key = `${await prefix}blobs/${sha256}`;
      // R2 allows one write per second and key, so existing blobs are not written again.
      if ((await bucket.head(key)) !== null) return;
      await bucket.put(key, content, TEXT);
    },
    async get(sha256) {
      const blob =
        (await bucket.get(`${await prefix}blobs/${sha256}`)) ??
        (await quarantinedBlob(bucket, await prefix, sha256));
      if (blob === null) throw contentMissing();
      return blob.text();
    },
  };
}

async function quarantinedBlob(
  bucket: R2Bucket,
  prefix: string,
  sha256: string,
): Promise<R2ObjectBody | null> {
  const { objects } = await bucket.list({ prefix: `${prefix}aside/${sha256}/`, limit: 1 });
  const [first] = objects;
  return first === undefined ? null : bucket.get(first.key);
}

/** The same blobs, for the cleanup. */
export function blobQuarantine(bucket: R2Bucket, tenantId: string): BlobQuarantine {
  const prefix = tenantFilePrefix(tenantId);
  const blobKey = async (sha256: string): Promise<string> => `${await prefix}blobs/${sha256}`;
  const quarantineKey = async ({ sha256, day }: QuarantinedBlob): Promise<string> =>
    `${await prefix}aside/${sha256}/${day}`;
  const copy = async (from: string, to: string): Promise<void> => {
    const blob = await bucket.get(from);
    if (blob !== null) await bucket.put(to, blob.body, TEXT);
  };
  return {
    async stored(after) {
      const folder = `${await prefix}blobs/`;
      const page = await bucket.list({ prefix: folder, startAfter: `${folder}${after}`, limit: LISTED });
      const items = page.objects.map(({ key, uploaded }): StoredBlob => ({
        sha256: key.slice(folder.length),
        storedAt: uploaded.getTime(),
      }));
      return { items, more: page.truncated };
    },
    async list() {
      const folder = `${await prefix}aside/`;
      const { objects } = await bucket.list({ prefix: folder, limit: LISTED });
      return objects.flatMap(({ key }): QuarantinedBlob[] => {
        const [sha256, day] = key.slice(folder.length).split("/");
        return sha256 === undefined || day === undefined ? [] : [{ sha256, day }];
      });
    },
    async add(blob) {
      await copy(await blobKey(blob.sha256), await quarantineKey(blob));
      await bucket.delete(await blobKey(blob.sha256));
    },
    async restore(blob) {
      const key = await blobKey(blob.sha256);
      if ((await bucket.head(key)) === null) await copy(await quarantineKey(blob), key);
      await bucket.delete(await quarantineKey(blob));
    },
    async drop(blobs) {
      if (blobs.length > 0) await bucket.delete(await Promise.all(blobs.map(quarantineKey)));
    },
  };
}
