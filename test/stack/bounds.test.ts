/** How soon a person hears of trouble: a model that hangs, and a notification whose delivery died with the app. Over the really running product. */
import { expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { pushesTo, subscribedDevice } from "../support/phone.ts";
import { textFrom } from "../support/starts.ts";

const BOUND_MS = 30_000;

it("a model that hangs is told to a person within 30 s of the text, with the settings a team begins with", async () => {
  await using stack = await ownStack({ tickCron: true });
  const { appUrl, sandboxUrl } = stack;
  await registerDemoWebhooks(stack);
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const phone = await subscribedDevice(sandboxUrl, dana, "Dana's phone");
  await controlAt(sandboxUrl, "faults", { service: "anthropic", hang: true });
  const begun = Date.now();
  await textFrom(sandboxUrl, "+14125550142", "Could somebody look at the tap?");
  await eventually("Dana is told", async () => (await pushesTo(sandboxUrl, phone.id)).length > 0, 60_000);
  const tookMs = Date.now() - begun;
  console.log(`a hanging model was told to a person after ${(tookMs / 1000).toFixed(1)} s`);
  expect(tookMs).toBeLessThanOrEqual(BOUND_MS);
  await controlAt(sandboxUrl, "faults", { service: "anthropic", clear: true });
}, 180_000);

it("a notification that was being delivered when the app was killed rings again within 30 s of its start, once a device", async () => {
  await using stack = await ownStack({ tickCron: true });
  const { appUrl, sandboxUrl } = stack;
  await registerDemoWebhooks(stack);
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const phones = [
    await subscribedDevice(sandboxUrl, dana, "Dana's phone"),
    await subscribedDevice(sandboxUrl, dana, "Dana's laptop"),
  ];
  // Every push is held before it is taken, so that the kill falls into the delivery.
  await controlAt(sandboxUrl, "faults", { service: "push", hang: true });
  await textFrom(sandboxUrl, "+14125550142", "Water is pouring through the ceiling!");
  await eventually("the pushes are under way", async () => {
    const { items } = await controlAt<{ items: { held: number }[] }>(sandboxUrl, "faults");
    return items.some(({ held }) => held >= 2);
  });
  await stack.killApp();
  await eventually("what was held is dropped with the app", async () => {
    const { items } = await controlAt<{ items: { held: number }[] }>(sandboxUrl, "faults");
    return items.every(({ held }) => held === 0);
  });
  await controlAt(sandboxUrl, "faults", { service: "push", clear: true });
  const taken = await Promise.all(phones.map(({ id }) => pushesTo(sandboxUrl, id)));
  expect(taken.flat(), "nothing was taken before the kill").toEqual([]);
  await stack.startApp();
  const begun = Date.now();
  await eventually(
    "both devices ring",
    async () => {
      const rung = await Promise.all(phones.map(({ id }) => pushesTo(sandboxUrl, id)));
      return rung.every((pushes) => pushes.some(({ title }) => title.startsWith("Urgent")));
    },
    120_000,
  );
  const tookMs = Date.now() - begun;
  console.log(
    `a notification under delivery at a SIGKILL rang again ${(tookMs / 1000).toFixed(1)} s after the start`,
  );
  expect(tookMs).toBeLessThanOrEqual(BOUND_MS);
  for (const { id } of phones) {
    const urgent = (await pushesTo(sandboxUrl, id)).filter(({ title }) => title.startsWith("Urgent"));
    // The run, taken up again, may have told the team something of its own by now.
    const told = urgent.map(({ tag, title, body }) => `${tag}: ${title}: ${body}`);
    expect(told).toEqual([...new Set(told)]);
  }
}, 240_000);
