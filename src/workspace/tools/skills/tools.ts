/** The tools of this toolset. To add one, add its file and a line here. */
export { loadSkill } from "./load-skill.ts";
export { saveSkill } from "./save-skill.ts";
