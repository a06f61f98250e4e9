/** The notification centre: everything Steward told the team, also where no device rings. */
import { useState } from "react";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { notificationEndpoints, type NotificationView } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { notificationsQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { linkTarget } from "../../components/link-target.ts";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { toastError } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { isPressing, stateWords } from "./notification-words.ts";

export default function NotificationsPage() {
  const client = useQueryClient();
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(notificationsQuery);
  const [busy, setBusy] = useState(false);
  usePageTitle("Notifications");
  const items = (data?.pages ?? []).flatMap((page) => page.items);
  const unread = data?.pages[0]?.unread ?? 0;

  async function readAll(): Promise<void> {
    setBusy(true);
    try {
      await call(notificationEndpoints.readNotifications, { body: {} });
      await client.invalidateQueries({ queryKey: ["notifications"] });
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-label="Notifications" className="flex min-h-0 w-full flex-col">
      <PageHead back="/more" title={<h1 className="text-base font-semibold">Notifications</h1>}>
        {unread > 0 ? (
          <Button className="touch" loading={busy} onClick={() => void readAll()}>
            Mark all as read
          </Button>
        ) : null}
      </PageHead>
      <Scroll>
        <div className="mx-auto w-full max-w-3xl">
          {error ? (
            <div className="p-4">
              <ErrorNotice error={error} onRetry={() => void refetch()} />
            </div>
          ) : null}
          {isPending ? <ListSkeleton rows={5} /> : null}
          {data && items.length === 0 ? (
            <Empty
              title="Nothing yet."
              action={
                <ButtonLink to="/settings/notifications" variant="primary">
                  Let this device ring
                </ButtonLink>
              }
            >
              What Steward asks or warns of stands here, and on every device that rings.
            </Empty>
          ) : null}
          <ul
            className={
              items.length > 0
                ? "sm:my-6 sm:overflow-hidden sm:rounded-xl sm:border sm:border-kumo-line sm:*:last:border-b-0"
                : undefined
            }
          >
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          <MorePages query={pages} words="Earlier" wide />
        </div>
      </Scroll>
    </section>
  );
}

function Item({ item }: { item: NotificationView }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const target = linkTarget(item.url.startsWith("/") ? item.url : pathOf(item.url));

  async function read(): Promise<void> {
    if (item.read) return;
    try {
      await call(notificationEndpoints.readNotifications, { body: { ids: [item.id] } });
      await client.invalidateQueries({ queryKey: ["notifications"] });
    } catch (failure) {
      toastError(failure);
    }
  }

  async function acknowledge(): Promise<void> {
    setBusy(true);
    try {
      await call(notificationEndpoints.acknowledgeNotification, { params: { id: item.id } });
      await client.invalidateQueries({ queryKey: ["notifications"] });
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <li
      data-notification={item.id}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-kumo-hairline px-4 py-3 ${item.read ? "" : "bg-kumo-base"}`}
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className={`flex items-baseline gap-2 wrap-anywhere ${item.read ? "" : "font-semibold"}`}>
          {item.read ? null : (
            <span aria-hidden className="size-2 shrink-0 self-center rounded-full bg-kumo-brand" />
          )}
          <span>
            {clipped(item.title, 300)}
            {item.read ? null : <span className="sr-only"> (new)</span>}
          </span>
          {item.urgent && item.resolvedAt === null ? (
            <span className="rounded-full bg-kumo-danger-tint px-2 py-px text-xs font-medium text-kumo-danger ring ring-kumo-danger/40">
              Urgent
            </span>
          ) : null}
        </p>
        <p className="line-clamp-3 text-sm whitespace-pre-wrap text-kumo-subtle wrap-anywhere">
          {clipped(item.body, 2000)}
        </p>
        <p className="pt-0.5 text-xs text-kumo-subtle wrap-anywhere">
          <Time at={item.createdAt} />
          {stateWords(item).map((words) => ` · ${words}`)}
          {item.heldUntil ? (
            <>
              {" "}
              · quiet hours: rings <Time at={item.heldUntil} as="upcoming" />
            </>
          ) : null}
          {item.deliveries > 0 ? ` · rang ${count(item.deliveries, "device")}` : ""}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isPressing(item) ? (
          <Button
            size="sm"
            variant="primary"
            className="touch"
            loading={busy}
            onClick={() => void acknowledge()}
          >
            I am on it
          </Button>
        ) : null}
        {target?.inside ? (
          <Link
            to={target.href}
            onClick={(event) => {
              void read();
              event.preventDefault();
              void navigate({ href: target.href });
            }}
            aria-label={`Open: ${item.title}`}
            className="touch inline-flex items-center px-1 text-sm text-kumo-link underline underline-offset-2"
          >
            Open
          </Link>
        ) : null}
        {item.read ? null : (
          <Button
            size="sm"
            variant="ghost"
            className="touch"
            aria-label={`Mark as read: ${item.title}`}
            onClick={() => void read()}
          >
            Mark as read
          </Button>
        )}
      </div>
    </li>
  );
}

/** The path of an address of ours; anything else leads nowhere. */
function pathOf(url: string): string {
  try {
    const address = new URL(url);
    return address.origin === window.location.origin ? address.pathname + address.search : "";
  } catch {
    return "";
  }
}
