import { ButtonLink } from "../../components/button-link.tsx";
import { Empty } from "../../components/page.tsx";

/** Beside the list on wide screens, while nothing is open. */
export function NothingOpen() {
  return (
    <div className="hidden h-full place-items-center lg:grid">
      <Empty
        title="Choose a conversation, or start one."
        action={
          <ButtonLink to="/conversations/new" variant="primary">
            New chat
          </ButtonLink>
        }
      >
        Everything the team asks Steward, and every text it answers, stands in the list.
      </Empty>
    </div>
  );
}
