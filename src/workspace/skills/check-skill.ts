/** Validates a SKILL.md when it is saved or moved into place. */
import { AppError } from "../../kernel/errors.ts";
import type { SkillProblem } from "../api/skills.ts";
import { folderOf, nameOf, type PlaceRules } from "../index.ts";
import { parseSkill, renamedSkill } from "./parse-skill.ts";
import { placeProblems, SKILLS_FOLDER } from "./read-skills.ts";

function isSkillFile(path: string): boolean {
  return path.startsWith(`${SKILLS_FOLDER}/`) && nameOf(path) === "SKILL.md";
}

/** The problems of a content at a path; empty if the path is not a SKILL.md. */
export function checkSkill(
  path: string,
  content: string,
): { readonly problems: readonly SkillProblem[]; readonly warnings: readonly SkillProblem[] } {
  if (!isSkillFile(path)) return { problems: [], warnings: [] };
  const folder = folderOf(path);
  const { problems, warnings } = parseSkill(content, nameOf(folder));
  return { problems: [...problems, ...placeProblems(folder, [])], warnings };
}

/** Throws `invalid_arguments` with `details.problems` for an invalid SKILL.md. */
function requireValidSkill(path: string, content: string): void {
  const { problems } = checkSkill(path, content);
  if (problems.length === 0) return;
  const said = problems.map(({ message, line }) => (line === null ? message : `Line ${line}: ${message}`));
  throw new AppError("invalid_arguments", `This is not a valid skill. ${said.join(" ")}`, {
    details: { path, problems },
  });
}

/** Workspace rules for skill files. A skill is named after its folder, so its name changes when it moves. */
export const SKILL_RULES: PlaceRules = {
  concerns: isSkillFile,
  check: requireValidSkill,
  fit: (path, content) => (isSkillFile(path) ? renamedSkill(content, nameOf(folderOf(path))) : content),
};
