import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { ArrowLeftIcon } from "./icons.ts";
import { HelpLink } from "./help/help-link.tsx";
import { useTabs } from "./places-context.tsx";

/** The head of a page: back (to its list, if any), title, actions. */
export function PageHead({
  title,
  back,
  help = typeof title === "string",
  children,
  below,
}: {
  title: ReactNode;
  back?: string | undefined;
  /** Links to the page's help on a phone; on a wide screen the rail does. */
  help?: boolean;
  children?: ReactNode;
  below?: ReactNode;
}) {
  const tabs = useTabs();
  // Its tab says the title, so what is left of the head is one row of tools.
  if (typeof title === "string" && title === tabs?.open.label)
    return <Tools title={title} tools={children} below={below} />;
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
        <div className="min-w-0 flex-1">
          {typeof title === "string" ? <h1 className="truncate text-base font-semibold">{title}</h1> : title}
        </div>
        {children}
        {help ? <HelpLink className="-mr-2 lg:hidden" /> : null}
      </div>
      {below}
    </header>
  );
}

/** The head of a page whose tab says its title. */
function Tools({ title, tools, below }: { title: string; tools: ReactNode; below: ReactNode }) {
  return (
    <header className="shrink-0 border-b border-kumo-hairline bg-kumo-base has-[>h1:only-child]:border-0">
      <h1 className="sr-only">{title}</h1>
      {below || tools ? (
        <div className="flex flex-wrap items-start justify-end gap-x-2 pt-2.5 [&>:first-child]:min-w-0 [&>:first-child]:grow [&>:first-child]:basis-64">
          <div>{below}</div>
          {tools ? (
            <div className="flex items-center gap-2 pr-4 pb-2.5 max-sm:pl-4 empty:hidden">{tools}</div>
          ) : null}
        </div>
      ) : null}
    </header>
  );
}

/** A page beside the rail: its head, and the scrolling content below. */
export function Page({
  title,
  tab = title,
  head = title,
  back = "/more",
  actions,
  below,
  children,
}: {
  /** Names the page to screen readers. */
  title: string;
  /** Title of the browser tab if it says more. */
  tab?: string;
  /** The head's title if it shows more than the words. */
  head?: ReactNode;
  /** Where the arrow on a phone leads; null for none. */
  back?: string | null;
  actions?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(tab);
  return (
    <section aria-label={title} className="flex min-h-0 w-full flex-col">
      <PageHead back={back ?? undefined} title={head} below={below} help>
        {actions}
      </PageHead>
      {children}
    </section>
  );
}

/** Scrolls one centered column of a readable width. */
export function Column({ gap = "gap-6", children }: { gap?: `gap-${number}`; children: ReactNode }) {
  return (
    <Scroll>
      <div className={`mx-auto flex max-w-3xl flex-col ${gap} p-4 sm:p-6`}>{children}</div>
    </Scroll>
  );
}

/** Sets the title of the browser's tab. The shell adds the pending count. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.documentElement.dataset["title"] = title;
    window.dispatchEvent(new Event("steward:title"));
  }, [title]);
}

/** A scrolling page body that the keyboard can scroll even if nothing in it is focusable. */
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
