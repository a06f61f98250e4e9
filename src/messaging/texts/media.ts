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

/** Magic bytes of the supported image types (from each format's specification). */
const SIGNATURES: readonly { type: string; extension: string; at: number; bytes: readonly number[] }[] = [
  { type: "image/jpeg", extension: "jpg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/png", extension: "png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/gif", extension: "gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", extension: "webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

/** The image type of the bytes; null for anything else. Pure. */
export function photoOf(bytes: Uint8Array): { readonly type: string; readonly extension: string } | null {
  return SIGNATURES.find((one) => one.bytes.every((byte, offset) => bytes[one.at + offset] === byte)) ?? null;
}
