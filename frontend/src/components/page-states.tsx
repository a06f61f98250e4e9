import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { ErrorNotice } from "./notice.tsx";
import { Empty, Page, Scroll } from "./page.tsx";
import { ListSkeleton } from "./skeleton.tsx";

export function PagePending() {
  return (
    <div className="h-full w-full">
      <ListSkeleton />
    </div>
  );
}

/** A page that broke or could not be loaded. A stale tab after a deploy misses its files: loading again cures that. */
export function PageError({ error }: ErrorComponentProps) {
  return (
    <div className="mx-auto flex h-full w-full max-w-lg flex-col justify-center gap-3 p-4">
      <ErrorNotice error={error} onRetry={() => window.location.reload()} />
    </div>
  );
}

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Scroll>
        <Empty
          title="There’s nothing here"
          action={
            <Link to="/today" className="link">
              Go to Today
            </Link>
          }
        >
          The link may be wrong, or the page was removed.
        </Empty>
      </Scroll>
    </Page>
  );
}
