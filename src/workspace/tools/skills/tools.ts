/** The tools of this toolset. Adding one is its file and a line here. */
export { loadSkill } from "./load-skill.ts";
export { saveSkill } from "./save-skill.ts";
