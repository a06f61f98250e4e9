/**
 * Finds the skills of a workspace: every folder below `skills/` with a SKILL.md, and the files next to it.
 */
import { skillSwitches } from "../tables/skills.ts";
import { SKILL_LIMITS, type SkillProblem, type SkillResource } from "../api/skills.ts";
import { folderOf, listFiles, nameOf, type FileRow, type WorkspaceDeps } from "../index.ts";
import { nameProblems, parseSkill, type ParsedSkill } from "./parse-skill.ts";

export const SKILLS_FOLDER = "skills";
const SKILL_FILE = "SKILL.md";
/** Files below `skills/` read per page. */
const PAGE = 1_000;
const PAGES = 5;
/** Parsed contents cached in memory, by hash and folder, so that equal keys have equal values. */
const KEPT = 400;
const kept = new Map<string, ParsedSkill>();

/** A skill in the workspace. */
export interface FoundSkill {
  /** Its folder below `skills/`. */
  readonly id: string;
  readonly folder: string;
  readonly row: FileRow;
  readonly parsed: ParsedSkill;
  readonly problems: readonly SkillProblem[];
  readonly files: readonly FileRow[];
  readonly switched: { readonly enabled: boolean; readonly by: string; readonly at: string } | null;
}

export function fileOf(id: string): string {
  return `${SKILLS_FOLDER}/${id}/${SKILL_FILE}`;
}

/** The skill whose SKILL.md this path is; null if it is not one. */
export function idOf(path: string): string | null {
  const isSkill = path.startsWith(`${SKILLS_FOLDER}/`) && path.endsWith(`/${SKILL_FILE}`);
  return isSkill ? path.slice(SKILLS_FOLDER.length + 1, -SKILL_FILE.length - 1) : null;
}

/** Valid, and not switched off. */
export function isUsable({ problems, switched }: FoundSkill): boolean {
  return problems.length === 0 && switched?.enabled !== false;
}

/** All skills by ID, up to `SKILL_LIMITS.skills`. */
export async function readSkills(deps: WorkspaceDeps): Promise<FoundSkill[]> {
  const [files, switches] = await Promise.all([filesOf(deps), deps.db.rows(skillSwitches)]);
  const heads = files.filter(({ path }) => nameOf(path) === SKILL_FILE).slice(0, SKILL_LIMITS.skills);
  const folders = heads.map(({ folder }) => folder);
  return Promise.all(
    heads.map(async (row): Promise<FoundSkill> => {
      const id = row.folder.slice(SKILLS_FOLDER.length + 1);
      const parsed = await parsedOf(deps, row);
      return {
        id,
        folder: row.folder,
        row,
        parsed,
        problems: [...parsed.problems, ...placeProblems(row.folder, folders)],
        files: files.filter(
          ({ path }) =>
            path !== row.path && homeOf(path, folders) === row.folder && row.folder !== SKILLS_FOLDER,
        ),
        switched: switches.find(({ skillId }) => skillId === row.id) ?? null,
      };
    }),
  );
}

async function filesOf(deps: WorkspaceDeps): Promise<FileRow[]> {
  const files: FileRow[] = [];
  for (let page = 0; page < PAGES; page++) {
    const after = files.at(-1)?.path;
    const more = await listFiles(deps, {
      under: SKILLS_FOLDER,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    files.push(...more);
    if (more.length < PAGE) break;
  }
  return files;
}

async function parsedOf({ blobs }: WorkspaceDeps, { sha256, folder }: FileRow): Promise<ParsedSkill> {
  const key = `${sha256}:${nameOf(folder)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const parsed = parseSkill(await blobs.get(sha256), nameOf(folder));
  if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? "");
  kept.set(key, parsed);
  return parsed;
}

/** The innermost skill that contains a file. */
function homeOf(path: string, folders: readonly string[]): string | null {
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder))
    if (folders.includes(folder)) return folder;
  return null;
}

/** Problems of a skill's location. */
export function placeProblems(folder: string, folders: readonly string[]): SkillProblem[] {
  const depth = folder.split("/").length;
  if (depth < 2 || depth > 3) {
    const message = "A skill must be in skills/<name>/ or skills/<group>/<name>/.";
    return [{ field: "folder", message, line: null }];
  }
  const unnamed = nameProblems(nameOf(folder)).map((message) => ({
    field: "folder",
    message: `The folder’s ${message}`,
    line: null,
  }));
  if (unnamed.length > 0) return unnamed;
  const outer = homeOf(folder, folders);
  if (outer === null) return [];
  return [{ field: "folder", message: `It is inside another skill, ${outer}.`, line: null }];
}

/** A file next to a SKILL.md. */
export function resourceOf(folder: string, { path, sizeBytes }: FileRow): SkillResource {
  const inside = path.slice(folder.length + 1);
  const kinds = { references: "reference", scripts: "script", assets: "asset" } as const;
  const kind = kinds[inside.split("/")[0] as keyof typeof kinds] ?? "other";
  return { path: inside, kind, sizeBytes };
}
