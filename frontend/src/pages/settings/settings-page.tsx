import { useEffect, useRef, type RefObject } from "react";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { SECTIONS } from "./sections.ts";

/** On a phone the tabs scroll: the one that is open is brought into sight. */
function useOpenTabInSight(): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    tabs.current
      ?.querySelector("[data-status=active]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return tabs;
}

export function SettingsPage() {
  const tabs = useOpenTabInSight();
  usePageTitle("Settings");
  return (
    <section aria-label="Settings" className="flex min-h-0 w-full flex-col">
      <PageHead
        back="/more"
        title={<h1 className="text-base font-semibold">Settings</h1>}
        below={
          <nav ref={tabs} aria-label="Settings" className="no-scrollbar overflow-x-auto px-2">
            <ul className="flex gap-1">
              {SECTIONS.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="touch flex h-9 items-center border-b-2 border-transparent px-2.5 text-sm whitespace-nowrap text-kumo-subtle hover:text-kumo-default focus-visible:-outline-offset-2 data-[status=active]:border-kumo-brand data-[status=active]:font-medium data-[status=active]:text-kumo-default"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        }
      />
      <Scroll>
        <div className="mx-auto flex max-w-3xl flex-col gap-6 p-4 sm:p-6">
          <Outlet />
        </div>
      </Scroll>
    </section>
  );
}
