/** The toast of the last decision, loaded once there is one. */
import { lazy, Suspense, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { openApprovalsQuery } from "../../api/queries.ts";
import { useMe } from "../session.tsx";
import { whenReachable } from "../when-reachable.ts";
import { useDecided } from "./decided.ts";

const UndoToast = lazy(whenReachable(() => import("./undo-toast.tsx")));

export function UndoHere() {
  const { user } = useMe();
  const { last, underWay } = useDecided();
  const { data: open = [] } = useQuery(openApprovalsQuery);
  const wanted =
    last.length + underWay.length > 0 ||
    open.some(({ undoable, decidedBy }) => undoable && decidedBy?.id === user.id);
  const [loaded, setLoaded] = useState(false);
  if (wanted && !loaded) setLoaded(true);
  return loaded ? (
    <Suspense fallback={null}>
      <UndoToast />
    </Suspense>
  ) : null;
}
