import { LinkButton } from "@cloudflare/kumo/components/button";
import { Notice } from "../../components/notice.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { strangerContact, strangerMessage, strangerWaits } from "../../components/stranger.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { ProviderLink } from "./provider-link.tsx";

export function StrangerPage() {
  const [waits, contact] = [strangerWaits(), strangerContact()];
  usePageTitle(waits ? "Waiting for an admin" : "No team found");
  if (waits) {
    return (
      <EntryFrame title="You asked to join.">
        <Notice tone="info">{strangerMessage()}</Notice>
        <p className="text-kumo-subtle">
          The team’s admins got a notification. You haven’t seen any of the team’s data.
        </p>
        <ProviderLink label="Check again" />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title="You’re signed in, but you’re not on a team here.">
      <Notice tone="warning">{strangerMessage() ?? "This address isn’t on a team that uses Steward."}</Notice>
      <div className="flex flex-col gap-2 text-kumo-subtle">
        <p>You haven’t seen any team’s data.</p>
        <p>If your team uses Steward, sign in with your work address, or ask an admin to add you.</p>
      </div>
      {contact === null ? null : (
        <LinkButton href={contact} size="lg" className="touch w-full justify-center">
          Ask for a team of your own
        </LinkButton>
      )}
      <ProviderLink label="Sign in with another account" />
    </EntryFrame>
  );
}
