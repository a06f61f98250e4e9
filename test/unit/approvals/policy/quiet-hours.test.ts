import { describe, expect, it } from "vitest";
import { quietUntil } from "../../../../src/approvals/policy/index.ts";

const night = { from: "21:00", to: "08:00" };
const at = (iso: string): number => Date.parse(iso);

describe("quietUntil", () => {
  it.each([
    ["before the window", "2026-11-20T01:59:59Z", null],
    ["at its first minute", "2026-11-20T02:00:00Z", "2026-11-20T13:00:00.000Z"],
    ["past midnight", "2026-11-20T06:30:20Z", "2026-11-20T13:00:00.000Z"],
    ["in its last minute", "2026-11-20T12:59:59Z", "2026-11-20T13:00:00.000Z"],
    ["at its end", "2026-11-20T13:00:00Z", null],
  ])("%s", (_, now, expected) => {
    const until = quietUntil(at(now), night, "America/New_York");
    expect(until === null ? null : new Date(until).toISOString()).toBe(expected);
  });

  it("holds in the tenant's zone, not in ours", () => {
    expect(quietUntil(at("2026-11-20T13:30:00Z"), night, "America/Chicago")).not.toBeNull();
    expect(quietUntil(at("2026-11-20T13:30:00Z"), night, "America/New_York")).toBeNull();
  });

  it("is never on where nothing is set or the window is empty", () => {
    expect(quietUntil(at("2026-11-20T06:00:00Z"), null, "UTC")).toBeNull();
    expect(quietUntil(at("2026-11-20T06:00:00Z"), { from: "06:00", to: "06:00" }, "UTC")).toBeNull();
  });
});
