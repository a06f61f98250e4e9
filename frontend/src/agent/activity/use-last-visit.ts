import { useEffect, useState } from "react";
import { readStored, writeStored } from "../../api/storage.ts";

const KEY = "activity.seenAt";
/** Shorter looks do not count as having read it. */
const READ_MS = 4000;

/** When this device last read the page; null on the first visit. It stays the same while the page is open. */
export function useLastVisit(): string | null {
  const [before] = useState(() => readStored(KEY));
  useEffect(() => {
    const timer = window.setTimeout(() => {
      if (document.visibilityState === "visible") writeStored(KEY, new Date().toISOString());
    }, READ_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return before;
}
