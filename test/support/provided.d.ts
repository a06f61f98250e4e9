import "vitest";
import type { Prepared } from "./already-prepared.ts";

declare module "vitest" {
  /** What the set-ups of the projects hand to their tests. */
  interface ProvidedContext {
    /** Of the stack project. */
    prepared: Prepared;
    /** Of the browser project. */
    appUrl: string;
    sandboxUrl: string;
  }
}
