import type { EndHook } from "./types.ts";

/** Starts the commit of what a turn changed in the team's files. */
export const mirror: EndHook = {
  name: "mirror",
  end({ kind }, deps) {
    if (kind !== "turn") return Promise.resolve("with its turn");
    void deps.mirror();
    return Promise.resolve("asked");
  },
};
