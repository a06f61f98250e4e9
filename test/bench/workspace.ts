/**
 * Files in number: written through the product's own import, then the list of a folder, a search, the making of the prompt's list of
 * files, and a write, each over HTTP as a page would ask.
 */
import { strToU8, zipSync } from "fflate";
import { eventually, type Client } from "../support/client.ts";
import { spread, type Spread } from "./figures.ts";

const AN_ARCHIVE = 500;
const FOLDERS = 50;
const INDEXED_MS = 600_000;
const WORDS =
  "boiler elevator lease tenant inspection gutter thermostat invoice vendor parking deposit showing roof valve permit";

/** Times in ms. */
export interface WorkspaceFigures {
  readonly files: number;
  readonly search: Spread;
  readonly list: Spread;
  /** What prompts hold, as the page shows it: with the list of files at hand. */
  readonly context: Spread;
  /** The same where a name has just changed, so that the list is made anew. */
  readonly contextAnew: Spread;
  readonly write: Spread;
}

/** Fills a workspace and measures it. */
export async function measureWorkspace(
  client: Client,
  { files, asked }: { readonly files: number; readonly asked: number },
): Promise<WorkspaceFigures> {
  for (let from = 0; from < files; from += AN_ARCHIVE)
    await importFiles(client, from, Math.min(AN_ARCHIVE, files - from));
  // Indexing goes on behind the answers: the figures are of a workspace at rest.
  await eventually("all files are indexed", () => isIndexed(client, files), INDEXED_MS);
  let serial = 0;
  const write = async (): Promise<void> => {
    await client.json("POST", "/api/workspace/write", {
      path: `areas/bench/${serial++}.md`,
      content: `# ${serial}\n`,
    });
  };
  const words = WORDS.split(" ");
  const context = (): Promise<unknown> => client.json("GET", "/api/workspace/context");
  await context();
  return {
    files,
    search: await timed(asked, (turn) =>
      client.json("GET", `/api/workspace/search?q=${words[turn % words.length] ?? ""}%20${turn * 97}`),
    ),
    list: await timed(asked, (turn) =>
      client.json("GET", `/api/workspace/ls?path=areas/topic-${turn % FOLDERS}&limit=200`),
    ),
    context: await timed(asked, context),
    contextAnew: await timed(asked, context, write),
    write: await timed(asked, write),
  };
}

async function isIndexed(client: Client, files: number): Promise<boolean> {
  const { items } = await client.json<{ items: number }>("GET", "/api/search/status");
  return items >= files;
}

async function timed(
  asked: number,
  work: (turn: number) => Promise<unknown>,
  before: () => Promise<void> = async () => {},
): Promise<Spread> {
  const times: number[] = [];
  for (let turn = 0; turn < asked; turn++) {
    await before();
    const startedAt = performance.now();
    await work(turn);
    times.push(performance.now() - startedAt);
  }
  return spread(times);
}

async function importFiles(client: Client, from: number, count: number): Promise<void> {
  const words = WORDS.split(" ");
  const entries: Record<string, Uint8Array> = {};
  for (let index = from; index < from + count; index++) {
    const lines = Array.from(
      { length: 24 },
      (_, line) =>
        `- ${index}.${line} ${words[(index + line) % words.length] ?? ""} ${words[(index * line) % words.length] ?? ""} note ${index * 7 + line}`,
    );
    entries[`topic-${index % FOLDERS}/file-${index}.md`] = strToU8(
      `# File ${index}\n\n${lines.join("\n")}\n`,
    );
  }
  const body = new Uint8Array(zipSync(entries));
  for (let next: number | null = 0; next !== null;) {
    const answer: Response = await fetch(`${client.appUrl}/api/workspace/import?path=areas&from=${next}`, {
      method: "POST",
      headers: { authorization: `Bearer ${client.token}`, "content-type": "application/zip" },
      body,
    });
    if (!answer.ok) throw new Error(`the import answered ${answer.status}`);
    ({ next } = (await answer.json()) as { next: number | null });
  }
}
