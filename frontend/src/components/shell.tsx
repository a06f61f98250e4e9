/** The frame around every page: where one can go, how much waits, and whether the line to the server stands. */
import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType } from "react";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { followFeed } from "../api/feed-client.ts";
import type { LineState } from "../api/live-socket.ts";
import {
  conversationsQuery,
  meQuery,
  notificationsQuery,
  openApprovalsQuery,
  waitsForPerson,
} from "../api/queries.ts";
import { unreadCount } from "./count-words.ts";
import { useCounts } from "./counts.ts";
import {
  BellIcon,
  BooksIcon,
  ChatCircleIcon,
  ClockIcon,
  FolderIcon,
  GearIcon,
  ListIcon,
  MagnifyingGlassIcon,
  MoonIcon,
  PulseIcon,
  SealCheckIcon,
  SignOutIcon,
  SunIcon,
} from "./icons.ts";
import { PALETTE_KEYS } from "./keys/shortcuts.ts";
import { useGlobalKeys, type Overlay } from "./keys/use-global-keys.ts";
import { useInFront } from "./presence/presence-note.tsx";
import { useOnline } from "./online.ts";
import { loadFirst } from "./load-first.ts";
import { MeProvider, useMe } from "./session.tsx";
import { signOut } from "./sign-out.ts";
import { setTheme, useTheme } from "./theme.ts";

const loadPalette = () => import("./palette/palette.tsx");
const Palette = lazy(loadPalette);
const loadKeyMap = () => import("./keys/key-map-dialog.tsx");
const KeyMapDialog = lazy(loadKeyMap);

const PLACES = [
  { to: "/conversations", label: "Conversations", short: "Chats", Icon: ChatCircleIcon, counts: "unread" },
  { to: "/approvals", label: "Approvals", short: "Approvals", Icon: SealCheckIcon, counts: "waiting" },
  { to: "/workspace", label: "Workspace", short: "More", Icon: FolderIcon, counts: null },
  { to: "/skills", label: "Skills", short: "More", Icon: BooksIcon, counts: null },
  { to: "/schedules", label: "Schedules", short: "More", Icon: ClockIcon, counts: null },
  { to: "/activity", label: "Activity", short: "Activity", Icon: PulseIcon, counts: null },
  { to: "/notifications", label: "Notifications", short: "More", Icon: BellIcon, counts: "news" },
  { to: "/settings", label: "Settings", short: "More", Icon: GearIcon, counts: null },
] as const;

/** How much there is of each, for the badges. */
interface Counts {
  readonly waiting: number;
  readonly unread: number;
  readonly news: number;
}

const COUNT_WORDS = { waiting: "waiting", unread: "unread", news: "new" } as const;

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
  const counts = useShownCounts();
  useCounts(counts.waiting + counts.unread);
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
        <div className="flex min-h-0 flex-1">
          <Outlet />
        </div>
      </main>
      <BottomBar counts={counts} />
      {overlay.content}
    </div>
  );
}

function useShownCounts(): Counts {
  const { data: open } = useQuery(openApprovalsQuery);
  const { data: listed } = useInfiniteQuery(conversationsQuery(""));
  const { data: news } = useInfiniteQuery(notificationsQuery);
  const openId = useParams({ strict: false }).id;
  const inFront = useInFront();
  return {
    waiting: (open ?? []).filter(waitsForPerson).length,
    unread: unreadCount(
      (listed?.pages ?? []).flatMap((page) => page.items),
      openId,
      inFront,
    ),
    news: news?.pages[0]?.unread ?? 0,
  };
}

/** The palette and the keyboard map: loaded when first asked for, then kept so that the focus can be given back. */
function useOverlay() {
  const [shown, setShown] = useState<Overlay | null>(null);
  const [loaded, setLoaded] = useState<ReadonlySet<Overlay>>(new Set());
  const open = useCallback((overlay: Overlay) => {
    loadFirst(overlay === "palette" ? loadPalette : loadKeyMap, () => {
      setLoaded((known) => new Set(known).add(overlay));
      setShown((now) => (now === overlay ? null : overlay));
    });
  }, []);
  const close = useCallback(() => setShown(null), []);
  const openPalette = useCallback(() => open("palette"), [open]);
  const openKeys = useCallback(() => open("keys"), [open]);
  useGlobalKeys(open);
  useEffect(() => {
    // The first key of Ctrl/⌘ K fetches the palette, so that it is there for the first letter.
    const fetchAhead = ({ key }: KeyboardEvent): void => {
      if (key === "Control" || key === "Meta") loadPalette().catch(() => {});
    };
    window.addEventListener("keydown", fetchAhead);
    return () => window.removeEventListener("keydown", fetchAhead);
  }, []);
  useEffect(() => {
    window.addEventListener("steward:palette", openPalette);
    window.addEventListener("steward:keys", openKeys);
    return () => {
      window.removeEventListener("steward:palette", openPalette);
      window.removeEventListener("steward:keys", openKeys);
    };
  }, [openPalette, openKeys]);
  const content = (
    <Suspense fallback={null}>
      {loaded.has("palette") ? (
        <Palette open={shown === "palette"} onClose={close} onKeyMap={openKeys} />
      ) : null}
      {loaded.has("keys") ? <KeyMapDialog open={shown === "keys"} onClose={close} /> : null}
    </Suspense>
  );
  return { openPalette, content };
}

/** How long a line may be away before anybody is told: blips are not news. */
const BLIP_MS = 1500;

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
    const timer = window.setTimeout(() => setShown(true), BLIP_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <p className="border-b border-kumo-warning/40 bg-kumo-warning-tint px-4 py-1 text-center text-xs">
      {navigator.onLine ? "Connecting again…" : "Offline."} What you write is kept and sent when the line is
      back.
    </p>
  );
}

export function CountBadge({
  amount,
  of,
  className = "",
}: {
  amount: number;
  of: keyof typeof COUNT_WORDS;
  className?: string;
}) {
  if (amount === 0) return null;
  return (
    <span
      className={`rounded-full bg-kumo-brand px-1.5 text-center text-xs leading-5 font-medium text-white tabular-nums ${className}`}
    >
      {amount > 99 ? "99+" : amount}
      <span className="sr-only"> {COUNT_WORDS[of]}</span>
    </span>
  );
}

function Rail({ counts, onPalette }: { counts: Counts; onPalette: () => void }) {
  const me = useMe();
  return (
    <nav
      aria-label="Main"
      className="hidden w-52 shrink-0 flex-col border-r border-kumo-line bg-kumo-recessed p-2 lg:flex"
    >
      <div className="flex items-center gap-2 px-2 pt-2 pb-4">
        <img src="/icon.svg" alt="" className="size-7 rounded-lg" />
        <div className="min-w-0">
          <p className="leading-tight font-semibold">Steward</p>
          <p className="line-clamp-2 text-xs leading-tight text-kumo-subtle" title={me.tenant.name}>
            {me.tenant.name}
          </p>
        </div>
      </div>
      <button
        type="button"
        onClick={onPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="touch mb-2 flex h-9 w-full items-center gap-2.5 rounded-lg bg-kumo-base px-2.5 text-sm text-kumo-subtle ring ring-kumo-line hover:text-kumo-default"
      >
        <MagnifyingGlassIcon aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 text-left">Go or find</span>
        <kbd aria-hidden className="font-sans text-xs">
          {PALETTE_KEYS.join(" ")}
        </kbd>
      </button>
      <ul className="flex flex-col gap-0.5">
        {PLACES.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} counts={counts} />
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-0.5">
        <ThemeSwitch />
        <SignOut />
        <p className="truncate px-2.5 pt-2 text-xs text-kumo-subtle" title={me.user.email}>
          {me.user.name}
        </p>
      </div>
    </nav>
  );
}

const RAIL_ITEM =
  "touch flex h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-sm text-kumo-default hover:bg-kumo-tint data-[status=active]:bg-kumo-base data-[status=active]:font-medium data-[status=active]:shadow-xs data-[status=active]:ring data-[status=active]:ring-kumo-line";

type Place = (typeof PLACES)[number];

function PlaceLink({ place, counts }: { place: Place; counts: Counts }) {
  const { to, label, Icon } = place;
  return (
    <Link to={to} className={RAIL_ITEM}>
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="flex-1">{label}</span>
      {place.counts ? <CountBadge amount={counts[place.counts]} of={place.counts} /> : null}
    </Link>
  );
}

export function ThemeSwitch() {
  const theme = useTheme();
  const order = ["system", "light", "dark"] as const;
  const next = order[(order.indexOf(theme) + 1) % order.length] ?? "system";
  const words = { system: "system", light: "light", dark: "dark" };
  const Icon: ComponentType<{ className?: string }> = theme === "dark" ? MoonIcon : SunIcon;
  return (
    <button
      type="button"
      className={RAIL_ITEM}
      onClick={() => setTheme(next)}
      aria-label={`Theme: ${words[theme]}. Change to ${words[next]}`}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span>Theme: {words[theme]}</span>
    </button>
  );
}

export function SignOut() {
  const me = useMe();
  return (
    <button type="button" className={RAIL_ITEM} onClick={() => void signOut(me)}>
      <SignOutIcon aria-hidden className="size-4.5 shrink-0" />
      <span>Sign out</span>
    </button>
  );
}

const BOTTOM_ITEM =
  "relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-kumo-subtle data-[status=active]:font-medium data-[status=active]:text-kumo-default";

/** Three places and the rest. */
function BottomBar({ counts }: { counts: Counts }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const amongMore = /^\/(?:more|notifications|settings|workspace|skills|schedules|search|texts)(?:\/|$)/.test(
    path,
  );
  return (
    <nav aria-label="Main" className="safe-bottom shrink-0 border-t border-kumo-line bg-kumo-base lg:hidden">
      <ul className="grid grid-cols-4">
        {PLACES.filter((place) => place.short !== "More").map((place) => (
          <li key={place.to}>
            <Link to={place.to} className={BOTTOM_ITEM}>
              <place.Icon aria-hidden className="size-5.5" />
              {place.short}
              {place.counts ? (
                <CountBadge
                  amount={counts[place.counts]}
                  of={place.counts}
                  className="absolute top-1 left-1/2 ml-2"
                />
              ) : null}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/more" className={BOTTOM_ITEM} {...(amongMore ? { "data-status": "active" } : {})}>
            <ListIcon aria-hidden className="size-5.5" />
            More
            <CountBadge amount={counts.news} of="news" className="absolute top-1 left-1/2 ml-2" />
          </Link>
        </li>
      </ul>
    </nav>
  );
}
