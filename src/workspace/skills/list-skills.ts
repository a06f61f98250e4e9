/** Skills for people: validity, on/off state, and last use. */
import { and, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import { byIds, type TenantDb } from "../../platform/db/index.ts";
import { skillUses } from "../tables/skills.ts";
import { workspaceFiles } from "../tables/workspace.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { MOST_RECENT, type Skill, type SkillUse } from "../api/skills.ts";
import { folderOf, type WorkspaceDeps } from "../index.ts";
import { fileOf, idOf, isUsable, readSkills, resourceOf, type FoundSkill } from "./read-skills.ts";
import { skillIndex, type SkillIndex } from "./skill-index.ts";

const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

interface UseSummary {
  readonly skillId: string;
  readonly runId: string;
  readonly conversationId: string;
  readonly at: string;
  readonly recent: number;
}

/** All skills by ID, and the size of the prompt index. */
export async function listSkills(
  deps: WorkspaceDeps,
): Promise<{ readonly items: Skill[]; readonly index: SkillIndex }> {
  const found = await readSkills(deps);
  const uses = await useSummaries(
    deps,
    found.map(({ row }) => row.id),
  );
  return { items: found.map((skill) => viewOf(skill, uses)), index: skillIndex(found.filter(isUsable)) };
}

/** Throws `not_found`. */
export async function getSkill(deps: WorkspaceDeps, id: string): Promise<Skill> {
  const { items } = await listSkills(deps);
  const skill = items.find((item) => item.id === id);
  if (skill === undefined) throw noSkill(id);
  return skill;
}

export function noSkill(id: string): AppError {
  return new AppError("not_found", `There is no skill ${id}.`);
}

/**
 * The last use of each skill, and the number of recent uses up to `MOST_RECENT`: one or two index lookups per
 * skill.
 */
async function useSummaries(
  { db, clock }: WorkspaceDeps,
  skillIds: readonly string[],
): Promise<UseSummary[]> {
  const since = isoTime(clock.now() - RECENT_MS);
  const results = (await db.batch(
    skillIds.flatMap((skillId) => [
      db.rows(skillUses, eq(skillUses.skillId, skillId)).orderBy(desc(skillUses.at)).limit(1),
      db
        .pick({ at: skillUses.at }, skillUses, and(eq(skillUses.skillId, skillId), gte(skillUses.at, since)))
        .limit(MOST_RECENT),
    ]),
  )) as (typeof skillUses.$inferSelect)[][];
  return skillIds.flatMap((skillId, index) => {
    const [newest] = results[2 * index] ?? [];
    return newest === undefined ? [] : [{ ...newest, skillId, recent: results[2 * index + 1]?.length ?? 0 }];
  });
}

function viewOf(skill: FoundSkill, uses: readonly UseSummary[]): Skill {
  const { id, row, parsed, switched, folder } = skill;
  const use = uses.find(({ skillId }) => skillId === row.id);
  const slash = id.lastIndexOf("/");
  return {
    id,
    name: parsed.name === "" ? id.slice(slash + 1) : parsed.name,
    group: slash < 0 ? null : id.slice(0, slash),
    path: folder,
    file: row.path,
    description: parsed.description,
    license: parsed.license,
    compatibility: parsed.compatibility,
    metadata: { ...parsed.metadata },
    valid: skill.problems.length === 0,
    problems: [...skill.problems],
    warnings: [...parsed.warnings],
    enabled: switched?.enabled !== false,
    switched: switched === null ? null : { by: switched.by, at: switched.at },
    resources: skill.files.map((file) => resourceOf(folder, file)),
    etag: row.etag,
    updatedAt: row.updatedAt,
    author: row.author,
    source: row.source,
    lastUse: use === undefined ? null : { runId: use.runId, conversationId: use.conversationId, at: use.at },
    recentUses: use?.recent ?? 0,
  };
}

/**
 * Newest first; of one skill if `skillId` is given. `before` is the sort key of the previous page's last use.
 */
export async function listUses(
  db: TenantDb,
  query: {
    readonly skillId?: string | undefined;
    readonly before?: { readonly at: string; readonly runId: string } | undefined;
    readonly limit: number;
  },
): Promise<SkillUse[]> {
  const { before, skillId } = query;
  const older =
    before === undefined
      ? undefined
      : or(lt(skillUses.at, before.at), and(eq(skillUses.at, before.at), lt(skillUses.runId, before.runId)));
  const fileId = skillId === undefined ? undefined : await fileIdOf(db, skillId);
  if (fileId === null) return [];
  const ofSkill = fileId === undefined ? undefined : eq(skillUses.skillId, fileId);
  const rows = await db
    .rows(skillUses, and(older, ofSkill))
    .orderBy(desc(skillUses.at), desc(skillUses.runId))
    .limit(query.limit);
  return whereTheyAre(db, rows);
}

/** The skills a run used, in order. */
export async function usesOfRun(db: TenantDb, runId: string): Promise<SkillUse[]> {
  return whereTheyAre(
    db,
    await db.rows(skillUses, eq(skillUses.runId, runId)).orderBy(sql`+${skillUses.at}`),
  );
}

/** The SKILL.md that identifies a skill's uses: the current one, else the last deleted one. */
async function fileIdOf(db: TenantDb, id: string): Promise<string | null> {
  const path = fileOf(id);
  const there = and(eq(workspaceFiles.folder, folderOf(path)), eq(workspaceFiles.path, path));
  const [row] = await db
    .rows(workspaceFiles, there)
    .orderBy(sql`${workspaceFiles.deletedAt} is not null`, desc(workspaceFiles.deletedAt))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Uses with the current IDs of their skills, which may have moved; a skill whose file is permanently deleted
 * keeps its recorded name.
 */
async function whereTheyAre(
  db: TenantDb,
  rows: readonly (typeof skillUses.$inferSelect)[],
): Promise<SkillUse[]> {
  const fileIds = rows.map(({ skillId }) => skillId);
  const files = await db.rows(workspaceFiles, byIds(workspaceFiles.id, fileIds));
  return rows.map(({ skillId, name, runId, conversationId, etag, at }) => {
    const file = files.find(({ id }) => id === skillId);
    return { skill: idOf(file?.path ?? "") ?? name, name, runId, conversationId, etag, at };
  });
}
