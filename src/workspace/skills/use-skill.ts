/**
 * Levels two and three of progressive disclosure: loads a skill's instructions or files on request of a run,
 * and records the use.
 */
import { skillUses } from "../tables/skills.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { SkillResource } from "../api/skills.ts";
import type { WorkspaceDeps } from "../index.ts";
import { isUsable, readSkills, resourceOf, type FoundSkill } from "./read-skills.ts";

/** The request: the skill by ID, or by name if it is unique; `resource` is relative to its folder. */
export interface SkillRequest {
  readonly name: string;
  readonly resource?: string | undefined;
}

/** The requesting run. */
interface SkillReader {
  readonly runId: string;
  readonly conversationId: string;
}

/** A skill's instructions or one of its files, or why they are unavailable. */
export type SkillAnswer =
  | {
      readonly kind: "found";
      readonly skill: string;
      readonly description: string;
      /** Relative to the skill's folder. */
      readonly file: string;
      readonly content: string;
      /** The version of its SKILL.md. */
      readonly etag: string;
      /** Source of untrusted content in it. */
      readonly source: string | null;
      readonly resources: readonly SkillResource[];
      /** Scripts its instructions name that can't run, as sentences. */
      readonly unrunnable: readonly string[];
    }
  /** No such skill or file; `known` lists the existing ones. */
  | { readonly kind: "unknown"; readonly message: string; readonly known: readonly string[] }
  /** It exists but must not be used. */
  | { readonly kind: "refused"; readonly message: string };

/**
 * Loads for a run (null: none, and the use is not recorded). Invalid or switched-off skills are refused.
 * Idempotent.
 */
export async function useSkill(
  deps: WorkspaceDeps,
  request: SkillRequest,
  reader: SkillReader | null,
): Promise<SkillAnswer> {
  const skills = await readSkills(deps);
  const wanted = skills.filter(({ id, parsed }) => id === request.name || parsed.name === request.name);
  const skill = wanted.find(({ id }) => id === request.name) ?? (wanted.length === 1 ? wanted[0] : undefined);
  if (skill === undefined) return unknownSkill(request.name, wanted, skills);
  const refusal = refusalOf(skill);
  if (refusal !== null) return { kind: "refused", message: refusal };
  const found = await contentOf(deps, skill, request.resource);
  if (found.kind === "found" && reader !== null) await recordUse(deps, skill, reader);
  return found;
}

function unknownSkill(
  name: string,
  wanted: readonly FoundSkill[],
  skills: readonly FoundSkill[],
): SkillAnswer {
  const known = (wanted.length > 0 ? wanted : skills.filter(isUsable)).map(({ id }) => id);
  const message =
    wanted.length > 0
      ? `Several skills are named ${name}; choose one by its id.`
      : `There is no skill ${name}.`;
  return { kind: "unknown", message, known };
}

function refusalOf({ id, problems, switched }: FoundSkill): string | null {
  if (switched?.enabled === false)
    return `The skill ${id} was switched off by ${switched.by}. Work without it.`;
  if (problems.length > 0)
    return `The skill ${id} is not valid and cannot be used: ${problems.map(({ message }) => message).join(" ")}`;
  return null;
}

async function contentOf(
  { blobs }: WorkspaceDeps,
  skill: FoundSkill,
  resource: string | undefined,
): Promise<SkillAnswer> {
  const { id, folder, parsed, files } = skill;
  const resources = files.map((file) => resourceOf(folder, file));
  const common = {
    kind: "found",
    skill: id,
    description: parsed.description,
    etag: skill.row.etag,
    resources,
    unrunnable: parsed.warnings.filter(({ field }) => field === "scripts").map(({ message }) => message),
  } as const;
  if (resource === undefined || resource === "SKILL.md")
    return { ...common, file: "SKILL.md", content: parsed.body.trim(), source: skill.row.source };
  const row = files.find(({ path }) => path === `${folder}/${resource}`);
  if (row === undefined) {
    const message = `The skill ${id} has no file ${resource}.`;
    return { kind: "unknown", message, known: resources.map(({ path }) => path) };
  }
  return { ...common, file: resource, content: await blobs.get(row.sha256), source: row.source };
}

async function recordUse(
  { db, clock }: WorkspaceDeps,
  skill: FoundSkill,
  reader: SkillReader,
): Promise<void> {
  await db
    .insert(skillUses, {
      ...reader,
      skillId: skill.row.id,
      name: skill.parsed.name,
      etag: skill.row.etag,
      at: isoTime(clock.now()),
    })
    .onConflictDoNothing();
}
