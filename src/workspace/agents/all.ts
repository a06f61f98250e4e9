/** The agents of this room. Adding one is its file and a line here. */
export { documentSpecialist } from "./document.ts";
export { memoryCurator } from "./memory-curator.ts";
export { styleLearner } from "./style-learner.ts";
