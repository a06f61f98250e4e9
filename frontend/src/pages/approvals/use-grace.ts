/**
 * A swipe's approval waits a few seconds in which it can be taken back on this device; only then is it given. The next one, leaving
 * the page or putting the phone away gives it at once; should that not arrive, the approval simply waits on.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Approval } from "../../../../src/protocol/index.ts";

const GRACE_MS = 4000;

export interface Grace {
  /** What waits to be given, and until when (ISO). */
  readonly waiting: { readonly approval: Approval; readonly until: string } | null;
  begin(approval: Approval): void;
  /** Takes it back. Null when nothing waited. */
  cancel(): Approval | null;
}

/** `give` sends the decision; `leaving` says that the page may be gone before the answer comes. */
export function useGrace(give: (approval: Approval, leaving: boolean) => void): Grace {
  const [waiting, setWaiting] = useState<Grace["waiting"]>(null);
  const held = useRef<{ approval: Approval; timer: number } | null>(null);
  const giver = useRef(give);
  useEffect(() => {
    giver.current = give;
  });

  const take = useCallback((): Approval | null => {
    const approval = held.current?.approval ?? null;
    window.clearTimeout(held.current?.timer);
    held.current = null;
    setWaiting(null);
    return approval;
  }, []);

  const flush = useCallback(
    (leaving: boolean): void => {
      const approval = take();
      if (approval) giver.current(approval, leaving);
    },
    [take],
  );

  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === "hidden") flush(true);
    };
    const onLeave = (): void => flush(true);
    document.addEventListener("visibilitychange", onHidden);
    window.addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("pagehide", onLeave);
      flush(true);
    };
  }, [flush]);

  return {
    waiting,
    begin: (approval) => {
      flush(false);
      held.current = { approval, timer: window.setTimeout(() => flush(false), GRACE_MS) };
      setWaiting({ approval, until: new Date(Date.now() + GRACE_MS).toISOString() });
    },
    cancel: take,
  };
}
