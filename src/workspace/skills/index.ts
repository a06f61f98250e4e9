/** Skills: instructions for certain kinds of work, as folders of the workspace, disclosed to the agent a level at a time (seed 003; Agent Skills). */
export { createSkill, saveSkill, switchSkill } from "./change-skills.ts";
export { checkSkill, SKILL_RULES } from "./check-skill.ts";
export { getSkill, listSkills, listUses, usesOfRun } from "./list-skills.ts";
export { promptSkills } from "./prompt-skills.ts";
export { fileOf as skillPath } from "./read-skills.ts";
export { TEMPLATES } from "./templates.ts";
export { useSkill, type SkillAnswer, type SkillReader, type SkillRequest } from "./use-skill.ts";
