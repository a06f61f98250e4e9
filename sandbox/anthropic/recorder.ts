/** Received requests, byte for byte: an in-memory ring bounded by count and size. */
import type { Usage } from "./reply.ts";
import { containsMarker } from "./scripts.ts";
import { parseJson } from "../../src/kernel/parse-json.ts";

const MAX_RECORDS = 2000;
const MAX_BYTES = 200 * 1024 * 1024;

export interface RequestRecord {
  /** The response's `request-id`. */
  readonly id: string;
  readonly at: string;
  readonly path: string;
  readonly raw: string;
  /** Response status; null while in progress. */
  status: number | null;
  usage: Usage | null;
  error: string | null;
}

export interface Recorder {
  add(record: RequestRecord): void;
  /** Oldest first, with parsed bodies; only those whose messages contain the marker, if given. */
  list(marker: string | null, limit: number): Record<string, unknown>[];
  /** The newest requests, oldest first, without bodies: size and cost. */
  outline(limit: number): Record<string, unknown>[];
  /** A request in `list` format; null if it is no longer kept. */
  find(id: string): Record<string, unknown> | null;
  clear(): void;
}

export function createRecorder(): Recorder {
  let records: RequestRecord[] = [];
  let bytes = 0;
  return {
    add(record) {
      records.push(record);
      bytes += record.raw.length;
      while (records.length > MAX_RECORDS || bytes > MAX_BYTES) bytes -= records.shift()?.raw.length ?? bytes;
    },
    list: (marker, limit) =>
      records
        .map((record) => ({ record, request: parseJson(record.raw) }))
        .filter(({ request }) => marker === null || isOf(request, marker))
        .slice(-limit)
        .map(({ record: { raw, ...rest }, request }) => ({ ...rest, request, raw })),
    outline: (limit) => records.slice(-limit).map(outlineOf),
    find(id) {
      const record = records.find((one) => one.id === id);
      return record === undefined ? null : { ...record, request: parseJson(record.raw) };
    },
    clear() {
      records = [];
      bytes = 0;
    },
  };
}

/** The instructions of checks that a text or an answer leads to. */
const CHECKS = /\btriage\b.*"urgent\\*":|"verdict\\*":\\*"supported/s;

/** Whether a request belongs to a marker's conversation; checks don't. */
function isOf(request: unknown, marker: string): boolean {
  return containsMarker(messagesOf(request), marker) && !CHECKS.test(systemOf(request));
}

function systemOf(request: unknown): string {
  return JSON.stringify((request as { system?: unknown } | null)?.system ?? "");
}

function outlineOf({ raw, ...rest }: RequestRecord): Record<string, unknown> {
  const request = parseJson(raw);
  const { model, messages, tools } = (
    typeof request === "object" && request !== null ? request : {}
  ) as Partial<Record<"model" | "messages" | "tools", unknown>>;
  const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
  return {
    ...rest,
    model: typeof model === "string" ? model : null,
    messages: count(messages),
    tools: count(tools),
    sizeBytes: Buffer.byteLength(raw),
  };
}

function messagesOf(request: unknown): unknown {
  return typeof request === "object" && request !== null && "messages" in request ? request.messages : null;
}
