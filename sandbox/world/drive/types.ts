/** Files of the demo companies' Google Drives as the world makes them; the services turn them into Google's JSON. */

/** A formula with what it comes to. */
export interface Formula {
  readonly formula: string;
  readonly value: number;
}
export type Cell = string | number | Formula;

/** A tab of a spreadsheet. */
export interface SheetTab {
  readonly title: string;
  readonly hidden?: boolean;
  rows: Cell[][];
  /** Columns, from 0, whose numbers are dollars. */
  readonly money?: readonly number[];
}

/** What a file holds. */
export type DriveContent =
  | { readonly kind: "folder" }
  /** A Google Doc, in Markdown. */
  | { readonly kind: "doc"; readonly markdown: string }
  | { readonly kind: "sheet"; readonly tabs: SheetTab[] }
  /** A PDF by the lines of its pages. */
  | { readonly kind: "pdf"; readonly pages: readonly (readonly string[])[] }
  /** A PDF of pictures. */
  | { readonly kind: "scan"; readonly pages: number }
  | { readonly kind: "bytes"; readonly type: string; readonly base64: string };

/** A file or folder. Of a shared drive the drive itself is one, its own parent. */
export interface DriveFile {
  readonly id: string;
  name: string;
  readonly parent: string;
  /** Set of all that lies in a shared drive: it is then no one's in particular. */
  readonly driveId?: string;
  /** Address of whom it belongs to; in a shared drive of who changed it last. */
  readonly owner: string;
  /** Addresses besides the owner's; the whole company for what is in a shared drive. */
  readonly readers?: readonly string[];
  readonly createdMs: number;
  modifiedMs: number;
  content: DriveContent;
  trashed?: boolean;
  /** Who made it through the API, and what that app keeps with it. */
  readonly app?: string;
  readonly appProperties?: Readonly<Record<string, string>>;
}

/** A file as its maker writes it down. */
export interface FileScript {
  readonly name: string;
  /** Folders from the top, such as `Leases/2025`. */
  readonly folder: string;
  /** Days before now it was changed last. */
  readonly ago: number;
  readonly content: DriveContent;
  /** Whose it is, where it is not in the shared drive, and whom they share it with. */
  readonly of?: string;
  readonly readers?: readonly string[];
}
