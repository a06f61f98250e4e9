/** The team's e-mails that Steward reads: the list, and the open conversation beside it. */
import type { QueryClient } from "@tanstack/react-query";
import { ConversationsBeside } from "../../agent/conversations/conversation-list.tsx";
import { conversationsQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { Empty } from "../../components/page.tsx";
import { useIsAdmin } from "../../components/session.tsx";

export default function EmailsPage() {
  const admin = useIsAdmin();
  return (
    <ConversationsBeside
      title="E-mails"
      at="/emails"
      sources="email"
      beside={
        <div className="grid h-full place-items-center">
          <Empty title="Pick an e-mail">Each shows what was written, what Steward did, and its draft.</Empty>
        </div>
      }
      empty={
        <Empty
          title="No e-mails yet"
          action={
            admin ? (
              <ButtonLink to="/settings/email" className="touch">
                Choose mailboxes
              </ButtonLink>
            ) : undefined
          }
        >
          E-mails to the mailboxes Steward watches appear here, with its drafts.
        </Empty>
      }
    />
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(conversationsQuery("", "email"));
}
