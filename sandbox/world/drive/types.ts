/** Generated files, which services convert to Google's JSON. */

export interface Formula {
  readonly formula: string;
  readonly value: number;
}
export type Cell = string | number | Formula;

export interface SheetTab {
  readonly title: string;
  readonly hidden?: boolean;
  rows: Cell[][];
  /** Zero-based columns with dollar amounts. */
  readonly money?: readonly number[];
}

export type DriveContent =
  | { readonly kind: "folder" }
  /** A Google Doc, as Markdown. */
  | { readonly kind: "doc"; readonly markdown: string }
  | { readonly kind: "sheet"; readonly tabs: SheetTab[] }
  /** A PDF by the lines of its pages. */
  | { readonly kind: "pdf"; readonly pages: readonly (readonly string[])[] }
  /** An image-only PDF. */
  | { readonly kind: "scan"; readonly pages: number }
  | { readonly kind: "bytes"; readonly type: string; readonly base64: string };

/** A file or folder. A shared drive's root is its own parent. */
export interface DriveFile {
  readonly id: string;
  name: string;
  readonly parent: string;
  /** Set for everything in a shared drive, which has no individual owner. */
  readonly driveId?: string;
  /** The owner's address; in a shared drive, the last editor's. */
  readonly owner: string;
  /** Other readers; in a shared drive, the whole company. */
  readonly readers?: readonly string[];
  readonly createdMs: number;
  modifiedMs: number;
  content: DriveContent;
  trashed?: boolean;
  /** The app that created it through the API, and its app properties. */
  readonly app?: string;
  readonly appProperties?: Readonly<Record<string, string>>;
}

/** A file in source form. */
export interface FileScript {
  readonly name: string;
  /** Folder path, such as `Leases/2025`. */
  readonly folder: string;
  /** Last changed this many days ago. */
  readonly ago: number;
  readonly content: DriveContent;
  /** Owner and readers, if it isn't in the shared drive. */
  readonly of?: string;
  readonly readers?: readonly string[];
}
