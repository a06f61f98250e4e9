/** Maps tag names of other tools to the team's tags, creating missing ones. */
import { isNull, sql } from "drizzle-orm";
import { tags } from "./tables/projects-more.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { PROJECT_LIMITS } from "./api/projects.ts";
import { TAG } from "./more-kinds.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import { planCreate } from "./records.ts";
import { runPlans } from "./run-plans.ts";

const TAGS_A_BATCH = 20;
/** Maximum tags created at once; the rest are skipped and counted. */
const NEW_TAGS = 100;
const NAME_CHARS = 50;

/** Normalized tag names without duplicates. */
export function tagNames(theirs: readonly string[]): string[] {
  const plain = theirs.map((name) => name.replaceAll(/\s+/g, " ").trim().slice(0, NAME_CHARS).trim());
  return [...new Set(plain.filter((name) => name !== ""))];
}

/**
 * IDs of the tags with these names; missing ones are created, up to `NEW_TAGS`. Throws `conflict` if one is
 * created concurrently.
 */
export async function tagsByName(
  deps: ProjectDeps,
  names: ReadonlySet<string>,
  by: Writer,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(await tagsThere(deps.db, names));
  const missing = [...names].filter((name) => !found.has(name)).slice(0, NEW_TAGS);
  for (let at = 0; at < missing.length; at += TAGS_A_BATCH) {
    const some = missing.slice(at, at + TAGS_A_BATCH);
    const plans = await Promise.all(some.map((name) => planCreate(deps, TAG, { name }, by)));
    await runPlans(deps, plans);
    for (const [nth, { row }] of plans.entries()) found.set(some[nth] ?? "", row.id);
  }
  return found;
}

/** A task's tags plus these, up to the limit per task. */
export function withTags(
  tagIds: readonly string[],
  theirs: readonly string[],
  known: ReadonlyMap<string, string>,
): string[] {
  const added = tagNames(theirs).flatMap((name) => known.get(name) ?? []);
  return [...new Set([...tagIds, ...added])].slice(0, Math.max(tagIds.length, PROJECT_LIMITS.tags));
}

async function tagsThere(db: TenantDb, names: ReadonlySet<string>): Promise<readonly [string, string][]> {
  if (names.size === 0) return [];
  const asked = sql`${tags.name} in (select value from json_each(${JSON.stringify([...names])}))`;
  const rows = await db.pick(
    { id: tags.id, name: tags.name },
    tags,
    sql`${asked} and ${isNull(tags.deletedAt)}`,
  );
  return rows.map(({ id, name }) => [name, id]);
}
