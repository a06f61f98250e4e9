/**
 * What a test replaces (the clock, functions, the environment) is real again when it ends: the files of a lane share a process. Every file knows the
 * features, as the product does.
 */
import "../../src/features.ts";
import { afterEach, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
