/**
 * Shows notifications and decides from their buttons. Push only: it caches nothing and answers no requests of the pages.
 * What a push carries is `pushPayloadSchema` of src/protocol/account.ts.
 */

self.addEventListener("install", () => {
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

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
    body: "Something waits for you.",
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

function show(payload, extra = {}) {
  const decidable =
    payload.kind === "approval" && Boolean(payload.token && payload.approvalId && payload.effectHash);
  return self.registration.showNotification(payload.title, {
    body: payload.body,
    tag: payload.tag,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    renotify: payload.kind === "approval" || payload.kind === "alert",
    requireInteraction: payload.kind === "approval",
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

/** What was decided elsewhere replaces the question, quietly, and goes away by itself. */
async function resolve(payload) {
  const open = await self.registration.getNotifications({ tag: payload.tag });
  for (const notification of open) notification.close();
  await show(payload, { requireInteraction: false, renotify: false });
  await new Promise((done) => {
    setTimeout(done, 4000);
  });
  for (const notification of await self.registration.getNotifications({ tag: payload.tag })) {
    if (notification.data?.kind === "resolved") notification.close();
  }
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
      return (moved ?? client).focus();
    } catch {
      // A window this worker does not control cannot be moved; a new one is opened.
    }
  }
  return self.clients.openWindow(target);
}

/** Decides with the single-use token that came with this very notification. Never by GET. */
async function decide(payload, decision) {
  try {
    const answer = await fetch(`/api/approvals/${encodeURIComponent(payload.approvalId)}/decision`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Approval ${payload.token}` },
      body: JSON.stringify({ decision, effectHash: payload.effectHash }),
    });
    if (answer.ok) {
      const done = {
        ...payload,
        kind: "resolved",
        title: decision === "approve" ? "Approved" : "Rejected",
        token: null,
      };
      return await show(done, { requireInteraction: false, renotify: false });
    }
    const body = await answer.json().catch(() => null);
    return await notDecided(payload, body?.error?.message ?? "The server did not take the decision.");
  } catch {
    return await notDecided(payload, "The server could not be reached.");
  }
}

function notDecided(payload, why) {
  return show(
    {
      ...payload,
      kind: "alert",
      title: "Not decided: open",
      body: `${why} Open the card to decide. ${payload.body}`,
      token: null,
    },
    { requireInteraction: true },
  );
}

self.addEventListener("notificationclick", (event) => {
  const payload = event.notification.data ?? { url: "/approvals" };
  event.notification.close();
  if (event.action === "approve" || event.action === "reject") event.waitUntil(decide(payload, event.action));
  else event.waitUntil(open(payload.url));
});
