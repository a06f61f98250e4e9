/** The decision just given, shrunk to a line above the next card: what became of it, and and an undo while there is one. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/protocol/index.ts";
import { approvalQuery } from "../../api/queries.ts";
import { doneWord, kindName } from "../../components/approval/kind-words.ts";
import { useSecondsUntil } from "../../components/now.ts";
import { statusOf } from "../../components/words.ts";
import type { Grace } from "./use-grace.ts";

function what(approval: Approval): string {
  return `${kindName(approval).toLowerCase()} to ${approval.target}`;
}

/** `Sent: text message to Maria Lopez`; `Approved, sending in 8 s: …`. */
function words(approval: Approval, secondsHeld: number): string {
  return `${stateOf(approval, secondsHeld)}: ${what(approval)}${
    approval.status === "rejected" && approval.reason ? ` (“${approval.reason}”)` : ""
  }`;
}

function stateOf(approval: Approval, secondsHeld: number): string {
  if (approval.status === "approved")
    return `Approved${secondsHeld > 0 ? `, starts in ${secondsHeld} s` : ""}`;
  if (approval.status === "executing") return "Approved, on its way";
  if (approval.status === "done") return doneWord(approval);
  if (approval.status === "pending") return "Waiting again";
  return statusOf(approval);
}

interface Props {
  readonly grace: Grace;
  readonly lastId: string | null;
  /** The card that is open: what it says is not said twice. */
  readonly openId: string | undefined;
  readonly onUndo: () => void;
}

export function LastDecision({ grace: { waiting }, lastId, openId, onUndo }: Props) {
  const { data } = useQuery({ ...approvalQuery(lastId ?? ""), enabled: lastId !== null });
  const shown = waiting?.approval ?? data;
  const quiet = !shown || (waiting === null && shown.id === openId);
  return (
    <div role="status" aria-live="polite">
      {quiet ? null : <Line approval={shown} until={waiting?.until ?? null} onUndo={onUndo} />}
    </div>
  );
}

/** `until` is set while a swipe's approval can still be taken back on this device. */
function Line({ approval, until, onUndo }: { approval: Approval; until: string | null; onUndo: () => void }) {
  const seconds = useSecondsUntil(until ?? approval.executeAfter ?? null);
  const said = until === null ? words(approval, seconds) : `Approving in ${seconds} s: ${what(approval)}`;
  return (
    <div className="arrive flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-hairline bg-kumo-tint px-4 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{said}</p>
      {until !== null || approval.undoable ? (
        <Button size="sm" className="touch" onClick={onUndo}>
          Undo
          <kbd aria-hidden className="ml-1 font-sans text-xs opacity-80 max-lg:hidden">
            u
          </kbd>
        </Button>
      ) : null}
      <Link
        to="/approvals/$id"
        params={{ id: approval.id }}
        className="touch inline-flex items-center text-kumo-link underline underline-offset-2"
      >
        Open
      </Link>
    </div>
  );
}
