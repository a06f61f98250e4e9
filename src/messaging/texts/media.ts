/**
 * Photos and files attached to texts. They are fetched from the provider on first view, stored by us, and
 * served according to their actual bytes, never the sender's claimed type. Browsers are never sent to the
 * provider.
 */
import { eq } from "drizzle-orm";
import { texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { photoOf } from "../../kernel/picture.ts";

export interface TextMediaDeps {
  readonly db: TenantDb;
  /**
   * Fetches a URL of the provider's storage; null for any other URL, or if the file no longer exists. Throws
   * IntegrationError.
   */
  readonly fetchMedia: (connectionId: string, url: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Our own store, by name. */
  readonly kept: {
    get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
    put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  };
}

export interface TextMediaFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Set if the bytes are an image that browsers may display. */
  readonly photoType: string | null;
  /** File name for downloads. */
  readonly name: string;
}

/** Throws `not_found`, `upstream_failed`. */
export async function readTextMedia(
  { db, fetchMedia, kept }: TextMediaDeps,
  { textId, index }: { readonly textId: string; readonly index: number },
): Promise<TextMediaFile> {
  const text = await db.find(texts, eq(texts.id, textId));
  const listed = text?.media?.[index];
  if (text === null || listed === undefined) throw new AppError("not_found", "That file doesn’t exist.");
  const name = await derivedId("text-media", text.connectionId, textId, String(index));
  const known = await kept.get(name);
  if (known !== null) return fileOf(known, text.at, index);
  const bytes = await fetchMedia(text.connectionId, listed.url).catch((cause: unknown) => {
    if (!(cause instanceof IntegrationError)) throw cause;
    throw new AppError("upstream_failed", "The phone system couldn’t be reached for this file.", { cause });
  });
  if (bytes === null || bytes.byteLength === 0)
    throw new AppError("not_found", "The phone system doesn’t have this file anymore.");
  await kept.put(name, bytes);
  return fileOf(bytes, text.at, index);
}

function fileOf(bytes: Uint8Array<ArrayBuffer>, at: string, index: number): TextMediaFile {
  const photo = photoOf(bytes);
  const stem = `text-${at.slice(0, 10)}-${index + 1}`;
  return {
    bytes,
    photoType: photo?.type ?? null,
    name: photo === null ? `${stem}.bin` : `${stem}.${photo.extension}`,
  };
}
