/** Ask: the team's chats with Steward, and the open one beside them. What comes from outside has its own list in the inbox. */
import { useState } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { conversationsQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { NotePencilIcon } from "../../components/icons.ts";
import { Empty } from "../../components/page.tsx";
import { Pills } from "../../components/pills.tsx";
import { DemoBadge } from "../../components/shell/demo-badge.tsx";
import { ConversationsBeside } from "./conversation-list.tsx";
import { NothingOpen } from "./nothing-open.tsx";

const CHATS = "web_chat,team_text,team_email,team_slack";
/** Each list and the sources it holds. */
const LISTS = [
  [CHATS, "Chats"],
  ["schedule,webhook", "Scheduled"],
  ["", "Everything"],
] as const;

export default function ConversationsPage() {
  const [sources, setSources] = useState<string>(CHATS);
  return (
    <ConversationsBeside
      title="Conversations"
      at="/conversations"
      sources={sources || undefined}
      filters={<Pills label="Show" options={LISTS} value={sources} onChange={setSources} />}
      actions={
        <>
          {/* On a wide screen the rail has both. */}
          <DemoBadge className="lg:hidden" />
          <ButtonLink
            to="/conversations/new"
            variant="primary"
            shape="square"
            className="touch lg:hidden"
            aria-label="New chat"
            icon={<NotePencilIcon aria-hidden className="size-4.5" />}
          />
        </>
      }
      beside={<NothingOpen />}
      empty={
        sources === CHATS ? (
          <Empty
            title="No chats yet"
            action={
              <ButtonLink to="/conversations/new" variant="primary" className="touch">
                Ask Steward
              </ButtonLink>
            }
          >
            Everything your team asks Steward appears here.
          </Empty>
        ) : (
          <Empty title="Nothing here yet">What Steward does on its schedules appears here.</Empty>
        )
      }
    />
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(conversationsQuery("", CHATS));
}
