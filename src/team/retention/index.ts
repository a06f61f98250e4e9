/** Retention: how long finished records are kept. */
export { cleanUp } from "./clean-up.ts";
