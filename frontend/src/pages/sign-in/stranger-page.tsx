import { readStored, writeStored } from "../../api/storage.ts";
import { usePageTitle } from "../../components/page.tsx";
import { Notice } from "../../components/notice.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { ProviderLink } from "./provider-link.tsx";

/** What the server said, kept for the page that shows it. Not in the address, where anybody could write it. */
export function rememberStranger(message: string): void {
  writeStored("stranger", message);
}

export function StrangerPage() {
  const message = readStored("stranger");
  usePageTitle("No team here");
  return (
    <EntryFrame title="You are signed in, but you belong to no team here.">
      <Notice tone="warning">{message ?? "This address is not part of a team that uses Steward."}</Notice>
      <div className="flex flex-col gap-2 text-kumo-subtle">
        <p>Nothing of any team was shown to you.</p>
        <p>
          If your team does use Steward, sign in with your address at work. If it should, ask the admin of
          your team to let you in.
        </p>
      </div>
      <ProviderLink label="Sign in with another account" />
    </EntryFrame>
  );
}
