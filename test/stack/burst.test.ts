/** A burst of texts from many people over kills: each is in exactly one run, and no run stays failed for want of room. Over the really running product. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import type { Message } from "../../src/agent/api/message.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { changePolicy, says, script } from "../support/scripted.ts";
import { textFrom } from "../support/starts.ts";

const TEXTS = NIGHTLY ? 2_000 : 60;
const KILLS = NIGHTLY ? 5 : 2;
const BATCH_SIZE = 25;

interface Run {
  readonly id: string;
  readonly conversationId: string;
  readonly status: string;
  readonly stopReason: string | null;
  readonly errorCode?: string | null;
  readonly finishedAt: string | null;
}

it(
  `a burst of ${TEXTS} texts over ${KILLS} kills -9 leaves each in exactly one run that came to an end by itself`,
  async () => {
    await using stack = await ownStack({ tickCron: true });
    const { appUrl, sandboxUrl } = stack;
    await registerDemoWebhooks(stack);
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    await changePolicy(dana, {
      toolCallsPerHour: 100_000,
      monthlyBudgetUsd: 10_000,
      sms: { startRunsOnLines: null, debounceSeconds: 1, debounceMaxSeconds: 3 },
    });
    const marker = "burst-of-texts";
    const quiet = Array.from({ length: TEXTS * 3 }, () => says("[NO_ACTION_NEEDED] Seen."));
    await script(sandboxUrl, marker, quiet);
    const numbers = Array.from({ length: TEXTS }, (_, index) => `+1412555${String(3000 + index)}`);

    let sent = 0;
    const perKill = Math.ceil(TEXTS / KILLS);
    for (let kill = 0; kill < KILLS; kill++) {
      const some = numbers.slice(kill * perKill, (kill + 1) * perKill);
      for (let at = 0; at < some.length; at += BATCH_SIZE)
        await Promise.all(
          some
            .slice(at, at + BATCH_SIZE)
            .map((from) => textFrom(sandboxUrl, from, `Hello ${sent++}. ${marker}`)),
        );
      await pause(400 + kill * 900);
      await stack.killApp();
      await stack.startApp();
    }

    const ends: Run[] = [];
    for (const number of numbers) {
      const runs = await eventually(
        `the agent has read ${number}`,
        () => atRest(dana, `sms:${number}`),
        NIGHTLY ? 30 * 60_000 : 240_000,
      );
      expect(runs, number).toHaveLength(1);
      ends.push(...runs);
    }
    const odd = ends.filter(({ status, stopReason }) => status !== "finished" || stopReason !== "end_turn");
    expect(odd).toEqual([]);
    console.log(
      `burst: ${TEXTS} texts, ${KILLS} real SIGKILLs, ${ends.length} runs, 0 failed, 0 lost, 0 twice`,
    );
  },
  NIGHTLY ? 90 * 60_000 : 12 * 60_000,
);

/** The runs of a conversation once its one text is answered; null before. */
async function atRest(client: Client, conversation: string): Promise<Run[] | null> {
  const answer = await client.request(
    "GET",
    `/api/conversations/${encodeURIComponent(conversation)}/messages`,
  );
  if (answer.status === 404) return null;
  const { items } = (await answer.json()) as { items: Message[] };
  const texts = items.filter(({ author }) => author.kind === "contact");
  expect(texts.length, `${conversation} holds its text once`).toBeLessThanOrEqual(1);
  if (items.at(-1)?.role !== "assistant" || items.some(({ queued }) => queued === true)) return null;
  const query = new URLSearchParams({ conversationId: conversation, limit: "100" });
  const { items: runs } = await client.json<{ items: Run[] }>("GET", `/api/runs?${query.toString()}`);
  return runs.length > 0 && runs.every(({ finishedAt }) => finishedAt !== null) ? runs : null;
}
