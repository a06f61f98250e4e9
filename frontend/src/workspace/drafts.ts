/** Unsaved text, kept on this device so that a reload or a crash loses nothing. One draft per person and file. */
import { readStored, writeStored } from "../api/storage.ts";

export interface Draft {
  /** The version it began with. */
  readonly etag: string;
  readonly text: string;
  readonly at: string;
}

const keyOf = (userId: string, path: string): string => `file-draft.${userId}.${path}`;

/** Reads a stored draft; anything unreadable counts as none. */
export function parseDraft(stored: string | null): Draft | null {
  if (stored === null) return null;
  try {
    const value = JSON.parse(stored) as Partial<Draft> | null;
    if (typeof value?.etag !== "string" || typeof value.text !== "string" || typeof value.at !== "string")
      return null;
    return { etag: value.etag, text: value.text, at: value.at };
  } catch {
    return null;
  }
}

export function readDraft(userId: string, path: string): Draft | null {
  return parseDraft(readStored(keyOf(userId, path)));
}

export function keepDraft(userId: string, path: string, draft: Draft | null): void {
  writeStored(keyOf(userId, path), draft === null ? null : JSON.stringify(draft));
}
