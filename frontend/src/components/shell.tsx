/** The frame around every page: where one can go, how much waits, and whether the line to the server stands. */
import { useEffect, useState, type ComponentType } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { accountEndpoints } from "../../../src/protocol/index.ts";
import { call } from "../api/call.ts";
import { followFeed } from "../api/feed-client.ts";
import type { LineState } from "../api/live-socket.ts";
import { meQuery, openApprovalsQuery, waitsForPerson } from "../api/queries.ts";
import {
  ChatCircleIcon,
  GearIcon,
  MoonIcon,
  PulseIcon,
  SealCheckIcon,
  SignOutIcon,
  SunIcon,
} from "./icons.ts";
import { MeProvider, useMe } from "./session.tsx";
import { setTheme, useTheme } from "./theme.ts";
import { toastError } from "./toasts.ts";

const PLACES = [
  { to: "/conversations", label: "Conversations", short: "Chats", Icon: ChatCircleIcon },
  { to: "/approvals", label: "Approvals", short: "Approvals", Icon: SealCheckIcon },
  { to: "/activity", label: "Activity", short: "Activity", Icon: PulseIcon },
  { to: "/settings", label: "Settings", short: "Settings", Icon: GearIcon },
] as const;

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
  const { data: open } = useQuery(openApprovalsQuery);
  const waiting = (open ?? []).filter(waitsForPerson).length;
  useDocumentTitle(waiting);
  return (
    <div className="flex h-full flex-col lg:flex-row">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-kumo-base px-4 py-2 ring ring-kumo-line focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <Rail waiting={waiting} />
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        <LineNotice line={line} />
        <div className="flex min-h-0 flex-1">
          <Outlet />
        </div>
      </main>
      <BottomBar waiting={waiting} />
    </div>
  );
}

/** `(3) Title · Steward` in the browser's tab. */
function useDocumentTitle(waiting: number): void {
  useEffect(() => {
    const write = (): void => {
      const page = document.documentElement.dataset["title"];
      document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${page ? `${page} · ` : ""}Steward`;
    };
    write();
    window.addEventListener("steward:title", write);
    return () => window.removeEventListener("steward:title", write);
  }, [waiting]);
}

/** How long a line may be away before anybody is told: blips are not news. */
const BLIP_MS = 1500;

function LineNotice({ line }: { line: LineState }) {
  return (
    <div role="status" aria-live="polite">
      {line === "open" ? null : <Away />}
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

function CountBadge({ amount, className = "" }: { amount: number; className?: string }) {
  if (amount === 0) return null;
  return (
    <span
      className={`rounded-full bg-kumo-brand px-1.5 text-center text-xs leading-5 font-medium text-white tabular-nums ${className}`}
    >
      {amount > 99 ? "99+" : amount}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

function Rail({ waiting }: { waiting: number }) {
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
          <p className="truncate text-xs text-kumo-subtle" title={me.tenant.name}>
            {me.tenant.name}
          </p>
        </div>
      </div>
      <ul className="flex flex-col gap-0.5">
        {PLACES.map(({ to, label, Icon }) => (
          <li key={to}>
            <PlaceLink to={to} label={label} Icon={Icon} amount={to === "/approvals" ? waiting : 0} />
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

function PlaceLink({
  to,
  label,
  Icon,
  amount,
}: {
  to: Place["to"];
  label: string;
  Icon: Place["Icon"];
  amount: number;
}) {
  return (
    <Link to={to} className={RAIL_ITEM}>
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="flex-1">{label}</span>
      <CountBadge amount={amount} />
    </Link>
  );
}

export function ThemeSwitch() {
  const theme = useTheme();
  const order = ["system", "light", "dark"] as const;
  const next = order[(order.indexOf(theme) + 1) % order.length] ?? "system";
  const words = { system: "As the system", light: "Light", dark: "Dark" };
  const Icon: ComponentType<{ className?: string }> = theme === "dark" ? MoonIcon : SunIcon;
  return (
    <button
      type="button"
      className={RAIL_ITEM}
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${words[theme]}. Change to ${words[next]}`}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span>{words[theme]}</span>
    </button>
  );
}

export function SignOut() {
  const me = useMe();
  async function leave(): Promise<void> {
    try {
      await call(accountEndpoints.endSession, {});
      window.location.assign(me.signOutUrl ?? "/sign-in");
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <button type="button" className={RAIL_ITEM} onClick={() => void leave()}>
      <SignOutIcon aria-hidden className="size-4.5 shrink-0" />
      <span>Sign out</span>
    </button>
  );
}

function BottomBar({ waiting }: { waiting: number }) {
  return (
    <nav aria-label="Main" className="safe-bottom shrink-0 border-t border-kumo-line bg-kumo-base lg:hidden">
      <ul className="grid grid-cols-4">
        {PLACES.map(({ to, short, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-kumo-subtle data-[status=active]:font-medium data-[status=active]:text-kumo-default"
            >
              <Icon aria-hidden className="size-5.5" />
              {short}
              <CountBadge
                amount={to === "/approvals" ? waiting : 0}
                className="absolute top-1 left-1/2 ml-2"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
