/** Recipients who wrote since a draft to several people: their parts are left out, and a person can put each back. */
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";

export function WroteSince({
  approval,
  onPutBack,
}: {
  approval: Approval;
  onPutBack: ((index: number) => void) | undefined;
}) {
  const { wroteSince = [] } = approval;
  if (wroteSince.length === 0) return null;
  return (
    <ul aria-label="Left out" className="flex flex-col gap-2 border-t border-kumo-hairline pt-3.5">
      {wroteSince.map(({ index, title, target, conversationId }) => (
        <li
          key={index}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-kumo-warning-tint px-2.5 py-2 text-sm ring ring-kumo-warning/40"
        >
          <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
            <p className="font-medium">{target} wrote since.</p>
            <p className="text-kumo-subtle">
              Left out: <del className="decoration-1">{title}</del>.{" "}
              <ConversationLink id={conversationId} className="link">
                Read what they wrote
              </ConversationLink>
            </p>
          </div>
          {onPutBack === undefined ? null : (
            <Button
              size="sm"
              className="touch shrink-0"
              aria-label={`Put back: ${title}`}
              onClick={() => onPutBack(index)}
            >
              Put back
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
