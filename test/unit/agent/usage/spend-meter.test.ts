import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TenantLimits } from "../../../../src/agent/api/objects.ts";
import { RATE_WINDOW_MS, RESERVATION_MS } from "../../../../src/agent/usage/admission.ts";
import { SpendMeter } from "../../../../src/agent/usage/spend-meter.ts";
import { migrateTenantObject } from "../../../../src/agent/usage/object-schema.ts";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const limits: TenantLimits = {
  toolCallsPerHour: 3,
  monthlyBudgetMicroUsd: 1000,
  timeZone: "America/New_York",
};

/** Node's own SQLite in the shape of an object's. */
function memorySql(): ObjectSql {
  const database = new DatabaseSync(":memory:");
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      database.prepare(statement).all(...bindings) as Row[],
    transaction: (work) => work(),
  };
}

function freshMeter(): SpendMeter {
  const sql = memorySql();
  migrateTenantObject(sql);
  migrateTenantObject(sql);
  return new SpendMeter(sql);
}

const asCall = (id: string) => ({ id, countedAs: "call" as const });
const step = (id: string, reserveMicroUsd: number) => ({ reservationId: id, runId: "run", reserveMicroUsd });

describe("the monthly budget", () => {
  it("admits to the last micro-dollar and refuses the next", () => {
    const meter = freshMeter();
    expect(meter.admitStep(step("a", 600), limits, NOON).answer).toEqual({ ok: true });
    expect(meter.admitStep(step("b", 400), limits, NOON).answer).toEqual({ ok: true });
    expect(meter.admitStep(step("c", 1), limits, NOON).answer).toMatchObject({
      ok: false,
      reason: "budget_spent",
    });
  });

  it("frees what a settlement leaves over", () => {
    const meter = freshMeter();
    meter.admitStep(step("a", 1000), limits, NOON);
    meter.settle("a", 300, NOON);
    expect(meter.admitStep(step("b", 700), limits, NOON).answer.ok).toBe(true);
    expect(meter.counters(limits, NOON)).toMatchObject({ spentMicroUsd: 300, reservedMicroUsd: 700 });
  });

  it("charges a reservation no one settled in full, and a repeat of its id reserves nothing more", () => {
    const meter = freshMeter();
    meter.admitStep(step("a", 900), limits, NOON);
    expect(meter.admitStep(step("a", 900), limits, NOON).answer.ok).toBe(true);
    const later = NOON + RESERVATION_MS;
    expect(meter.counters(limits, later - 1)).toMatchObject({ spentMicroUsd: 0, reservedMicroUsd: 900 });
    expect(meter.counters(limits, later)).toMatchObject({ spentMicroUsd: 900, reservedMicroUsd: 0 });
  });

  it("corrects a late settlement once", () => {
    const meter = freshMeter();
    meter.admitStep(step("a", 900), limits, NOON);
    meter.settle("a", 100, NOON + RESERVATION_MS + 1);
    meter.settle("a", 500, NOON + RESERVATION_MS + 2);
    expect(meter.counters(limits, NOON + RESERVATION_MS + 3).spentMicroUsd).toBe(100);
  });

  it("says when it is worth trying again: the next lapse, else the next month in the tenant's zone", () => {
    const meter = freshMeter();
    meter.admitStep(step("a", 900), limits, NOON);
    expect(meter.admitStep(step("b", 200), limits, NOON)).toEqual({
      answer: { ok: false, reason: "budget_spent", retryAt: "2026-11-21T12:15:00.000Z" },
      exhausted: false,
    });
    meter.settle("a", 900, NOON);
    expect(meter.admitStep(step("c", 200), limits, NOON)).toEqual({
      answer: { ok: false, reason: "budget_spent", retryAt: "2026-12-01T05:00:00.000Z" },
      exhausted: true,
    });
  });

  it("starts over with the month, and what was reserved before is paid by the month before", () => {
    const meter = freshMeter();
    const lastMinute = Date.parse("2026-12-01T04:59:00Z");
    meter.admitStep(step("a", 1000), limits, lastMinute);
    const nextMonth = lastMinute + 120_000;
    expect(meter.admitStep(step("b", 1000), limits, nextMonth).answer.ok).toBe(true);
    meter.settle("a", 1000, nextMonth);
    expect(meter.counters(limits, nextMonth)).toMatchObject({
      month: "2026-12",
      spentMicroUsd: 0,
      reservedMicroUsd: 1000,
    });
  });

  it("warns once at 80 per cent and stops once at 100", () => {
    const meter = freshMeter();
    meter.admitStep(step("a", 800), limits, NOON);
    meter.settle("a", 799, NOON);
    expect(meter.takeAlerts(limits, NOON, false).alerts).toEqual([]);
    meter.admitStep(step("b", 1), limits, NOON);
    meter.settle("b", 1, NOON);
    expect(meter.takeAlerts(limits, NOON, false).alerts).toEqual(["budget_warning"]);
    expect(meter.takeAlerts(limits, NOON, false).alerts).toEqual([]);
    expect(meter.takeAlerts(limits, NOON, true).alerts).toEqual(["budget_spent"]);
    expect(meter.takeAlerts(limits, NOON, true).alerts).toEqual([]);
    expect(meter.takeAlerts(limits, NOON + 30 * 86_400_000, true).alerts).toEqual(["budget_spent"]);
  });

  it("never commits more than the budget and charges every reservation exactly once, whatever the order", () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant("admit" as const), id: fc.nat(12), amount: fc.nat(700) }),
      fc.record({ kind: fc.constant("settle" as const), id: fc.nat(12), amount: fc.nat(1000) }),
      fc.record({ kind: fc.constant("wait" as const), id: fc.constant(0), amount: fc.nat(20 * 60_000) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
        const meter = freshMeter();
        const reserved = new Map<number, number>();
        const paid = new Map<number, number>();
        let now = NOON;
        for (const { kind, id, amount } of actions) {
          if (kind === "wait") now += amount;
          if (kind === "admit") {
            const admitted = meter.admitStep(step(String(id), amount), limits, now).answer.ok;
            if (admitted && !reserved.has(id)) reserved.set(id, amount);
          }
          if (kind === "settle") {
            const most = reserved.get(id);
            const cost = Math.min(amount, most ?? 0);
            meter.settle(String(id), cost, now);
            if (most !== undefined && !paid.has(id)) paid.set(id, cost);
          }
          const { spentMicroUsd, reservedMicroUsd } = meter.counters(limits, now);
          expect(spentMicroUsd + reservedMicroUsd).toBeLessThanOrEqual(limits.monthlyBudgetMicroUsd);
        }
        const end = meter.counters(limits, now + RESERVATION_MS);
        const owed = [...reserved].reduce((sum, [id, most]) => sum + (paid.get(id) ?? most), 0);
        expect(end.spentMicroUsd).toBe(owed);
        expect(end.reservedMicroUsd).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the rate window", () => {
  it("counts the same call once and refuses the one over the limit until the first has left the window", () => {
    const meter = freshMeter();
    ["a", "b", "c"].forEach((id, index) => {
      expect(meter.admitCall(asCall(id), limits, NOON + index * 1000).ok).toBe(true);
      expect(meter.admitCall(asCall(id), limits, NOON + index * 1000).ok).toBe(true);
    });
    expect(meter.admitCall(asCall("d"), limits, NOON + 5000)).toEqual({
      ok: false,
      reason: "rate_limited",
      retryAt: new Date(NOON + RATE_WINDOW_MS).toISOString(),
    });
    expect(meter.admitCall(asCall("d"), limits, NOON + RATE_WINDOW_MS).ok).toBe(true);
    expect(meter.admitCall(asCall("e"), limits, NOON + RATE_WINDOW_MS).ok).toBe(false);
  });

  it("counts look-ups apart, ten for each call that acts, and says once that four fifths are used", () => {
    const meter = freshMeter();
    for (const id of ["a", "b", "c"]) meter.admitCall(asCall(id), limits, NOON);
    expect(meter.admitCall(asCall("d"), limits, NOON).ok).toBe(false);
    const reads = Array.from({ length: 31 }, (_, at) =>
      meter.admitCall({ id: `read-${at}`, countedAs: "look_up" }, limits, NOON),
    );
    expect(reads.map(({ ok }) => ok)).toEqual([...Array.from({ length: 30 }, () => true), false]);
    const near = reads.flatMap((answer, at) => (answer.ok && answer.nearLimit === true ? [at + 1] : []));
    expect(near).toEqual([24]);
  });

  it("names a time at which there really is room after the limit was lowered", () => {
    const meter = freshMeter();
    ["a", "b", "c"].forEach((id, index) => meter.admitCall(asCall(id), limits, NOON + index * 1000));
    const lowered = { ...limits, toolCallsPerHour: 1 };
    const refused = meter.admitCall(asCall("d"), lowered, NOON + 5000);
    const retryMs = refused.ok ? Number.NaN : Date.parse(refused.retryAt);
    expect(meter.admitCall(asCall("d"), lowered, retryMs - 1).ok).toBe(false);
    expect(meter.admitCall(asCall("d"), lowered, retryMs).ok).toBe(true);
  });

  it("never counts more than the limit in any hour, whatever the pauses", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30 * 60_000), { maxLength: 60 }), (pauses) => {
        const meter = freshMeter();
        const admitted: number[] = [];
        let now = NOON;
        pauses.forEach((pause, index) => {
          now += pause;
          if (meter.admitCall(asCall(`call-${index}`), limits, now).ok) admitted.push(now);
          const inWindow = admitted.filter((at) => at > now - RATE_WINDOW_MS);
          expect(inWindow.length).toBeLessThanOrEqual(limits.toolCallsPerHour);
        });
      }),
    );
  });
});
