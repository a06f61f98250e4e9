import { useEffect, useState } from "react";
import { readStored, writeStored } from "../../api/storage.ts";

/** Shorter looks do not count as having read it. */
const READ_MS = 4000;
/** Looks closer together than this are one visit. */
const VISIT_MS = 30 * 60_000;
const LOOK_MS = 60_000;

/** When this device last read a page before this visit; null on the first one. It stays the same while the page is open. */
export function useLastVisit(page: string): string | null {
  const [seenKey, beforeKey] = [`${page}.seenAt`, `${page}.before`];
  const [before] = useState(() => {
    const seen = readStored(seenKey);
    const isSameVisit = seen !== null && Date.now() - Date.parse(seen) < VISIT_MS;
    return isSameVisit ? readStored(beforeKey) : seen;
  });
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState !== "visible") return;
      writeStored(seenKey, new Date().toISOString());
      writeStored(beforeKey, before);
    };
    const first = window.setTimeout(look, READ_MS);
    const again = window.setInterval(look, LOOK_MS);
    return () => {
      window.clearTimeout(first);
      window.clearInterval(again);
    };
  }, [seenKey, beforeKey, before]);
  return before;
}
