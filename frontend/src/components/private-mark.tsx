import type { Conversation } from "../../../src/protocol/index.ts";
import { LockSimpleIcon } from "./icons.ts";

/** Says of a conversation that only whoever reads this sees it. */
export function PrivateMark({ conversation }: { conversation: Conversation }) {
  if (conversation.private !== true) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-xs text-kumo-subtle"
      title="Only you can see this chat"
    >
      <LockSimpleIcon aria-hidden className="size-3.5" />
      Private
    </span>
  );
}
