/** Vectors are paid for: nothing is asked without room in the month, and what was asked is settled at what it cost. */
import { expect, it } from "vitest";
import { paidEmbedder, type Embedder } from "../../../../src/knowledge/vectors/index.ts";

class Month {
  room = 1_000;
  spent = 0;
  readonly open = new Map<string, number>();
  asked = 0;
  isDown = false;

  readonly embedder: Embedder = {
    model: "small",
    share: 0.5,
    batch: 16,
    restMs: 0,
    embed: (texts) => {
      this.asked += 1;
      return this.isDown
        ? Promise.reject(new Error("down"))
        : Promise.resolve(texts.map(() => new Float32Array([1])));
    },
  };

  readonly paid = paidEmbedder(this.embedder, {
    admit: ({ reservationId, reserveMicroUsd }) => {
      if (this.spent + reserveMicroUsd > this.room)
        return Promise.resolve({ ok: false, reason: "budget_spent", retryAt: "2026-12-01T00:00:00.000Z" });
      this.open.set(reservationId, reserveMicroUsd);
      return Promise.resolve({ ok: true });
    },
    settle: (id, cost) => {
      this.open.delete(id);
      this.spent += cost;
      return Promise.resolve();
    },
    priceOf: (_model, tokens) => tokens * 2,
    newId: () => String(this.asked),
  });
}

it("reserves a token a character, settles what it took, and frees what failed", async () => {
  const month = new Month();
  await month.paid.embed(["a".repeat(35), "b".repeat(35)], "passage");
  expect([month.spent, month.open.size]).toEqual([40, 0]);
  month.isDown = true;
  await expect(month.paid.embed(["a".repeat(70)], "passage")).rejects.toThrow("down");
  expect([month.spent, month.open.size]).toEqual([40, 0]);
});

it("asks nothing where the month has no room", async () => {
  const month = new Month();
  month.room = 100;
  await expect(month.paid.embed(["a".repeat(51)], "passage")).rejects.toMatchObject({ code: "budget_spent" });
  expect(month.asked).toBe(0);
});
