/**
 * Which part of a thread is drawn: its end, more as one scrolls back, and the end again after returning. The DOM stays small however long the
 * conversation is, and nothing above the reader is removed.
 */
import { useState } from "react";
import type { ThreadItem } from "./thread-items.ts";

const MOST = 150;
const STEP = 100;

export interface ThreadWindow {
  readonly drawn: readonly ThreadItem[];
  /** Whether there is more before it on this page. */
  readonly more: boolean;
  /** Draws the part before too; where all is drawn, what will be put in front of it as well. */
  readonly back: () => void;
}

/** Where the last part begins: moved in steps, so that not every new message takes one away at the top. */
export function startOf(length: number): number {
  return Math.max(0, Math.floor((length - MOST) / STEP) * STEP);
}

/** `must` is the key of an item that is always drawn; null for none. */
export function useWindow(items: readonly ThreadItem[], atEnd: boolean, must: string | null): ThreadWindow {
  /** Key of the first item drawn while one is not at the end; empty: all of them. */
  const [from, setFrom] = useState<string | null>(null);
  const start = firstDrawn(items, from, must);
  const key = items[start]?.key;
  if (!atEnd && from === null && key !== undefined) setFrom(key);
  if (atEnd && from !== null) setFrom(null);
  return {
    drawn: start === 0 ? items : items.slice(start),
    more: start > 0,
    back: () => setFrom(start === 0 ? "" : (items[Math.max(0, start - STEP)]?.key ?? "")),
  };
}

function firstDrawn(items: readonly ThreadItem[], from: string | null, must: string | null): number {
  const indexOf = (key: string): number => items.findIndex((item) => item.key === key);
  const last = startOf(items.length);
  const at = from === null ? last : from === "" ? 0 : indexOf(from);
  const sought = must === null ? -1 : indexOf(must);
  return Math.min(at < 0 ? last : at, sought < 0 ? items.length : sought);
}
