import { lazy, Suspense } from "react";
import { useNavigate } from "@tanstack/react-router";
import { startConversation } from "../conversation-client.ts";
import { whenReachable } from "../../components/when-reachable.ts";
import { useMe } from "../../components/session.tsx";
import { Examples } from "../conversation/examples.tsx";

const FirstSteps = lazy(whenReachable(() => import("./first-steps.tsx")));

/** Shown beside the list on wide screens while nothing is open: ways to start. */
export default function NothingOpen() {
  const me = useMe();
  const navigate = useNavigate();
  return (
    <div className="hidden h-full flex-col overflow-y-auto lg:flex">
      <Suspense>
        <FirstSteps />
      </Suspense>
      <Examples
        onPick={(text) => {
          const id = startConversation(me.user.id, text);
          void navigate({ to: "/conversations/$id", params: { id } });
        }}
      />
    </div>
  );
}
