/**
 * Workspace folders owned by a module. Their files are records with rules of their own: everyone can read
 * them in the workspace, but only the module's commands write, move or delete them; with `members`, team
 * members can too, by hand.
 */

/** A module that owns a folder. */
export interface PathOwner {
  readonly module: "accounts" | "projects" | "skills";
  /** Top-level folder; everything in it belongs to the module. */
  readonly folder: string;
  readonly title: string;
  readonly page: string;
  /**
   * Whether members may change its files on the workspace's pages. Tools, agents and other apps never may.
   */
  readonly members: boolean;
  /** How to change its records instead, as a sentence. */
  readonly instead: string;
}

/** A writer in an owned folder: its module, or a team member by hand. */
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

/** The module that owns a path, whatever the case of its top folder; null for the team's own files. Pure. */
export function ownerOf(path: string): PathOwner | null {
  const [top = ""] = path.split("/");
  return PATH_OWNERS.find(({ folder }) => folder === top.toLowerCase()) ?? null;
}

/**
 * The module whose ownership blocks a writer; null if the writer may change the path. Without a writer every
 * owner blocks. Pure.
 */
export function ownerAgainst(path: string, writer?: PathWriter): PathOwner | null {
  const owner = ownerOf(path);
  if (owner === null || owner.module === writer || (writer === "member" && owner.members)) return null;
  return owner;
}

/** The owner's page for a path: the record's page if the path names one. Pure. */
export function ownerPage(owner: PathOwner, path: string): string {
  const record = path.split("/")[1];
  return record !== undefined && /^[1-9]\d*$/.test(record) ? `${owner.page}/${record}` : owner.page;
}
