/** Whether an answer's words stand in what it was given. */
export { standsOn, type Given, type StandsOn } from "./stands-on.ts";
