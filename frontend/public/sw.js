/**
 * Shows notifications and decides from their buttons, and stands in with one page when the network is away. It keeps nothing else: no page, no
 * file of the app and no answer of the server is ever cached. What a push carries is `pushPayloadSchema` of src/team/api/team.ts.
 */

const OFFLINE_CACHE = "steward-offline-2";
const OFFLINE_FILES = ["/offline.html", "/offline.css", "/offline.js"];

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  event.waitUntil(Promise.all([keepOfflinePage(), passBy(event)]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), dropOldCaches(), self.registration.navigationPreload?.enable()]),
  );
});

/**
 * What never is this worker's business does not even start it (Service Worker static routing). It also keeps a decision that is sent while the
 * page is left alive: one on its way through a worker ends with the page.
 */
async function passBy(event) {
  const paths = ["/api/*", "/assets/*"];
  await event.addRoutes?.(
    paths.map((pathname) => ({ condition: { urlPattern: new URLPattern({ pathname }) }, source: "network" })),
  );
}

async function keepOfflinePage() {
  const cache = await caches.open(OFFLINE_CACHE);
  for (const path of OFFLINE_FILES) {
    const answer = await fetch(path, { cache: "reload" });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    // A copy: an answer that came through a redirect may not stand in for a page.
    await cache.put(path, new Response(await answer.blob(), { headers: answer.headers }));
  }
}

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== OFFLINE_CACHE).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(pageOrOffline(event));
  else if (OFFLINE_FILES.includes(pathname)) event.respondWith(fileOrKept(request, pathname));
});

async function pageOrOffline(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match("/offline.html")) ?? Response.error();
  }
}

async function fileOrKept(request, pathname) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(pathname)) ?? Response.error();
  }
}

/** A push must always show something; one that cannot be read still says where to look. */
function payloadOf(event) {
  try {
    const payload = event.data.json();
    if (payload && typeof payload.title === "string" && typeof payload.tag === "string") return payload;
  } catch {
    // Fall through.
  }
  return {
    tag: "steward",
    kind: "alert",
    title: "Steward",
    body: "Steward needs you.",
    url: "/approvals",
  };
}

/** Only pages of our own are opened. */
function ownPath(url) {
  try {
    const address = new URL(url, self.location.origin);
    return address.origin === self.location.origin ? address.href : `${self.location.origin}/approvals`;
  } catch {
    return `${self.location.origin}/approvals`;
  }
}

/** A question stays until it is decided; all else goes away by itself. The tag makes it one notification a thing. */
function show(payload, extra = {}) {
  const asks = payload.kind === "approval";
  const decidable = asks && Boolean(payload.token && payload.approvalId && payload.effectHash);
  return self.registration.showNotification(payload.title, {
    body: payload.body,
    tag: payload.tag,
    icon: "/icon-192.png",
    badge: "/badge-96.png",
    renotify: asks || payload.kind === "alert",
    requireInteraction: asks,
    silent: payload.kind === "resolved",
    actions: decidable
      ? [
          { action: "approve", title: "Approve" },
          { action: "reject", title: "Reject" },
        ]
      : [],
    data: payload,
    ...extra,
  });
}

/**
 * What was decided elsewhere quietly takes the question's place. Where nobody has the question before them any more there is nothing to
 * replace: the notification that a push must show is taken away again.
 */
async function resolve(payload) {
  const shown = await self.registration.getNotifications();
  const asked = shown.some((one) => one.tag === payload.tag);
  for (const one of shown) if (one.tag !== payload.tag && one.data?.kind === "resolved") one.close();
  await show(payload);
  if (asked) return;
  for (const one of await self.registration.getNotifications({ tag: payload.tag })) one.close();
}

self.addEventListener("push", (event) => {
  const payload = payloadOf(event);
  event.waitUntil(payload.kind === "resolved" ? resolve(payload) : show(payload));
});

async function open(url) {
  const target = ownPath(url);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const client of windows) {
    if (client.url === target) return client.focus();
  }
  for (const client of windows) {
    if (!("navigate" in client)) continue;
    try {
      const moved = await client.navigate(target);
      return await (moved ?? client).focus();
    } catch {
      // A window this worker does not control cannot be moved; a new one is opened.
    }
  }
  return self.clients.openWindow(target);
}

/** Decides with the single-use token that came with this very notification. Never by GET. */
async function decide(payload, decision) {
  let answer;
  try {
    answer = await fetch(`/api/approvals/${encodeURIComponent(payload.approvalId)}/decision`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Approval ${payload.token}` },
      body: JSON.stringify({ decision, effectHash: payload.effectHash }),
    });
  } catch {
    return notDecided(payload, "We couldn’t reach the server.");
  }
  if (!answer.ok) {
    const body = await answer.json().catch(() => null);
    return notDecided(payload, body?.error?.message ?? "The server didn’t accept the decision.");
  }
  return show({
    ...payload,
    kind: "resolved",
    title: decision === "approve" ? "Approved by you" : "Rejected by you",
    token: null,
  });
}

function notDecided(payload, why) {
  return show(
    {
      ...payload,
      kind: "alert",
      title: "Your decision wasn’t saved",
      body: `${why} Open the card to decide. ${payload.body}`,
      token: null,
    },
    { requireInteraction: true },
  );
}

self.addEventListener("notificationclick", (event) => {
  const payload = event.notification.data ?? { url: "/approvals" };
  if (event.action === "approve" || event.action === "reject") {
    event.notification.close();
    event.waitUntil(decide(payload, event.action));
    return;
  }
  // To look at a question is not to decide it: it stays until somebody has.
  if (payload.kind !== "approval") event.notification.close();
  event.waitUntil(open(payload.url));
});

/**
 * The browser ended or renewed the subscription: the server is told of the new one, which takes the old one's place with its name. Where
 * nobody is signed in it stays untold, and the settings offer to turn notifications on again.
 */
async function renew({ oldSubscription, newSubscription }) {
  const subscription =
    newSubscription ?? (await self.registration.pushManager.subscribe(await howTo(oldSubscription)));
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, keys, ...(oldSubscription ? { replaces: oldSubscription.endpoint } : {}) };
  const answer = await fetch("/api/push/subscriptions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the new subscription was answered ${answer.status}`);
}

async function howTo(oldSubscription) {
  const known = oldSubscription?.options?.applicationServerKey;
  if (known) return { userVisibleOnly: true, applicationServerKey: known };
  const { publicKey } = await (await fetch("/api/push/vapid-public-key")).json();
  return { userVisibleOnly: true, applicationServerKey: publicKey };
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
