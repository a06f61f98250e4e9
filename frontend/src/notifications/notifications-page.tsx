/** The notification center: everything Steward reported to the team, including what reached no device. */
import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import {
  notificationEndpoints,
  type NotificationView,
} from "../../../src/notifications/api/notifications.ts";
import { call } from "../api/call.ts";
import { optimistic } from "../api/mutations.ts";
import { changeNotifications, notificationsQuery, type NotificationPages } from "../api/queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { linkTarget } from "../components/link-target.ts";
import { PagedList } from "../components/paged-list.tsx";
import { Empty, Scroll, Page } from "../components/page.tsx";
import RaiseLimit from "../components/raise-limit.tsx";
import { usePageRoots } from "../components/places-context.tsx";
import { useMe } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { count } from "../components/words.ts";
import { isPressing, stateWords } from "./notification-words.ts";

/** Affects only our own data, so it is shown at once and reverted if the server refuses. */
function useNotificationActions() {
  const client = useQueryClient();
  const name = useMe().user.name;
  const key = notificationsQuery.queryKey;
  const reading = useMutation({
    mutationFn: (ids: readonly string[] | null) =>
      call(notificationEndpoints.readNotifications, { body: ids === null ? {} : { ids: [...ids] } }),
    ...optimistic(client, key, (pages: NotificationPages, ids: readonly string[] | null) =>
      changeNotifications(pages, (item) =>
        ids === null || ids.includes(item.id) ? { ...item, read: true } : item,
      ),
    ),
  });
  const acknowledging = useMutation({
    mutationFn: (id: string) => call(notificationEndpoints.acknowledgeNotification, { params: { id } }),
    ...optimistic(client, key, (pages: NotificationPages, id: string) =>
      changeNotifications(pages, (item) =>
        item.id === id
          ? { ...item, read: true, acknowledgedAt: new Date().toISOString(), acknowledgedBy: name }
          : item,
      ),
    ),
  });
  return {
    readAll: () => reading.mutate(null),
    read: (item: NotificationView) => {
      if (!item.read) reading.mutate([item.id]);
    },
    acknowledge: (item: NotificationView) => acknowledging.mutate(item.id),
  };
}

type Actions = ReturnType<typeof useNotificationActions>;

export default function NotificationsPage() {
  const query = useInfiniteQuery(notificationsQuery);
  const actions = useNotificationActions();
  return (
    <Page
      title="Notifications"
      actions={
        (query.data?.pages[0]?.unread ?? 0) > 0 ? (
          <Button className="touch" onClick={actions.readAll}>
            Mark all as read
          </Button>
        ) : null
      }
    >
      <Scroll>
        <div className="mx-auto w-full max-w-3xl">
          <PagedList query={query} rows={5} wide more="Earlier" empty={<NothingYet />}>
            {(items) => (
              <ul className="sm:my-6 sm:overflow-hidden sm:rounded-xl sm:border sm:border-kumo-line sm:*:last:border-b-0">
                {items.map((item) => (
                  <Item key={item.id} item={item} actions={actions} />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </Scroll>
    </Page>
  );
}

function NothingYet() {
  return (
    <Empty
      title="No notifications yet"
      action={
        <ButtonLink to="/settings/notifications" variant="primary">
          Turn on notifications
        </ButtonLink>
      }
    >
      What Steward asks or warns about will appear here and on every device with notifications on.
    </Empty>
  );
}

function Item({ item, actions }: { item: NotificationView; actions: Actions }) {
  return (
    <li
      data-notification={item.id}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-kumo-hairline px-4 py-3 ${item.read ? "" : "bg-kumo-base"}`}
    >
      <div className="min-w-0 flex-1 basis-60">
        <Title item={item} />
        <p className="line-clamp-3 text-sm whitespace-pre-wrap text-kumo-subtle wrap-anywhere">
          {clipped(item.body, 2000)}
        </p>
        <State item={item} />
      </div>
      <Buttons item={item} actions={actions} />
    </li>
  );
}

function Title({ item }: { item: NotificationView }) {
  return (
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
  );
}

function State({ item }: { item: NotificationView }) {
  return (
    <p className="pt-0.5 text-xs text-kumo-subtle wrap-anywhere">
      <Time at={item.createdAt} />
      {stateWords(item).map((words) => ` · ${words}`)}
      {item.heldUntil ? (
        <>
          {" "}
          · on hold for quiet hours until <Time at={item.heldUntil} as="upcoming" />
        </>
      ) : null}
      {item.deliveries > 0 ? ` · Sent to ${count(item.deliveries, "device")}` : ""}
    </p>
  );
}

function Buttons({ item, actions }: { item: NotificationView; actions: Actions }) {
  const navigate = useNavigate();
  const roots = usePageRoots();
  const target = linkTarget(item.url.startsWith("/") ? item.url : pathOf(item.url), roots);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {item.code?.startsWith("tool_calls_") && item.resolvedAt === null ? <RaiseLimit /> : null}
      {isPressing(item) ? (
        <Button size="sm" variant="primary" className="touch" onClick={() => actions.acknowledge(item)}>
          I’m on it
        </Button>
      ) : null}
      {target?.inside ? (
        <Link
          to={target.href}
          onClick={(event) => {
            actions.read(item);
            event.preventDefault();
            void navigate({ href: target.href });
          }}
          aria-label={`Open: ${item.title}`}
          className="touch inline-flex items-center px-1 text-sm link"
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
          onClick={() => actions.read(item)}
        >
          Mark as read
        </Button>
      )}
    </div>
  );
}

/** The path of one of our own addresses; anything else has no link. */
function pathOf(url: string): string {
  try {
    const address = new URL(url);
    return address.origin === window.location.origin ? address.pathname + address.search : "";
  } catch {
    return "";
  }
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(notificationsQuery);
}
