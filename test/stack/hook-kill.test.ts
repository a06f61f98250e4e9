import { expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { changePolicy } from "../support/scripted.ts";

const KILLS = NIGHTLY ? 100 : 4;

it(
  `HOOK-ONCE: ${KILLS} kills -9 within 5 ms of the 200 lose no text and repeat none`,
  async () => {
    await using stack = await ownStack();
    await registerDemoWebhooks(stack);
    const { appUrl, sandboxUrl } = stack;
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    // Texts gather for long, so that what is looked at is the hand-over and not a run.
    await changePolicy(dana, {
      sms: { startRunsOnLines: null, debounceSeconds: 120, debounceMaxSeconds: 600 },
    });
    const numbers: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const from = `+1412555${String(3000 + kill)}`;
      numbers.push(from);
      const { deliveries } = await controlAt<{ deliveries: { status: number | null }[] }>(
        sandboxUrl,
        "inbound/sms",
        { from, to: "PNalderShared", text: `Text ${kill}` },
      );
      expect(deliveries.map(({ status }) => status)).toEqual([200]);
      await new Promise((done) => setTimeout(done, kill % 6));
      await stack.killApp();
      await stack.startApp();
    }
    await eventually(
      "every text is in its conversation",
      async () => {
        await stack.tick();
        const found = await Promise.all(numbers.map((number) => textsIn(number)));
        return found.every((texts) => texts.length > 0);
      },
      90_000,
    );
    for (const [index, number] of numbers.entries()) expect(await textsIn(number)).toEqual([`Text ${index}`]);

    async function textsIn(number: string): Promise<string[]> {
      const path = `/api/conversations/${encodeURIComponent(`sms:${number}`)}/messages`;
      const answer = await dana.request("GET", path);
      if (answer.status === 404) return [];
      const { items } = (await answer.json()) as {
        items: { author: { kind: string }; parts: { text?: string }[] }[];
      };
      return items.filter(({ author }) => author.kind === "contact").map(({ parts }) => parts[0]?.text ?? "");
    }
  },
  NIGHTLY ? 60 * 60_000 : 5 * 60_000,
);
