import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import type { Message } from "../../src/agent/api/message.ts";
import type { Schedule } from "../../src/agent/api/schedules.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { endLeases, missSlot } from "../support/records.ts";
import { changePolicy, says, script } from "../support/scripted.ts";
import { textFrom } from "../support/starts.ts";

const KILLS = NIGHTLY ? 100 : 4;
/** A few kills may all miss the moments that count: then there are more. */
const MOST_KILLS = KILLS * 3;
const SCHEDULES = 6;
/** Schedules that are due when the Worker is killed. */
const DUE = 3;
/** The kills are spread over the way of a slot: leased at once, worked on when the queue has gathered for a second. */
const SPREAD_MS = 1_600;
const HOUR_MS = 3_600_000;

it(
  `HOOK-ONCE: ${KILLS} kills -9 within 5 ms of the 200 lose no text and repeat none, and every slot that was due runs once`,
  async () => {
    await using stack = await ownStack();
    await registerDemoWebhooks(stack);
    const { appUrl, sandboxUrl, dataDir } = stack;
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    // Texts gather for long, so that what is looked at is the hand-over and not a run.
    await changePolicy(dana, {
      sms: { startRunsOnLines: null, debounceSeconds: 120, debounceMaxSeconds: 600 },
    });
    const marker = "slot-of-a-kill";
    // A kill may cost each schedule's conversation one answer.
    const quiet = Array.from({ length: MOST_KILLS * (DUE + SCHEDULES) }, () =>
      says("[NO_ACTION_NEEDED] Nothing is open."),
    );
    await script(sandboxUrl, marker, quiet);
    const slots = await makeSchedules(dana, marker);
    const ids = [...slots.keys()];
    const numbers: string[] = [];
    const left = { leased: 0, claimed: 0 };

    await stack.killApp();
    for (let kill = 0; kill < KILLS || (kill < MOST_KILLS && left.leased + left.claimed === 0); kill++) {
      for (let due = 0; due < DUE; due++) {
        const id = ids[(kill * DUE + due) % ids.length] ?? "";
        const slotAt = new Date(Date.now() - (MOST_KILLS - kill) * HOUR_MS).toISOString();
        if (await missSlot(dataDir, id, slotAt)) slots.get(id)?.push(slotAt);
      }
      await stack.startApp();
      const from = `+1412555${String(3000 + kill)}`;
      numbers.push(from);
      const ticks = [stack.tick(), stack.tick()];
      await pause((kill * SPREAD_MS * 0.29) % SPREAD_MS);
      await textFrom(sandboxUrl, from, `Text ${kill}`);
      await pause(kill % 6);
      await stack.killApp();
      await Promise.all(ticks);
      const found = await endLeases(dataDir);
      left.leased += found.leased;
      left.claimed += found.claimed;
    }
    await stack.startApp();

    await eventually(
      "every text is in its conversation, and every slot is done",
      async () => {
        await stack.tick();
        const found = await Promise.all(numbers.map((number) => textsIn(dana, number)));
        const { items } = await dana.json<{ items: Schedule[] }>("GET", "/api/schedules");
        return found.every((texts) => texts.length > 0) && items.every(isDone);
      },
      180_000,
    );
    for (const [index, number] of numbers.entries())
      expect(await textsIn(dana, number)).toEqual([`Text ${index}`]);
    let ran = 0;
    for (const [id, due] of slots) {
      const { messages, runs } = await eventually("the runs have ended", () =>
        atRest(dana, `schedule:${id}`),
      );
      const asked = messages.filter(({ role }) => role === "user");
      expect(asked.map((message) => message.id).toSorted()).toEqual(
        due.map((slotAt) => `slot.${id}.${slotAt}`).toSorted(),
      );
      // A slot that comes while an earlier one still waits for the agent is taken together with it.
      expect(runs.length).toBeLessThanOrEqual(due.length);
      expect(runs.filter(({ status }) => status !== "finished")).toEqual([]);
      expect(messages.filter(({ role }) => role === "assistant")).toHaveLength(runs.length);
      ran += runs.length;
    }
    const count = [...slots.values()].flat().length;
    console.log(
      `HOOK-ONCE: ${numbers.length} real SIGKILLs within 5 ms of the 200, ${numbers.length} texts, 0 lost, 0 twice; of ${count} slots that were due ` +
        `one was leased ${left.leased} times and claimed ${left.claimed} times when killed; each ran once, in ${ran} runs`,
    );
    expect(left.leased + left.claimed).toBeGreaterThan(0);
  },
  NIGHTLY ? 60 * 60_000 : 8 * 60_000,
);

/** Schedules by their ids, each with the slots it will have been due at. */
async function makeSchedules(client: Client, marker: string): Promise<Map<string, string[]>> {
  const slots = new Map<string, string[]>();
  for (let index = 0; index < SCHEDULES; index++) {
    const { id } = await client.json<Schedule>("POST", "/api/schedules", {
      title: `Look ${index}`,
      instruction: `Look through the repairs. ${marker}`,
      // Due of itself once a year: what runs is what the test made due.
      cadence: { type: "cron", expression: "0 9 1 1 *" },
    });
    slots.set(id, []);
  }
  return slots;
}

/** Whatever was missed, the next slot lies ahead. */
function isDone({ running, nextAt }: Schedule): boolean {
  return !running && (nextAt === null || Date.parse(nextAt) > Date.now());
}

/** What was said in a conversation and its runs, once nothing of it waits or runs. */
async function atRest(
  client: Client,
  conversation: string,
): Promise<{ messages: Message[]; runs: readonly { readonly status: string }[] } | null> {
  const query = new URLSearchParams({ conversationId: conversation, limit: "100" });
  const { items: runs } = await client.json<{ items: { status: string; finishedAt: string | null }[] }>(
    "GET",
    `/api/runs?${query.toString()}`,
  );
  const messages = await client.messages(conversation);
  const isWaiting = messages.some(({ queued }) => queued === true) || messages.at(-1)?.role !== "assistant";
  // A run is listed a moment after it has begun, which may be after its answer.
  const answers = messages.filter(({ role }) => role === "assistant").length;
  const isListed = runs.length >= answers && runs.every(({ finishedAt }) => finishedAt !== null);
  return isWaiting || !isListed ? null : { messages, runs };
}

async function textsIn(client: Client, number: string): Promise<string[]> {
  const path = `/api/conversations/${encodeURIComponent(`sms:${number}`)}/messages`;
  const answer = await client.request("GET", path);
  if (answer.status === 404) return [];
  const { items } = (await answer.json()) as { items: Message[] };
  return items
    .filter(({ author }) => author.kind === "contact")
    .map(({ parts: [part] }) => (part !== undefined && "text" in part ? String(part.text) : ""));
}
