/**
 * Folders of the workspace that belong to a module. Their files are records with rules of their own: everyone reads them in the workspace, and only the
 * module's commands write, move or delete them; where `members` says so, members of the team do too, by hand.
 */

/** A module that owns a folder. */
export interface PathOwner {
  readonly module: "accounts" | "projects" | "skills";
  /** Top folder; everything in it belongs to the module. */
  readonly folder: string;
  /** Its page. */
  readonly title: string;
  readonly page: string;
  /** Whether members change its files on the workspace's pages. Tools, agents and other apps never do. */
  readonly members: boolean;
  /** What changes its records instead, in words. */
  readonly instead: string;
}

/** Who may write in an owned folder: its module, or a member of the team by hand. */
export type PathWriter = PathOwner["module"] | "member";

export const PATH_OWNERS: readonly PathOwner[] = [
  {
    module: "accounts",
    folder: "accounts",
    title: "Accounts",
    page: "/accounts",
    members: false,
    instead: "Change the account on its page, or with update_account.",
  },
  {
    module: "skills",
    folder: "skills",
    title: "Skills",
    page: "/skills",
    members: true,
    instead:
      "A member of the team changes skills on the Skills page; save_skill drafts a SKILL.md for approval.",
  },
  {
    module: "projects",
    folder: "projects",
    title: "Projects",
    page: "/projects",
    members: true,
    instead: "A member of the team changes a project's documents on the project's page.",
  },
];

/** The module a path belongs to, however its top folder is spelled; null for the team's own files. Pure. */
export function ownerOf(path: string): PathOwner | null {
  const [top = ""] = path.split("/");
  return PATH_OWNERS.find(({ folder }) => folder === top.toLowerCase()) ?? null;
}

/** The module that keeps a path from a writer; null where the writer may change it. Without a writer every owner does. Pure. */
export function ownerAgainst(path: string, writer?: PathWriter): PathOwner | null {
  const owner = ownerOf(path);
  if (owner === null || owner.module === writer || (writer === "member" && owner.members)) return null;
  return owner;
}

/** The owner's page for a path: the record's where the path names one. Pure. */
export function ownerPage(owner: PathOwner, path: string): string {
  const record = path.split("/")[1];
  return record !== undefined && /^[1-9]\d*$/.test(record) ? `${owner.page}/${record}` : owner.page;
}
