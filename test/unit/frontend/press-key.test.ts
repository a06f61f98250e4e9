import { describe, expect, it } from "vitest";
import { NO_KEYS, PAIR_MS, pressKey } from "../../../frontend/src/components/keys/press-key.ts";

const PAGES = [{ to: "/approvals", key: "a" }, { to: "/settings", key: "s" }, { to: "/more" }];

describe("single keys", () => {
  it("goes places by g and a second key", () => {
    const first = pressKey(NO_KEYS, "g", 1000, PAGES);
    expect(first).toMatchObject({ shortcut: null, taken: true });
    expect(pressKey(first.state, "a", 1200, PAGES)).toEqual({
      state: NO_KEYS,
      shortcut: { go: "/approvals" },
      taken: true,
    });
  });

  it("takes the second key of a pair even where it means nothing, so that no page acts on it", () => {
    const first = pressKey(NO_KEYS, "g", 1000, PAGES);
    expect(pressKey(first.state, "r", 1200, PAGES)).toMatchObject({ shortcut: null, taken: true });
  });

  it("forgets a pair that takes too long, and leaves the key to the page", () => {
    const first = pressKey(NO_KEYS, "g", 1000, PAGES);
    expect(pressKey(first.state, "a", 1001 + PAIR_MS, PAGES)).toMatchObject({ shortcut: null, taken: false });
  });

  it("knows the keys that stand alone and leaves all others", () => {
    expect(pressKey(NO_KEYS, "n", 0, PAGES).shortcut).toBe("new_chat");
    expect(pressKey(NO_KEYS, "/", 0, PAGES).shortcut).toBe("search");
    expect(pressKey(NO_KEYS, "?", 0, PAGES).shortcut).toBe("help");
    expect(pressKey(NO_KEYS, "j", 0, PAGES).taken).toBe(false);
  });
});
