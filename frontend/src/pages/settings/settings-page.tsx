import { useEffect, useRef, type RefObject } from "react";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { ReadingPage } from "../../components/page.tsx";
import { SECTIONS } from "./sections.ts";

/** On a phone the tabs scroll: the one that is open is brought into sight. */
function useOpenTabInSight(): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    const show = (): void =>
      tabs.current
        ?.querySelector("[data-status=active]")
        ?.scrollIntoView({ block: "nearest", inline: "center" });
    show();
    window.addEventListener("resize", show);
    return () => window.removeEventListener("resize", show);
  }, [path]);
  return tabs;
}

export default function SettingsPage() {
  const tabs = useOpenTabInSight();
  return (
    <ReadingPage
      title="Settings"
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
    >
      <Outlet />
    </ReadingPage>
  );
}
