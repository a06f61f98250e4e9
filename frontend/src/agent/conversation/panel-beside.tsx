/** The details of a conversation beside its thread. */
import { lazy, Suspense } from "react";
import type { ConversationClient, ConversationView } from "../conversation-client.ts";
import { XIcon } from "../../components/icons.ts";
import { whenReachable } from "../../components/when-reachable.ts";

const ContextPanel = lazy(whenReachable(() => import("./context-panel.tsx")));

export function PanelBeside({
  id,
  client,
  view,
  onClose,
}: {
  id: string;
  client: ConversationClient;
  view: ConversationView;
  onClose: () => void;
}) {
  return (
    <aside
      aria-label="Details"
      className="flex w-76 shrink-0 flex-col border-l border-kumo-line bg-kumo-base"
    >
      <header className="flex min-h-14 shrink-0 items-center border-b border-kumo-hairline pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold">Details</h2>
        <button
          type="button"
          aria-label="Close details"
          onClick={onClose}
          className="grid size-9 place-items-center rounded-lg hover:bg-kumo-tint"
        >
          <XIcon aria-hidden className="size-4" />
        </button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Suspense fallback={null}>
          <ContextPanel id={id} client={client} view={view} />
        </Suspense>
      </div>
    </aside>
  );
}
