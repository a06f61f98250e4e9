/** Makes one ZIP of everything the team has: tables for a spreadsheet, conversations, files. Read page by page, so that size is no limit. */
import { strToU8, unzip, Zip, ZipDeflate, type Unzipped } from "fflate";
import type * as z from "zod";
import { conversationEndpoints } from "../../../../src/agent/api/conversation.ts";
import { exportEndpoints } from "../../../../src/team/api/export.ts";
import { workspaceEndpoints } from "../../../../src/workspace/api/workspace.ts";
import { ApiError } from "../../api/api-error.ts";
import { call, failureOf } from "../../api/call.ts";
import { newId } from "../../api/storage.ts";
import { csvOf } from "../../components/csv.ts";
import { downloadAddress, exportAddress } from "../../workspace/download.ts";

/** What is being read, and how many there are so far. */
export interface ExportProgress {
  readonly what: string;
  readonly count: number;
}

interface Job {
  readonly signal: AbortSignal;
  readonly told: (progress: ExportProgress) => void;
}

const PAGE = 200;
const LEVEL = 6;
/** Waits after a failed request, in ms; after the last the export fails. */
const WAITS = [1_000, 4_000, 10_000];

/** Throws ApiError, or an AbortError. */
export async function exportTeam(job: Job): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    parts.push(new Uint8Array(bytes));
  });
  const add: AddFile = (path, content) => {
    const file = new ZipDeflate(path, { level: LEVEL });
    zip.add(file);
    file.push(typeof content === "string" ? strToU8(content) : content, true);
  };
  await addTables(job, add);
  await addConversations(job, add);
  await addFiles(job, add);
  zip.end();
  return new Blob(parts, { type: "application/zip" });
}

type AddFile = (path: string, content: string | Uint8Array) => void;

async function addTables(job: Job, add: AddFile): Promise<void> {
  const { kinds } = await call(exportEndpoints.begin, { body: { id: newId() }, signal: job.signal });
  for (const { name, title, columns } of kinds) {
    const rows: string[][] = [columns];
    job.told({ what: title, count: 0 });
    for await (const items of pages(job, (cursor) =>
      call(exportEndpoints.rows, { params: { kind: name }, query: { cursor }, signal: job.signal }),
    )) {
      rows.push(...items);
      job.told({ what: title, count: rows.length - 1 });
    }
    add(`${name}.csv`, csvOf(rows));
  }
}

type Transcript = z.output<(typeof conversationEndpoints.transcript)["output"]>;

async function addConversations(job: Job, add: AddFile): Promise<void> {
  const told = (count: number): void => job.told({ what: "Conversations", count });
  let count = 0;
  told(count);
  for await (const items of pages(job, (cursor) =>
    call(conversationEndpoints.list, { query: { cursor, limit: PAGE }, signal: job.signal }),
  ))
    for (const { id } of items) {
      const transcript = await unlessGone(() =>
        patiently(job, () => call(conversationEndpoints.transcript, { params: { id }, signal: job.signal })),
      );
      if (transcript === null) continue;
      add(`conversations/${nameOf(transcript)}`, JSON.stringify(transcript, null, 2));
      told(++count);
    }
}

/** `2026-11-28 Leak at 214 Birch 3f9a.json`. */
function nameOf({ conversation: { id, title, lastMessageAt } }: Transcript): string {
  const words = title
    .replace(/[^\p{L}\p{N} ,.'’–-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${lastMessageAt.slice(0, 10)} ${words.slice(0, 80)} ${id.slice(-8)}.json`;
}

/** A folder that is too large for one archive is read folder by folder. */
async function addFiles(job: Job, add: AddFile): Promise<void> {
  let count = 0;
  const told = (): void => job.told({ what: "Files", count });
  const put = (path: string, bytes: Uint8Array): void => {
    add(`files/${path}`, bytes);
    count++;
  };
  const folder = async (path: string): Promise<void> => {
    try {
      const entries = await unpacked(await bytesAt(job, exportAddress(path)));
      for (const [name, bytes] of Object.entries(entries)) put(name, bytes);
      told();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "too_large")) throw error;
      for await (const items of pages(job, (cursor) =>
        call(workspaceEndpoints.ls, { query: { path, cursor, limit: PAGE }, signal: job.signal }),
      ))
        for (const entry of items) {
          if (entry.kind === "folder") {
            await folder(entry.path);
            continue;
          }
          const bytes = await unlessGone(() => bytesAt(job, downloadAddress(entry.path)));
          if (bytes !== null) put(entry.path, bytes);
        }
      told();
    }
  };
  told();
  await folder("");
}

function unpacked(bytes: Uint8Array): Promise<Unzipped> {
  return new Promise((done, fail) =>
    unzip(bytes, (error, entries) => (error === null ? done(entries) : fail(error))),
  );
}

function bytesAt(job: Job, address: string): Promise<Uint8Array> {
  return patiently(job, async () => {
    const response = await fetch(address, { credentials: "same-origin", signal: job.signal });
    if (!response.ok) throw await failureOf(response);
    return new Uint8Array(await response.arrayBuffer());
  });
}

async function* pages<Item>(
  job: Job,
  read: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined;
  do {
    const page = await patiently(job, () => read(cursor));
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Asks again where the server couldn’t be reached or was busy: a long export outlives a short failure. */
async function patiently<Answer>({ signal }: Job, ask: () => Promise<Answer>): Promise<Answer> {
  for (const waitMs of WAITS) {
    try {
      return await ask();
    } catch (error) {
      const mayPass = error instanceof ApiError && [0, 429, 500, 502, 503, 504].includes(error.status);
      if (!mayPass) throw error;
      await new Promise((done) => window.setTimeout(done, waitMs));
      signal.throwIfAborted();
    }
  }
  return ask();
}

/** Null for what was deleted in the meantime. */
async function unlessGone<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
