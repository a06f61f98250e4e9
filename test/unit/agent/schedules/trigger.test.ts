import { describe, expect, it } from "vitest";
import { scheduledTrigger } from "../../../../src/agent/schedules/trigger.ts";

const AT = {
  tenantId: "tenant_1",
  nowMs: Date.parse("2026-11-23T14:00:05.000Z"),
  timeZone: "America/New_York",
};
const SLOT = { scheduleId: "s1", slotAt: "2026-11-23T14:00:00.000Z" };
const ROW = { id: "s1", title: "Repairs", instruction: "List the open repairs", tells: null };

describe("OWN-WORDS: a run that a schedule starts", () => {
  it.each([
    [{ kind: "user", name: "Dana", heardOutside: true } as const, true],
    [{ kind: "user", name: "Dana" } as const, undefined],
    [{ kind: "agent", name: "Steward" } as const, true],
    [null, true],
  ])(
    "counts as hearing words from outside unless a person made it where there were none: %j",
    (createdBy, heard) => {
      const { identity } = scheduledTrigger({ ...ROW, createdBy }, SLOT, AT);
      expect(identity.trigger?.heardOutside).toBe(heard);
    },
  );
});
