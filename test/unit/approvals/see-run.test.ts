import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { decide, preview, propose } from "../../../src/approvals/index.ts";
import { canonicalJson } from "../../../src/kernel/hash.ts";
import { rounds } from "../../support/nightly.ts";
import { freshWorld } from "./fresh-world.ts";
import { proposal, World } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };

beforeAll(freshWorld);

describe("what a person approved", { timeout: rounds(120_000, 60 * 60_000) }, () => {
  it("SEE=RUN: is byte for byte what the provider gets, for any words, edited or not", async () => {
    const words = fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
    let call = 0;
    await fc.assert(
      fc.asyncProperty(words, fc.option(words, { nil: null }), async (text, edit) => {
        const world = new World("key", `m${++call}-`);
        const first = await propose(
          world.deps(),
          proposal({ text }, { toolCallId: `toolu_s${call}`, turnId: `turn_${call}` }),
        );
        const args = { text: edit ?? text };
        const shown =
          edit === null ? first : await preview(world.deps(), { approvalId: first.id, arguments: args });
        await decide(world.deps(), {
          approvalId: first.id,
          body: {
            decision: "approve",
            effectHash: shown.effectHash,
            ...(edit === null ? {} : { arguments: args }),
          },
          by: DANA,
        });
        expect(world.provider.sent.map(({ body }) => body)).toEqual(
          shown.effects.map(({ document }) => canonicalJson(document)),
        );
        const told = world.outcomes[0]?.part.text ?? "";
        expect(told).toContain(`: “${args.text}”`);
      }),
      { numRuns: rounds(25, 10_000) },
    );
  });

  it("SEE=RUN: changes between showing and approving are never carried along", async () => {
    let call = 0;
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), async (seen, other) => {
        fc.pre(seen !== other);
        const world = new World("key");
        const first = await propose(
          world.deps(),
          proposal({ text: seen }, { toolCallId: `toolu_b${++call}` }),
        );
        const smuggled = decide(world.deps(), {
          approvalId: first.id,
          body: { decision: "approve", effectHash: first.effectHash, arguments: { text: other } },
          by: DANA,
        });
        await expect(smuggled).rejects.toMatchObject({ code: "effect_changed" });
        expect(world.provider.calls).toBe(0);
      }),
      { numRuns: rounds(10, 1_000) },
    );
  });
});
