/**
 * The file list in every prompt: limited, and cached until a name changes, so that turns don't pay for the
 * number of files. Files that don't fit are counted, never hidden.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { workspaceFiles, workspaceFolders, workspaceState } from "./tables/workspace.ts";
import { WORKSPACE_LIMITS } from "./api/workspace-limits.ts";
import { folderOf, nameOf } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { allOf } from "./store.ts";

/** Maximum folders, and names per folder, read for the list. */
const FOLDERS = 400;
const NAMES = 60;
/** Folders with a special meaning. */
const ACCOUNTS = "accounts";
const KNOWN = new Set(["daily_notes", "areas", "skills", ACCOUNTS]);
/** Numbers of names shown per folder, tried in order until the list fits. */
const SHARES = [60, 30, 15, 8, 4, 2, 1, 0] as const;

/** A folder with some of its files. */
interface TreeFolder {
  /** Empty for the top. */
  readonly path: string;
  /** Files directly in it. */
  readonly files: number;
  /** The first names, or the newest daily notes. */
  readonly names: readonly string[];
  /** Shown instead of its files. */
  readonly summary?: string;
}

/** The current list; cached unless a name has changed. */
export async function fileTree(deps: Pick<WorkspaceDeps, "db">): Promise<{ text: string; cut: boolean }> {
  const { db } = deps;
  const state = await db.find(workspaceState, eq(workspaceState.tenantId, db.tenantId));
  if (state === null || state.namesVersion === 0) return { text: "", cut: false };
  if (state.tree !== null && state.treeVersion === state.namesVersion) return parseTree(state.tree);
  const tree = treeText(await readFolders(deps), WORKSPACE_LIMITS.treeChars);
  await db.update(
    workspaceState,
    { tree: JSON.stringify(tree), treeVersion: state.namesVersion },
    // If a name changed during the build, the next caller rebuilds the list.
    eq(workspaceState.namesVersion, state.namesVersion),
  );
  return tree;
}

function parseTree(tree: string): { text: string; cut: boolean } {
  return JSON.parse(tree) as { text: string; cut: boolean };
}

async function readFolders({ db }: Pick<WorkspaceDeps, "db">): Promise<TreeFolder[]> {
  const live = isNull(workspaceFiles.deletedAt);
  const place = sql<number>`row_number() over (partition by ${workspaceFiles.folder} order by case when ${workspaceFiles.folder} = 'daily_notes' then ${workspaceFiles.path} end desc, ${workspaceFiles.path})`;
  // Accounts are one line with their number; a separate tool finds them.
  const { folder } = workspaceFiles;
  const elsewhere = sql`(${folder} < ${`${ACCOUNTS}/`} or ${folder} >= ${`${ACCOUNTS}0`})`;
  // Names of files with untrusted content are counted but not shown, because every prompt would include them.
  const own = allOf(live, elsewhere, isNull(workspaceFiles.source));
  const ranked = db.pick(
    { folder: workspaceFiles.folder, path: workspaceFiles.path, place: place.as("place") },
    workspaceFiles,
    own,
  );
  const isAccount = eq(workspaceFolders.folder, ACCOUNTS);
  const [folders, accounts, counts, names] = await Promise.all([
    db
      .rows(
        workspaceFolders,
        sql`(${workspaceFolders.path} < ${`${ACCOUNTS}/`} or ${workspaceFolders.path} >= ${`${ACCOUNTS}0`})`,
      )
      .orderBy(workspaceFolders.path)
      .limit(FOLDERS),
    db.pick({ count: sql<number>`count(*)`.as("count") }, workspaceFolders, isAccount),
    db
      .pick(
        {
          folder: workspaceFiles.folder,
          files: sql<number>`sum(${workspaceFiles.deletedAt} is null)`.as("files"),
          own: sql<number>`sum(${workspaceFiles.deletedAt} is null and ${workspaceFiles.source} is null)`.as(
            "own",
          ),
          outside: sql<number>`sum(${workspaceFiles.source} is not null)`.as("outside"),
        },
        workspaceFiles,
        elsewhere,
      )
      .groupBy(workspaceFiles.folder),
    db.pick(
      { folder: workspaceFiles.folder, path: workspaceFiles.path },
      workspaceFiles,
      and(
        live,
        sql`${workspaceFiles.path} in (select path from ${ranked.as("ranked")} where place <= ${NAMES})`,
      ),
    ),
  ]);
  const isNamed = namedFolders(
    counts.map(({ folder, own, outside }) => ({
      path: String(folder),
      own: Number(own) > 0,
      outside: Number(outside) > 0,
    })),
  );
  const countOf = new Map<string, number>();
  for (const { folder, files } of counts) {
    let place = String(folder);
    while (!isNamed(place)) place = folderOf(place);
    countOf.set(place, (countOf.get(place) ?? 0) + Number(files));
  }
  const namesOf = new Map<string, string[]>();
  for (const { folder, path } of names) {
    const key = String(folder);
    namesOf.set(key, [...(namesOf.get(key) ?? []), nameOf(String(path))]);
  }
  return ["", ...folders.map(({ path }) => path).filter(isNamed)].map((path) => {
    const sorted = (namesOf.get(path) ?? []).sort();
    if (path === ACCOUNTS) return { path, files: 0, names: [], summary: accountsOf(accounts[0]?.["count"]) };
    return { path, files: countOf.get(path) ?? 0, names: path === "daily_notes" ? sorted.reverse() : sorted };
  });
}

function accountsOf(count: unknown): string {
  return count === 1 ? "1 account" : `${Number(count)} accounts`;
}

/**
 * Which folders are named: one created for untrusted content only may be named by it. Its contents are
 * counted in the parent.
 */
function namedFolders(
  folders: readonly { readonly path: string; readonly own: boolean; readonly outside: boolean }[],
): (path: string) => boolean {
  const [own, outside] = [new Set<string>(), new Set<string>()];
  for (const folder of folders)
    for (let path = folder.path; path !== ""; path = folderOf(path)) {
      if (folder.own) own.add(path);
      if (folder.outside) outside.add(path);
    }
  return (path) => path === "" || own.has(path) || !outside.has(path) || KNOWN.has(path);
}

/** The list's text: each folder with its files, with as many names as fit into `capChars`. Pure. */
function treeText(folders: readonly TreeFolder[], capChars: number): { text: string; cut: boolean } {
  for (const share of SHARES) {
    const lines = linesOf(folders, share);
    const text = lines.join("\n");
    const cut = folders.some(({ files }) => files > share);
    if (text.length <= capChars) return { text, cut };
  }
  const titles = linesOf(folders, 0);
  const room = capChars - 60;
  let length = 0;
  const shown = titles.filter((line) => (length += line.length + 1) <= room);
  return { text: [...shown, `… and ${titles.length - shown.length} more folders`].join("\n"), cut: true };
}

function linesOf(folders: readonly TreeFolder[], share: number): string[] {
  return folders.flatMap(({ path, files, names, summary }) => {
    const indent = path === "" ? "" : "  ".repeat(path.split("/").length);
    if (summary !== undefined) return [`${indent.slice(2)}${nameOf(path)}/ (${summary})`];
    const shown = names.slice(0, share);
    const rest = files - shown.length;
    const title =
      path === ""
        ? []
        : [`${indent.slice(2)}${nameOf(path)}/${share === 0 && files > 0 ? ` (${files} files)` : ""}`];
    const more = rest > 0 && (share > 0 || path === "") ? [`${indent}… ${rest} more`] : [];
    return [...title, ...shown.map((name) => `${indent}${name}`), ...more];
  });
}
