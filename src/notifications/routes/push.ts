/** Routes of Web Push devices and of the notification center. */
import { notificationDeps } from "../open.ts";
import { deviceOf } from "../../platform/auth/index.ts";
import {
  acknowledge,
  list,
  listDevices,
  listPreferences,
  listUrgent,
  markRead,
  sendTest,
  setPreference,
  showTaken,
  subscribe,
  unsubscribe,
  updateDevice,
} from "../index.ts";
import { notificationPreferenceEndpoints } from "../api/notification-preferences.ts";
import { notificationEndpoints } from "../api/notifications.ts";
import { inBackground } from "../../platform/http/context.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function pushRoutes(app: App): void {
  serve(app, notificationEndpoints.pushKey, async ({ ctx }) => ({
    publicKey: ctx.config.push.vapid.publicKey,
  }));

  serve(app, notificationEndpoints.subscriptions, async ({ db }) => ({
    items: await listDevices({ db }),
    nextCursor: null,
  }));

  serve(app, notificationEndpoints.subscribe, async ({ c, ctx, principal, body }) =>
    subscribe(notificationDeps(ctx), {
      userId: principal.user.id,
      sessionId: principal.via === "session" ? principal.sessionId : null,
      endpoint: body.endpoint,
      keys: body.keys,
      device: body.device ?? deviceOf(c.req.header("user-agent") ?? null),
      ...(body.replaces === undefined ? {} : { replaces: body.replaces }),
    }),
  );

  serve(app, notificationEndpoints.unsubscribe, async ({ db, principal, query }) => {
    await unsubscribe({ db }, { userId: principal.user.id, role: principal.user.role }, query.id);
    return OK;
  });

  serve(app, notificationEndpoints.testPush, async ({ ctx, principal }) => {
    const { sent, removed, failed } = await sendTest(notificationDeps(ctx), principal.user.id);
    return { sent, removed, failed };
  });

  serve(app, notificationEndpoints.updateSubscription, async ({ ctx, principal, param, body }) =>
    updateDevice(
      notificationDeps(ctx),
      { userId: principal.user.id, role: principal.user.role },
      param("id"),
      body,
    ),
  );

  serve(app, notificationEndpoints.notifications, async ({ db, principal, query }) =>
    withOpaqueCursor(query, (page) => list({ db }, principal.user.id, page)),
  );

  serve(app, notificationEndpoints.urgentNotifications, async ({ ctx, principal }) => ({
    items: await listUrgent(notificationDeps(ctx), principal.user.id),
  }));

  serve(app, notificationPreferenceEndpoints.notificationPreferences, async ({ db, principal }) => ({
    items: await listPreferences(db, principal.user.id),
  }));

  serve(app, notificationPreferenceEndpoints.setNotificationPreference, async ({ db, principal, body }) => ({
    items: await setPreference(db, principal.user.id, body),
  }));

  serve(app, notificationEndpoints.readNotifications, async ({ ctx, principal, body }) =>
    markRead(notificationDeps(ctx), principal.user.id, body.ids),
  );

  serve(app, notificationEndpoints.acknowledgeNotification, async ({ c, ctx, principal, param }) => {
    const deps = notificationDeps(ctx);
    const { id, name } = principal.user;
    const taken = await acknowledge(deps, { id, name }, param("id"));
    inBackground(c, showTaken(deps, taken.id));
    return taken;
  });
}
