/** Which skills a workspace holds: every folder with a SKILL.md below `skills/`, with the files beside it. */
import { skillSwitches } from "../tables/skills.ts";
import { SKILL_LIMITS, type SkillProblem, type SkillResource } from "../api/skills.ts";
import { folderOf, listFiles, nameOf, type FileRow, type WorkspaceDeps } from "../index.ts";
import { nameProblems, parseSkill, type ParsedSkill } from "./parse-skill.ts";

/** The folder all skills are in. */
export const SKILLS_FOLDER = "skills";
const SKILL_FILE = "SKILL.md";
/** Files below `skills/` that are looked at, a page at a time. */
const PAGE = 1_000;
const PAGES = 5;
/** Parsed contents kept in memory: by hash and folder, so that equal keys have equal values. */
const KEPT = 400;
const kept = new Map<string, ParsedSkill>();

/** A skill as it stands in the workspace. */
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

/** Path of a skill's SKILL.md. */
export function fileOf(id: string): string {
  return `${SKILLS_FOLDER}/${id}/${SKILL_FILE}`;
}

/** The skill a path is the SKILL.md of; null where it is none. */
export function idOf(path: string): string | null {
  const isSkill = path.startsWith(`${SKILLS_FOLDER}/`) && path.endsWith(`/${SKILL_FILE}`);
  return isSkill ? path.slice(SKILLS_FOLDER.length + 1, -SKILL_FILE.length - 1) : null;
}

/** Whether a skill can be used: valid and not switched off. */
export function isUsable({ problems, switched }: FoundSkill): boolean {
  return problems.length === 0 && switched?.enabled !== false;
}

/** All skills by id, the first `SKILL_LIMITS.skills` of them. */
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

/** The innermost skill a file belongs to. */
function homeOf(path: string, folders: readonly string[]): string | null {
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder))
    if (folders.includes(folder)) return folder;
  return null;
}

/** What is wrong with where a skill stands. */
export function placeProblems(folder: string, folders: readonly string[]): SkillProblem[] {
  const depth = folder.split("/").length;
  if (depth < 2 || depth > 3) {
    const message = "A skill stands in skills/<name>/ or skills/<group>/<name>/.";
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
  return [{ field: "folder", message: `It stands inside another skill, ${outer}.`, line: null }];
}

/** A file beside a SKILL.md. */
export function resourceOf(folder: string, { path, sizeBytes }: FileRow): SkillResource {
  const inside = path.slice(folder.length + 1);
  const kinds = { references: "reference", scripts: "script", assets: "asset" } as const;
  const kind = kinds[inside.split("/")[0] as keyof typeof kinds] ?? "other";
  return { path: inside, kind, sizeBytes };
}
