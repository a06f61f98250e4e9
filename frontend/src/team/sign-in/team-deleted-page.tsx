import { usePageTitle } from "../../components/page.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { ProviderLink } from "./provider-link.tsx";

export default function TeamDeletedPage() {
  usePageTitle("Team deleted");
  return (
    <EntryFrame title="Your team was deleted.">
      <div className="flex flex-col gap-2 text-kumo-subtle">
        <p>An admin deleted the team on Steward, and everyone in it was signed out.</p>
        <p>
          Everything in it is erased for good, which takes a few minutes. Nothing that was waiting will be
          sent. What your own services hold, such as texts and e-mails, stays there.
        </p>
      </div>
      <ProviderLink label="Sign in with another account" />
    </EntryFrame>
  );
}
