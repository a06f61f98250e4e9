/**
 * The prompt cache by exact byte prefix: an entry is a hash of everything up to a breakpoint, so one changed byte is a miss. At each
 * breakpoint the last 20 blocks are tried backwards (platform.claude.com, "Prompt caching", read 2026-11-21).
 */
import { createHash } from "node:crypto";
import { promptTokens, type Segment } from "./prompt.ts";

const LOOK_BACK_BLOCKS = 20;
const LIFETIME_MS = { "5m": 5 * 60_000, "1h": 60 * 60_000 } as const;
const MAX_ENTRIES = 20_000;

/** Persisted entries: hash of the prefix → TTL and expiry in milliseconds since the epoch. */
export type CacheEntries = Record<string, { readonly ttl: "5m" | "1h"; readonly endsAt: number }>;

/** Input side of `usage`. */
export interface InputUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number;
    readonly ephemeral_1h_input_tokens: number;
  };
}

/** What separates caches, and the time. */
export interface CacheScope {
  readonly model: string;
  /** The account (its API key). */
  readonly account: string;
  readonly minTokens: number;
  readonly nowMs: number;
}

/** Computes a request's usage, updating `entries` in place. */
export function accountPrompt(
  segments: readonly Segment[],
  entries: CacheEntries,
  scope: CacheScope,
): InputUsage {
  const total = promptTokens(segments);
  const hashes = prefixHashes(segments, scope);
  const tokensAt = (index: number): number => segments[index]?.tokensUpTo ?? 0;
  const breakpoints = segments.flatMap((segment, index) =>
    segment.breakpoint !== null && segment.tokensUpTo >= scope.minTokens ? [index] : [],
  );

  const hit = findHit(breakpoints, hashes, entries, scope.nowMs);
  const written = { "5m": 0, "1h": 0 };
  let counted = tokensAt(hit);
  for (const index of breakpoints) {
    const ttl = segments[index]?.breakpoint ?? "5m";
    const hash = hashes[index] ?? "";
    if (index > hit) {
      written[ttl] += tokensAt(index) - counted;
      counted = tokensAt(index);
      entries[hash] = { ttl, endsAt: scope.nowMs + LIFETIME_MS[ttl] };
    } else if (index < hit) refresh(entries, hash, scope.nowMs);
  }
  if (hit >= 0) refresh(entries, hashes[hit] ?? "", scope.nowMs);
  prune(entries, scope.nowMs);

  return {
    input_tokens: total - counted,
    cache_creation_input_tokens: written["5m"] + written["1h"],
    cache_read_input_tokens: tokensAt(hit),
    cache_creation: { ephemeral_5m_input_tokens: written["5m"], ephemeral_1h_input_tokens: written["1h"] },
  };
}

/** Index of the last block of the longest cached prefix, or -1. */
function findHit(
  breakpoints: readonly number[],
  hashes: readonly string[],
  entries: CacheEntries,
  nowMs: number,
): number {
  for (const breakpoint of breakpoints.toReversed()) {
    for (let index = breakpoint; index >= 0 && index > breakpoint - LOOK_BACK_BLOCKS; index--) {
      const entry = entries[hashes[index] ?? ""];
      if (entry !== undefined && entry.endsAt > nowMs) return index;
    }
  }
  return -1;
}

function prefixHashes(segments: readonly Segment[], { model, account }: CacheScope): string[] {
  let prefix = createHash("sha256").update(`${account}\n${model}`).digest("base64url");
  return segments.map(({ bytes }) => {
    prefix = createHash("sha256").update(prefix).update(bytes).digest("base64url");
    return prefix;
  });
}

function refresh(entries: CacheEntries, hash: string, nowMs: number): void {
  const entry = entries[hash];
  if (entry !== undefined && entry.endsAt > nowMs) {
    entries[hash] = { ttl: entry.ttl, endsAt: nowMs + LIFETIME_MS[entry.ttl] };
  }
}

function prune(entries: CacheEntries, nowMs: number): void {
  const hashes = Object.keys(entries);
  if (hashes.length <= MAX_ENTRIES) return;
  for (const hash of hashes) if ((entries[hash]?.endsAt ?? 0) <= nowMs) delete entries[hash];
  for (const hash of Object.keys(entries).slice(0, -MAX_ENTRIES)) delete entries[hash];
}
