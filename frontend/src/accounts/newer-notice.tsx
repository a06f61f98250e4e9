/** Others' changes while a form was open. The typed text is kept. */
import type { Account } from "../../../src/accounts/api/accounts.ts";
import { Notice } from "../components/notice.tsx";
import { Changes } from "./changes.tsx";

export function NewerNotice({ account, since }: { account: Account; since: string }) {
  const newer = account.entries.filter(({ id }) => id > since);
  if (newer.length === 0) return null;
  return (
    <Notice tone="warning" live title="Someone else changed this account while you were editing.">
      <div className="flex flex-col gap-1 py-1">
        {newer.slice(0, 3).map(({ id, changes }) => (
          <Changes key={id} changes={changes} />
        ))}
      </div>
      <p>Nothing you typed is lost. Check it against these changes, then save again.</p>
    </Notice>
  );
}
