/**
 * Folders of the workspace that belong to a module. Their files are records with rules of their own: everyone reads them in the workspace, and only the
 * module's commands write, move or delete them.
 */

/** A module that owns a folder. */
export interface PathOwner {
  readonly module: "accounts";
  /** Top folder; everything in it belongs to the module. */
  readonly folder: string;
  /** Its page. */
  readonly title: string;
  readonly page: string;
  /** What changes its records instead, in words. */
  readonly instead: string;
}

export const PATH_OWNERS: readonly PathOwner[] = [
  {
    module: "accounts",
    folder: "accounts",
    title: "Accounts",
    page: "/accounts",
    instead: "Change the account on its page, or with update_account.",
  },
];

/** The module a canonical path belongs to; null for the team's own files. Pure. */
export function ownerOf(path: string): PathOwner | null {
  const [top = ""] = path.split("/");
  return PATH_OWNERS.find(({ folder }) => folder === top) ?? null;
}

/** The owner's page for a path: the record's where the path names one. Pure. */
export function ownerPage(owner: PathOwner, path: string): string {
  const record = path.split("/")[1];
  return record !== undefined && /^[1-9]\d*$/.test(record) ? `${owner.page}/${record}` : owner.page;
}
