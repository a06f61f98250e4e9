import "vitest";

declare module "vitest" {
  /** What the set-up of the browser project hands to its tests. */
  interface ProvidedContext {
    appUrl: string;
    sandboxUrl: string;
  }
}
