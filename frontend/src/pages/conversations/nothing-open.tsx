import { Link } from "@tanstack/react-router";
import { Empty } from "../../components/page.tsx";
import { buttonVariants } from "@cloudflare/kumo/components/button";

/** Beside the list on wide screens, while nothing is open. */
export function NothingOpen() {
  return (
    <div className="hidden h-full place-items-center lg:grid">
      <Empty
        title="Choose a conversation, or start one."
        action={
          <Link to="/conversations/new" className={buttonVariants({ variant: "primary" })}>
            New chat
          </Link>
        }
      >
        Everything the team asks Steward, and every text it answers, stands in the list.
      </Empty>
    </div>
  );
}
