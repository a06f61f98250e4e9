/**
 * What a test replaces (the clock, functions, the environment) is real again when it ends: the files of a lane share a process. Every file knows the
 * kinds of background work, as the product does.
 */
import "../../src/features/work-kinds.ts";
import { afterEach, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
