import { lazy, Suspense } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { LastTurn } from "../conversation-state.ts";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { stopWords } from "../../components/words.ts";

const RaiseLimit = lazy(whenReachable(() => import("../../components/raise-limit.tsx")));

/** Why the last turn ended, if that needs an explanation. */
export function Ended({
  lastTurn,
  resumesAt,
  onAgain,
}: {
  lastTurn: LastTurn | null;
  /** When it continues automatically. */
  resumesAt: string | undefined;
  onAgain: () => void;
}) {
  if (!lastTurn) return null;
  if (lastTurn.kind === "failed") {
    return (
      <Notice
        tone="danger"
        live
        title="Something went wrong."
        actions={
          <Button size="sm" className="touch" onClick={onAgain}>
            Try again
          </Button>
        }
      >
        {lastTurn.message} Everything so far is kept, and nothing was sent without approval.
      </Notice>
    );
  }
  const words = stopWords(lastTurn.stopReason);
  if (!words) return null;
  if (lastTurn.stopReason === "rate_limited" && resumesAt !== undefined)
    return (
      <Notice
        tone="plain"
        live
        title={words.title}
        actions={
          <Suspense>
            <RaiseLimit />
          </Suspense>
        }
      >
        It continues automatically at <Time at={resumesAt} as="clock" />. Nothing is lost.
      </Notice>
    );
  return (
    <Notice tone="plain" live title={words.title}>
      {words.next}
    </Notice>
  );
}
