import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { decide, preview, propose } from "../../../src/approvals/index.ts";
import type { Resolution } from "../../../src/approvals/ports.ts";
import { canonicalJson } from "../../../src/kernel/hash.ts";
import { freshWorld } from "./fresh-world.ts";
import { proposal, resolutionOf, World } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };

let world: World;
let call = 0;
beforeEach(async () => {
  await freshWorld();
  world = new World();
});

const proposed = (args: Parameters<typeof proposal>[0]) =>
  propose(world.deps(), proposal(args, { toolCallId: `toolu_${++call}`, turnId: `turn_${call}` }));

describe("a part of a bundle that is left out by edit", () => {
  it("SEE=RUN: what is left is byte for byte what was shown, hashed and sent, for any parts", async () => {
    const bundle = fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(
        bundle,
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        async (texts, picks) => {
          const without = texts.flatMap((_, index) => (picks[index] ? [index] : []));
          fc.pre(without.length > 0 && without.length < texts.length);
          world = new World("key", `b${call}-`);
          const first = await proposed({ texts });
          const shown = await preview(world.deps(), { approvalId: first.id, arguments: { texts }, without });
          const kept = texts.filter((_, index) => !without.includes(index));
          expect(shown.effects.map(({ document }) => document["text"])).toEqual(kept);
          const done = await decide(world.deps(), {
            approvalId: first.id,
            body: { decision: "approve", without, effectHash: shown.effectHash },
            by: DANA,
          });
          expect(world.provider.sent.map(({ body }) => body)).toEqual(
            shown.effects.map(({ document }) => canonicalJson(document)),
          );
          expect(done.effects.map(({ receipt }) => receipt?.providerId)).toEqual(
            world.provider.sent.map(({ id }) => id),
          );
          expect(done.effects.map(({ proposedIndex }) => texts[proposedIndex ?? -1])).toEqual(kept);
          expect(done).toMatchObject({ edited: true, arguments: { texts } });
        },
      ),
      { numRuns: 40 },
    );
  });

  it("the hash of the whole does not approve the rest, nor the other way round", async () => {
    const texts = ["one", "two"];
    const first = await proposed({ texts });
    const rest = await preview(world.deps(), { approvalId: first.id, arguments: { texts }, without: [0] });
    const decideWith = (body: { without?: number[]; effectHash: string }) =>
      decide(world.deps(), { approvalId: first.id, body: { decision: "approve", ...body }, by: DANA });
    await expect(decideWith({ without: [0], effectHash: first.effectHash })).rejects.toMatchObject({
      code: "effect_changed",
    });
    await expect(decideWith({ effectHash: rest.effectHash })).rejects.toMatchObject({
      code: "effect_changed",
    });
    await expect(decideWith({ without: [1], effectHash: rest.effectHash })).rejects.toMatchObject({
      code: "effect_changed",
    });
    expect(world.provider.sent).toEqual([]);
  });

  it("refuses to leave out everything, what is not there, and what another part needs", async () => {
    const texts = ["one", "two"];
    const first = await proposed({ texts });
    const without = (parts: number[]) =>
      preview(world.deps(), { approvalId: first.id, arguments: { texts }, without: parts });
    for (const parts of [[0, 1], [2], [0, 7]])
      await expect(without(parts)).rejects.toMatchObject({ code: "invalid_arguments" });

    const args = { text: "Welcome", contact: true };
    const withContact = await proposed(args);
    const deps = world.deps();
    const needing = { ...deps, resolver: { ...deps.resolver, resolve: async () => secondNeedsFirst(args) } };
    const left = (parts: number[]) =>
      preview(needing, { approvalId: withContact.id, arguments: args, without: parts });
    await expect(left([0])).rejects.toMatchObject({ code: "invalid_arguments" });
    expect((await left([1])).effects.map(({ kind }) => kind)).toEqual(["contact.create"]);
  });

  it("leaves behind what must hold for the rest alone: a text that came to somebody left out stops nothing", async () => {
    const args = { text: "Welcome", contact: true };
    const first = await proposed(args);
    const shown = await preview(world.deps(), { approvalId: first.id, arguments: args, without: [1] });
    world.provider.preconditionHolds = false;
    const done = await decide(world.deps(), {
      approvalId: first.id,
      body: { decision: "approve", without: [1], effectHash: shown.effectHash },
      by: DANA,
    });
    expect(done.status).toBe("done");
    expect(world.provider.sent.map(({ kind }) => kind)).toEqual(["contact.create"]);
  });
});

function secondNeedsFirst(args: Parameters<typeof resolutionOf>[0]): Resolution {
  const resolution = resolutionOf(args);
  if (resolution.kind !== "resolved") return resolution;
  return {
    ...resolution,
    effects: resolution.effects.map((effect, index) => (index === 1 ? { ...effect, needs: 0 } : effect)),
  };
}
