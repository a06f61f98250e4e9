import { describe, expect, it } from "vitest";
import { Reservation, CallSpending } from "../../../src/agent/spending.ts";
import type { AdmitModelStep } from "../../../src/agent/api/objects.ts";
import { silentLogger } from "../../../src/kernel/log.ts";

/** Admission that says yes and remembers what it was asked. */
function book() {
  const asked: AdmitModelStep[] = [];
  const settled: [string, number][] = [];
  return {
    asked,
    settled,
    admitModelStep(step: AdmitModelStep) {
      asked.push(step);
      return Promise.resolve({ ok: true as const });
    },
    settle(id: string, microUsd: number) {
      settled.push([id, microUsd]);
      return Promise.resolve();
    },
  };
}

function spendingOf(admission: ReturnType<typeof book>, reservation: Reservation | null) {
  return new CallSpending({
    admission,
    logger: silentLogger,
    step: { reservationId: "turn.1.1", runId: "turn", reserveMicroUsd: 100 },
    limitMicroUsd: 1_000,
    reservation,
  });
}

describe("money reserved ahead of a turn", () => {
  it("is what the first try spends, without asking again", async () => {
    const admission = book();
    const reservation = new Reservation(
      { admission, logger: silentLogger },
      { reservationId: "ahead", reserveMicroUsd: 120 },
    );
    const spending = spendingOf(admission, reservation);
    expect(await spending.admit()).toBe(true);
    expect(admission.asked).toEqual([]);
    expect(spending.end(40)).toBe(40);
    reservation.release();
    expect(admission.settled).toEqual([["ahead", 40]]);
  });

  it("is released where it is too little, and the call asks for itself", async () => {
    const admission = book();
    const reservation = new Reservation(
      { admission, logger: silentLogger },
      { reservationId: "ahead", reserveMicroUsd: 99 },
    );
    const spending = spendingOf(admission, reservation);
    expect(await spending.admit()).toBe(true);
    expect(admission.settled).toEqual([["ahead", 0]]);
    expect(admission.asked.map(({ reservationId }) => reservationId)).toEqual(["turn.1.1"]);
  });

  it("pays for one try only: the next is reserved for itself", async () => {
    const admission = book();
    const reservation = new Reservation(
      { admission, logger: silentLogger },
      { reservationId: "ahead", reserveMicroUsd: 100 },
    );
    const spending = spendingOf(admission, reservation);
    await spending.admit();
    expect(await spending.again(30)).toBe(true);
    expect(admission.settled).toEqual([["ahead", 30]]);
    expect(admission.asked.map(({ reservationId }) => reservationId)).toEqual(["turn.1.1.try2"]);
    expect(spending.end(50)).toBe(80);
  });

  it("is released once where no turn took it", () => {
    const admission = book();
    const reservation = new Reservation(
      { admission, logger: silentLogger },
      { reservationId: "ahead", reserveMicroUsd: 100 },
    );
    reservation.release();
    reservation.release();
    expect(admission.settled).toEqual([["ahead", 0]]);
    expect(reservation.take(1)).toBeNull();
  });

  it("does not help a call past its own limit", async () => {
    const admission = book();
    const reservation = new Reservation(
      { admission, logger: silentLogger },
      { reservationId: "ahead", reserveMicroUsd: 5_000 },
    );
    const spending = new CallSpending({
      admission,
      logger: silentLogger,
      step: { reservationId: "turn.1.1", runId: "turn", reserveMicroUsd: 2_000 },
      limitMicroUsd: 1_000,
      reservation,
    });
    expect(await spending.admit()).toBe(false);
    expect(spending.refusal).toBe("limit_cost");
  });
});
