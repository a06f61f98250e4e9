/** For a file or folder owned by a module: where to edit it. */
import { ownerAgainst, ownerPage } from "../../../src/workspace/api/workspace-owners.ts";
import { InsideLink } from "../components/inside-link.tsx";
import { Notice } from "../components/notice.tsx";

export function OwnerNotice({ path }: { path: string }) {
  const owner = ownerAgainst(path, "member");
  if (owner === null) return null;
  const page = ownerPage(owner, path);
  return (
    <div className="shrink-0 p-2">
      <Notice
        tone="info"
        title={`Read-only: this belongs to ${owner.title}`}
        actions={
          <InsideLink href={page} className="touch inline-flex items-center link">
            {page === owner.page ? `Open ${owner.title}` : "Open the account"}
          </InsideLink>
        }
      >
        Change, delete, or restore it there.
      </Notice>
    </div>
  );
}
