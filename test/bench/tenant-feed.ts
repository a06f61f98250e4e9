/** One team's object: how many pages of its feed it holds, how soon all of them hear of a change, and how many questions it answers a second. */
import type { Policy } from "../../src/team/api/policy.ts";
import type { Client } from "../support/client.ts";
import { quantile } from "./figures.ts";
import { MeteredSocket } from "./metered-socket.ts";

/** A session holds no more of the feed's pages (`durable-objects/tenant-feed.ts`). */
const PAGES_OF_SESSION = 20;
const PARALLEL_OPENS = 10;
/** Questions on their way at once: from few pages, as an object's requests come from few Workers. */
const ASKING = 50;

/** What so many pages cost. Times in milliseconds. */
export interface FeedFigures {
  readonly pages: number;
  readonly rounds: number;
  /** From the request that changes something until a page has heard of it. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Frames of pages that were answered in a second, each after a look at whether its session may still act. */
  readonly answersASecond: number;
}

/** Opens pages until there are so many. */
export async function openPages(client: Client, pages: MeteredSocket[], count: number): Promise<void> {
  while (pages.length < count) {
    const cookie = await newSession(client);
    const more = Math.min(PAGES_OF_SESSION, count - pages.length);
    for (let opened = 0; opened < more; opened += PARALLEL_OPENS)
      pages.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(PARALLEL_OPENS, more - opened) }, () => openPage(client, cookie)),
        )),
      );
  }
}

/** Changes a setting so often, then asks for so many seconds. */
export async function measureFeed(
  client: Client,
  pages: readonly MeteredSocket[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<FeedFigures> {
  const tookMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { policy, version } = await client.json<{ policy: Policy; version: number }>("GET", "/api/policy");
    const begunMs = performance.now();
    const heard = pages.map((page) =>
      page.until("the change", (text) => {
        if (!text.includes('"settings.updated"')) return false;
        tookMs.push(performance.now() - begunMs);
        return true;
      }),
    );
    await Promise.all([client.json("PUT", "/api/policy", { policy, version }), ...heard]);
  }
  return {
    pages: pages.length,
    rounds,
    p50: quantile(tookMs, 0.5),
    p99: quantile(tookMs, 0.99),
    worst: Math.max(...tookMs),
    answersASecond: await answers(pages.slice(0, ASKING), seconds),
  };
}

async function answers(pages: readonly MeteredSocket[], seconds: number): Promise<number> {
  const endMs = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    pages.map(async (page) => {
      while (performance.now() < endMs) {
        const answered = page.until("the answer", (text) => text.includes('"pong"'));
        page.send(JSON.stringify({ type: "ping" }));
        await answered;
        count += 1;
      }
    }),
  );
  return Math.round(count / seconds);
}

async function newSession({ appUrl, token }: Client): Promise<string> {
  const answer = await fetch(`${appUrl}/api/session`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  const [cookie] = (answer.headers.get("set-cookie") ?? "").split(";");
  if (!answer.ok || cookie === undefined) throw new Error(`no session: ${answer.status}`);
  return cookie;
}

async function openPage({ appUrl }: Client, cookie: string): Promise<MeteredSocket> {
  const page = await MeteredSocket.open(`${appUrl}/api/feed`, { cookie, origin: appUrl });
  const ready = page.until("the feed", (text) => text.includes('"feed.ready"'));
  page.send(JSON.stringify({ type: "hello" }));
  await ready;
  return page;
}
