/**
 * Skills: instructions for certain kinds of work, stored as workspace folders and disclosed to the agent
 * level by level (seed 003; Agent Skills).
 */
export { createSkill, saveSkill, switchSkill } from "./change-skills.ts";
export { checkSkill, SKILL_RULES } from "./check-skill.ts";
export { getSkill, listSkills, listUses, usesOfRun } from "./list-skills.ts";
export { promptSkills } from "./prompt-skills.ts";
export { fileOf as skillPath } from "./read-skills.ts";
export { TEMPLATES } from "./templates.ts";
export { useSkill, type SkillAnswer, type SkillRequest } from "./use-skill.ts";
