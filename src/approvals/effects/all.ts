/** The effect kinds of this room. Adding one is its file and a line here. */
export { earnedRule } from "./earned-rule.ts";
export { houseRule } from "./house-rule.ts";
