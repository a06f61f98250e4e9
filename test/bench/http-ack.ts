/** How long a script waits until its message is on disk: `POST /api/conversations/:id/messages` to its 202. */
import { randomUUID } from "node:crypto";
import type { Client } from "../support/client.ts";
import { spread, type Spread } from "./figures.ts";
import { openPage } from "./steward.ts";
import { queueAnswer } from "./subject.ts";

/** Sends messages one after another, each after the turn before has ended. The first one, which opens the conversation, is not counted. */
export async function measureHttpAck(client: Client, sandboxUrl: string, count: number): Promise<Spread> {
  const conversationId = randomUUID();
  const page = await openPage(client, conversationId);
  const samples: number[] = [];
  for (let index = 0; index <= count; index++) {
    const marker = `bench-ack-${randomUUID()}`;
    await queueAnswer(sandboxUrl, marker);
    const ended = page.until("the end of the turn", (text) => text.includes('"turn.finished"'));
    const startedAt = performance.now();
    await client.send(conversationId, `Please look into this: ${marker}`);
    if (index > 0) samples.push(performance.now() - startedAt);
    await ended;
    await page.quiet();
  }
  page.close();
  return spread(samples);
}
