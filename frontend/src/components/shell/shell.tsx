/** The frame around every page: navigation, badges, and the connection notice. */
import { useEffect, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { followFeed } from "../../api/feed-client.ts";
import type { LineState } from "../../api/live-socket.ts";
import { meQuery } from "../../api/queries.ts";
import { totalOf } from "../badge-counts.ts";
import { useCounts } from "../counts.ts";
import { InsideLink } from "../inside-link.tsx";
import { MeProvider, useMe } from "../session.tsx";
import { Time } from "../time.tsx";
import { UndoHere } from "../undo/undo-here.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Rail } from "./rail.tsx";
import { SectionTabs } from "./section-tabs.tsx";
import { useBadgeCounts } from "./use-badge-counts.ts";
import { useOverlay } from "./use-overlay.tsx";
import { useOnline } from "../online.ts";

export function Shell() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <MeProvider value={me}>
      <Frame />
    </MeProvider>
  );
}

function Frame() {
  const client = useQueryClient();
  const [line, setLine] = useState<LineState>("connecting");
  useEffect(() => followFeed(client, setLine), [client]);
  const counts = useBadgeCounts();
  useCounts(totalOf(counts));
  const overlay = useOverlay();
  return (
    <div className="flex h-full flex-col lg:flex-row">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-kumo-base px-4 py-2 ring ring-kumo-line focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <Rail counts={counts} onPalette={overlay.openPalette} />
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        <LineNotice line={line} />
        <DeletionNotice />
        <SectionTabs counts={counts} />
        <div className="flex min-h-0 flex-1">
          <Outlet />
        </div>
      </main>
      <UndoHere />
      <BottomBar counts={counts} />
      {overlay.content}
    </div>
  );
}

/** Everyone sees it, on every page, until the deletion is called off or starts. */
function DeletionNotice() {
  const { deletion } = useMe();
  if (deletion === null) return null;
  return (
    <p className="border-b border-kumo-warning/40 bg-kumo-warning-tint px-4 py-1 text-center text-sm">
      This team will be deleted <Time at={deletion.at} as="upcoming" />.{" "}
      <InsideLink href="/delete-team" className="font-semibold underline">
        Keep it?
      </InsideLink>
    </p>
  );
}

/** Shorter breaks are not worth a word. */
const BREAK_MS = 1500;

function LineNotice({ line }: { line: LineState }) {
  const online = useOnline();
  return (
    <div role="status" aria-live="polite">
      {line === "open" && online ? null : <Away />}
    </div>
  );
}

function Away() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setShown(true), BREAK_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <p className="border-b border-kumo-warning/40 bg-kumo-warning-tint px-4 py-1 text-center text-xs">
      {navigator.onLine ? "Reconnecting…" : "You’re offline."} Messages will send when you’re back online.
    </p>
  );
}
