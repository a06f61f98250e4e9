/** Random ids are UUIDs of version 7: unique, and in the order of their time. */
import { afterEach, expect, it, vi } from "vitest";
import { systemIds } from "../../../src/kernel/ids.ts";

afterEach(() => void vi.useRealTimers());

it("an id is a UUID of version 7 that begins with its time (RFC 9562, appendix A.6)", () => {
  vi.useFakeTimers({ now: 0x017f22e279b0 });
  const id = systemIds.newId();
  expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(systemIds.newId()).not.toBe(id);
});

it("ids sort by time, from the first second of the epoch on", () => {
  const ids = [1, 0xffff, 0x10000, 0x017f22e279b0, 0xffffffffffff].map((now) => {
    vi.useFakeTimers({ now });
    return systemIds.newId();
  });
  expect(ids.toSorted()).toEqual(ids);
});
