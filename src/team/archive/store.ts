/** Storage of a team's archive pages. */
export interface ArchiveStore {
  /** Null if there is none. */
  get(key: string): Promise<StoredPage | null>;
  /** Creates an object. False if one exists, which is unchanged. */
  create(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Replaces the object that was read. False if it has changed since. */
  replace(key: string, bytes: Uint8Array<ArrayBuffer>, etag: string): Promise<boolean>;
}

/** A page's bytes and etag. */
export interface StoredPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}
