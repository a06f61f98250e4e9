import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { ArrowLeftIcon } from "./icons.ts";

/** The head of a page: back (where there is a list behind it), title, actions. */
export function PageHead({
  title,
  back,
  children,
  below,
}: {
  title: ReactNode;
  back?: string | undefined;
  children?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <header className="shrink-0 border-b border-kumo-hairline bg-kumo-base">
      <div className="flex min-h-14 items-center gap-2 px-4">
        {back ? (
          <Link
            to={back}
            aria-label="Back"
            className="-ml-2 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-kumo-tint lg:hidden"
          >
            <ArrowLeftIcon aria-hidden className="size-5" />
          </Link>
        ) : null}
        <div className="min-w-0 flex-1">{title}</div>
        {children}
      </div>
      {below}
    </header>
  );
}

/** A page to read from top to bottom, one column wide: head, then what scrolls. */
export function ReadingPage({
  title,
  actions,
  below,
  children,
}: {
  title: string;
  actions?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <section aria-label={title} className="flex min-h-0 w-full flex-col">
      <PageHead back="/more" title={<h1 className="text-base font-semibold">{title}</h1>} below={below}>
        {actions}
      </PageHead>
      <Scroll>
        <div className="mx-auto flex max-w-3xl flex-col gap-6 p-4 sm:p-6">{children}</div>
      </Scroll>
    </section>
  );
}

/** Tells the browser's tab what is open. The shell adds how much waits. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.documentElement.dataset["title"] = title;
    window.dispatchEvent(new Event("steward:title"));
  }, [title]);
}

/** A page body that scrolls by itself, also by the keyboard where nothing in it takes the focus. */
export function Scroll({ children }: { children: ReactNode }) {
  return (
    <div
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      {children}
    </div>
  );
}

/** Teaches by doing. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-3 px-6 py-10 text-center">
      <h2 className="text-base font-semibold">{title}</h2>
      {children ? <div className="text-kumo-subtle">{children}</div> : null}
      {action}
    </div>
  );
}
