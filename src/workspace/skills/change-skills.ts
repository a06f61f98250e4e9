/** Creates skills from templates, and switches skills on and off. */
import { auditStatement } from "../../platform/audit/index.ts";
import { skillSwitches } from "../tables/skills.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Skill, SkillProblem } from "../api/skills.ts";
import type { FileAuthor } from "../../platform/api/workspace-change.ts";
import { asOwner, writeFile, type FileRow, type Origin, type WorkspaceDeps } from "../index.ts";
import { getSkill, noSkill } from "./list-skills.ts";
import { nameProblems } from "./parse-skill.ts";
import { fileOf, readSkills, SKILLS_FOLDER } from "./read-skills.ts";
import { TEMPLATES } from "./templates.ts";

interface NewSkill {
  readonly name: string;
  readonly group?: string | undefined;
  readonly description?: string | undefined;
  readonly template: string;
  readonly author: FileAuthor;
}

/**
 * Creates a skill's files from a template. Throws `invalid_arguments` with `details.problems`, `exists`,
 * `not_found` for an unknown template.
 */
export async function createSkill(deps: WorkspaceDeps, input: NewSkill): Promise<Skill> {
  const template = TEMPLATES.find(({ id }) => id === input.template);
  if (template === undefined) throw new AppError("not_found", `There is no template ${input.template}.`);
  checkNames(input);
  const id = input.group === undefined ? input.name : `${input.group}/${input.name}`;
  const folder = `${SKILLS_FOLDER}/${id}`;
  const description =
    input.description?.trim() ||
    `${titleOf(input.name)}. Use it when somebody asks for it (say here what it does and when it fits).`;
  const frontmatter = `---\nname: ${input.name}\ndescription: ${JSON.stringify(description)}\n---\n`;
  const { author } = input;
  const files = asOwner(deps, "skills");
  await writeFile(files, {
    path: `${folder}/SKILL.md`,
    content: `${frontmatter}\n# ${titleOf(input.name)}\n\n${template.body}`,
    author,
  });
  for (const [path, content] of Object.entries(template.more))
    await writeFile(files, { path: `${folder}/${path}`, content, author, overwrite: true });
  return getSkill(deps, id);
}

/**
 * Creates a skill from a SKILL.md, or replaces its SKILL.md if that still has version `base`. Throws
 * `invalid_arguments` with `details.problems`, `changed`, and `exists` if `base` is null but it exists.
 */
export async function saveSkill(
  deps: WorkspaceDeps,
  {
    id,
    content,
    base,
    origin,
  }: {
    readonly id: string;
    readonly content: string;
    readonly base: string | null;
    readonly origin: Origin;
  },
): Promise<FileRow> {
  const etag = base === null ? {} : { etag: base };
  return writeFile(asOwner(deps, "skills"), { ...origin, ...etag, path: fileOf(id), content });
}

function checkNames({ name, group }: NewSkill): void {
  const of = (field: string, value: string): SkillProblem[] =>
    nameProblems(value).map((message) => ({ field, message: message.replace(/^name/, field), line: null }));
  const problems = [...of("name", name), ...(group === undefined ? [] : of("group", group))];
  if (problems.length === 0) return;
  throw new AppError("invalid_arguments", problems.map(({ message }) => message).join(" "), {
    details: { problems },
  });
}

function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Switches a skill on or off; the switch stays with it when it moves. Throws `not_found`. A repeat only
 * updates who did it last.
 */
export async function switchSkill(
  deps: WorkspaceDeps,
  input: { readonly id: string; readonly enabled: boolean; readonly author: FileAuthor },
): Promise<Skill> {
  const { db, clock, ids } = deps;
  const { id, enabled, author } = input;
  const skill = (await readSkills(deps)).find((found) => found.id === id);
  if (skill === undefined) throw noSkill(id);
  const at = isoTime(clock.now());
  const row = { skillId: skill.row.id, enabled, by: author.name, at };
  await db.batch([
    db.insert(skillSwitches, row).onConflictDoUpdate({
      target: [skillSwitches.tenantId, skillSwitches.skillId],
      set: { enabled, by: author.name, at },
    }),
    auditStatement(
      db,
      {
        id: `skill:${ids.newId()}`,
        actor: author,
        action: enabled ? "skill.switched_on" : "skill.switched_off",
        subject: { kind: "skill", id },
        sentence: `${author.name} switched the skill ${id} ${enabled ? "on" : "off"}`,
      },
      clock.now(),
    ),
  ]);
  return getSkill(deps, id);
}
