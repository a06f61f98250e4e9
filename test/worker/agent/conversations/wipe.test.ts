/** A conversation's object forgets all it holds, and takes what comes later as the first. */
import { expect, it } from "vitest";
import { control, freshWorld } from "../../../support/worker.ts";
import { newIdentity, objectOf, Page, says, script, session } from "./harness.ts";

it("a conversation that is wiped holds nothing, and begins anew", async () => {
  await freshWorld();
  await control("reset", {});
  await script("marker-secret", [says("It is noted.")]);
  const identity = newIdentity();
  const page = await Page.open(identity, await session());
  page.send("marker-secret my door code is 4711");
  await page.next("turn.finished");
  const before = await (await objectOf(identity)).left();
  expect(before["messages"]).toBeGreaterThan(1);

  await (await objectOf(identity)).reset().catch(() => undefined);
  await (await objectOf(identity)).wipe();
  expect(Object.values(await (await objectOf(identity)).left()).every((rows) => rows === 0)).toBe(true);

  const again = await (await objectOf(identity)).messages(identity, { limit: 10 });
  expect(again.items).toEqual([]);
});
