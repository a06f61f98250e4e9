/** Retention: how long what is over is kept. */
export { cleanUp } from "./clean-up.ts";
