/** Many people watch one conversation: how long until the last of them sees what happens in it. */
import { randomUUID } from "node:crypto";
import type { ServerFrame } from "../../src/agent/api/conversation-frames.ts";
import type { Client } from "../support/client.ts";
import { quantile } from "./figures.ts";
import type { MeteredSocket } from "./metered-socket.ts";
import { openPage, saying } from "./steward.ts";
import { queueAnswer } from "./subject.ts";

const PARALLEL_OPENS = 10;
const CHUNK_DELAY_MS = 25;

/** Lag of all frames at all watchers, in milliseconds. */
export interface FanOut {
  readonly watchers: number;
  readonly frames: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

/** Opens the pages, streams some answers to them and measures how far each page is behind the first that has a frame. */
export async function measureFanOut(
  client: Client,
  sandboxUrl: string,
  options: { readonly watchers: number; readonly turns: number },
): Promise<FanOut> {
  const conversationId = randomUUID();
  const sender = await openPage(client, conversationId);
  const pages: MeteredSocket[] = [];
  while (pages.length < options.watchers)
    pages.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(PARALLEL_OPENS, options.watchers - pages.length) }, () =>
          openPage(client, conversationId),
        ),
      )),
    );
  const lagsMs: number[] = [];
  try {
    for (let turn = 0; turn < options.turns; turn++) {
      const marker = `bench-watched-${randomUUID()}`;
      await queueAnswer(sandboxUrl, marker, { chunkDelayMs: CHUNK_DELAY_MS });
      lagsMs.push(...(await watchTurn(sender, pages, `Tell everybody: ${marker}`)));
      await Promise.all(pages.map((page) => page.quiet()));
    }
  } finally {
    for (const page of [sender, ...pages]) page.close();
  }
  return {
    watchers: options.watchers,
    frames: lagsMs.length,
    p50: quantile(lagsMs, 0.5),
    p99: quantile(lagsMs, 0.99),
    worst: Math.max(...lagsMs),
  };
}

/** Names the frames of one page so that the same frame has the same name at every page: its text without the page's own number, counted. */
function frameNames(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const body = text.slice(text.indexOf(","));
    const count = (seen.get(body) ?? 0) + 1;
    seen.set(body, count);
    return `${count}${body}`;
  };
}

/** One turn. The message itself counts from when it was sent, everything after from when the first page had it. */
async function watchTurn(
  sender: MeteredSocket,
  pages: readonly MeteredSocket[],
  words: string,
): Promise<number[]> {
  const firstSeenAt = new Map<string, number>();
  const lagsMs: number[] = [];
  let sentAt = 0;
  const watched = pages.map((page) => {
    const nameOf = frameNames();
    return page.until("the end of the watched turn", (text) => {
      const now = performance.now();
      const name = nameOf(text);
      const isQuestion = text.includes('"message.added"') && text.includes('"kind":"user"');
      const since = isQuestion ? sentAt : (firstSeenAt.get(name) ?? now);
      firstSeenAt.set(name, since);
      lagsMs.push(now - since);
      return (JSON.parse(text) as ServerFrame).type === "turn.finished";
    });
  });
  sentAt = performance.now();
  sender.send(saying(words));
  await Promise.all(watched);
  return lagsMs;
}
