/** Where the archive's pages are kept; one team's. */
export interface ArchiveStore {
  /** What is at a key; null where nothing is. */
  get(key: string): Promise<StoredPage | null>;
  /** Writes what is not there yet. False where something is: it stays as it is. */
  create(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Writes over what was read. False where it has changed since. */
  replace(key: string, bytes: Uint8Array<ArrayBuffer>, etag: string): Promise<boolean>;
}

/** A page's bytes, and what they are known by. */
export interface StoredPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}
