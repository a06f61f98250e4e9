/** EVAL: situations of a real day over the really running product, the demo's script in the model's place: what waits, what has left, what is said. */
import { expect, it } from "vitest";
import { gradeSituation, situations } from "../eval/situations/grade.ts";
import { playSituation, setStage } from "../eval/situations/play.ts";
import { ownStack } from "../support/own-stack.ts";

it("EVAL: what a script can play of a real day leaves the world as it must be", async () => {
  await using stack = await ownStack();
  const stage = await setStage(stack);
  const played = situations().cases.filter(({ scripted }) => scripted === true);
  expect(played.length).toBeGreaterThanOrEqual(10);
  for (const one of played) {
    const seen = await playSituation(stage, one);
    expect.soft(gradeSituation(one, seen), `${one.id}: ${JSON.stringify(seen)}`).toMatchObject({ why: "" });
  }
}, 300_000);
