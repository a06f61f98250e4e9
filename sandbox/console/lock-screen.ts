/**
 * The phones' lock screens: what a real phone would show for its pushes, and what its service worker does on a button press. Button
 * tokens stay here; the page only identifies the notification.
 */
import * as z from "zod";
import { endpointOf, pushState, type Device, type Received } from "../push/store.ts";
import { SandboxError, type SandboxContext } from "../service.ts";
import type { Section } from "../state.ts";
import { TENANTS } from "../world/company.ts";
import { askAs, wordsIn } from "./steward.ts";

const ANSWER_TIMEOUT_MS = 30_000;
const MAX_SHOWN = 40;

/** Steward's push payload (`pushPayloadSchema`), parsed as leniently as its service worker does. */
const payloadSchema = z.object({
  tag: z.string(),
  kind: z.enum(["approval", "alert", "test", "resolved"]).catch("alert"),
  title: z.string(),
  body: z.string().catch(""),
  url: z.string().catch("/"),
  approvalId: z.string().nullish(),
  effectHash: z.string().nullish(),
  token: z.string().nullish(),
});
type Payload = z.infer<typeof payloadSchema>;

/** A notification on the lock screen. */
export interface ShownNotification {
  readonly tag: string;
  readonly kind: Payload["kind"];
  readonly title: string;
  readonly body: string;
  /** Target of a tap: always a Steward URL, whatever the push contained. */
  readonly href: string;
  readonly at: string;
  readonly urgency: string;
  /** Whether it has the two buttons. */
  readonly decidable: boolean;
}

/** A phone and its notifications, newest first. */
export interface Phone {
  readonly id: string;
  readonly name: string;
  readonly expired: boolean;
  readonly notifications: readonly ShownNotification[];
}

/** Local state by device and tag, until a newer push for the tag arrives. */
interface Local {
  readonly at: string;
  /** Null if swiped away. */
  readonly shown: { readonly title: string; readonly body: string; readonly kind: Payload["kind"] } | null;
}

export interface LockScreens {
  list(): Phone[];
  dismiss(deviceId: string, tag: string): void;
  /** Presses a button. Resolves once the notification shows the outcome; throws SandboxError if there is no such button. */
  decide(deviceId: string, tag: string, decision: "approve" | "reject"): Promise<{ decided: boolean }>;
  /** Gives a demo person a phone and subscribes it in Steward; an existing phone is resubscribed. Throws SandboxError. */
  pair(email: string): Promise<{ deviceId: string }>;
  /** People who can have a phone. */
  people(): { email: string; name: string; company: string; phone: string }[];
  reset(): void;
}

const keyOf = (deviceId: string, tag: string): string => `${deviceId} ${tag}`;

export function createLockScreens(context: SandboxContext): LockScreens {
  const push = pushState(context);
  const local: Section<Record<string, Local>> = context.section("lock-screens", () => ({}));

  const newest = (deviceId: string): Map<string, Arrived> => newestByTag(push.value.received, deviceId);

  const shown = (deviceId: string): ShownNotification[] =>
    [...newest(deviceId).values()]
      .toReversed()
      .flatMap(({ payload, received }) => {
        const own = local.value[keyOf(deviceId, payload.tag)];
        const stands = own !== undefined && own.at >= received.at;
        if (stands && own.shown === null) return [];
        const { title, body, kind } = (stands ? own.shown : null) ?? payload;
        return [
          {
            tag: payload.tag,
            kind,
            title,
            body,
            href: ownAddress(context.appUrl, payload.url),
            at: stands ? own.at : received.at,
            urgency: received.urgency,
            decidable: !stands && isDecidable(payload),
          },
        ];
      })
      .slice(0, MAX_SHOWN);

  const note = (deviceId: string, tag: string, entry: Local): void => {
    local.value[keyOf(deviceId, tag)] = entry;
    local.save();
  };

  const find = (deviceId: string, tag: string): Arrived => {
    const found = newest(deviceId).get(tag);
    if (found === undefined) throw new SandboxError(404, "That notification is not on this phone.");
    return found;
  };

  return {
    list: () =>
      Object.values(push.value.devices).map(({ id, name, expired }) => ({
        id,
        name,
        expired,
        notifications: shown(id),
      })),
    dismiss(deviceId, tag) {
      find(deviceId, tag);
      note(deviceId, tag, { at: new Date(context.now()).toISOString(), shown: null });
    },
    async decide(deviceId, tag, decision) {
      const { payload, received } = find(deviceId, tag);
      const answered = (local.value[keyOf(deviceId, tag)]?.at ?? "") >= received.at;
      if (!isDecidable(payload) || answered) throw new SandboxError(409, "It no longer has buttons.");
      // Dated before the response, so that Steward's own "Approved by …" push appears above it.
      const at = new Date(context.now()).toISOString();
      const trouble = await postDecision(context.appUrl, payload, decision);
      note(deviceId, tag, { at, shown: afterDecision(payload, decision, trouble) });
      return { decided: trouble === null };
    },
    pair: (email) => pair(context, email),
    people,
    reset: () => local.reset(),
  };
}

/** A decrypted push. */
interface Arrived {
  readonly payload: Payload;
  readonly received: Received;
}

/** The newest push per tag on a device, in order of arrival. */
function newestByTag(pushes: readonly Received[], deviceId: string): Map<string, Arrived> {
  const byTag = new Map<string, Arrived>();
  for (const received of pushes) {
    if (received.subscriptionId !== deviceId) continue;
    const payload = readPayload(received.payload);
    byTag.delete(payload.tag);
    byTag.set(payload.tag, { payload, received });
  }
  return byTag;
}

/** What the service worker shows after a button press; `trouble` is the reason for a failure, or null. */
function afterDecision(
  { body }: Payload,
  decision: "approve" | "reject",
  trouble: string | null,
): Local["shown"] {
  if (trouble === null)
    return { kind: "resolved", title: decision === "approve" ? "Approved" : "Rejected", body };
  return {
    kind: "alert",
    title: "Not decided: open",
    body: `${trouble} Open the card to decide.\n${body}`,
  };
}

function people(): ReturnType<LockScreens["people"]> {
  return TENANTS.flatMap((tenant) =>
    tenant.people.map(({ email, firstName, lastName }) => ({
      email,
      name: `${firstName} ${lastName}`,
      company: tenant.name,
      phone: phoneName(firstName),
    })),
  );
}

function readPayload(payload: unknown): Payload {
  const parsed = payloadSchema.safeParse(payload);
  return parsed.success
    ? parsed.data
    : {
        tag: "steward",
        kind: "alert",
        title: "Steward",
        body: "Something needs your attention.",
        url: "/approvals",
      };
}

function isDecidable({ kind, token, approvalId, effectHash }: Payload): boolean {
  return kind === "approval" && [token, approvalId, effectHash].every(Boolean);
}

/** Like the service worker, opens only Steward's pages. */
function ownAddress(appUrl: string, url: string): string {
  const inbox = `${appUrl}/approvals`;
  if (!URL.canParse(url, appUrl)) return inbox;
  const address = new URL(url, appUrl);
  return address.origin === new URL(appUrl).origin ? address.href : inbox;
}

/** Decides like the service worker, with this notification's token. Null on success, else the reason. */
async function postDecision(
  appUrl: string,
  { approvalId, effectHash, token }: Payload,
  decision: "approve" | "reject",
): Promise<string | null> {
  try {
    const answer = await fetch(`${appUrl}/api/approvals/${encodeURIComponent(approvalId ?? "")}/decision`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Approval ${token}` },
      body: JSON.stringify({ decision, effectHash }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    if (answer.ok) return null;
    return wordsIn(await answer.text()) ?? "The server rejected the decision.";
  } catch {
    return "The server could not be reached.";
  }
}

const PAIRING = "The phone could not be paired.";
const phoneName = (firstName: string): string => `${firstName}'s phone (sandbox)`;

/** The steps of a person: a browser subscribes, its owner signs in, and the app is notified. */
async function pair(context: SandboxContext, email: string): Promise<{ deviceId: string }> {
  const person = TENANTS.flatMap(({ people }) => people).find((one) => one.email === email);
  if (person === undefined) throw new SandboxError(404, "No one of the demo has that address.");
  const name = phoneName(person.firstName);
  const known = Object.values(pushState(context).value.devices).find(
    (device) => device.name === name && !device.expired,
  );
  const { id } = known ?? ((await makeDevice(context, name)) as Device);
  const device = pushState(context).value.devices[id];
  if (device === undefined) throw new SandboxError(502, "The push service made no device.");
  await askAs(context, email, {
    method: "POST",
    path: "/api/push/subscriptions",
    body: {
      endpoint: endpointOf(context, device),
      keys: { p256dh: device.keys.p256dh, auth: device.keys.auth },
      device: name,
    },
    what: PAIRING,
  });
  return { deviceId: id };
}

async function makeDevice(context: SandboxContext, name: string): Promise<unknown> {
  const answer = await fetch(`${context.url}/push/devices`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (!answer.ok) throw new SandboxError(502, `${PAIRING} The push service answered ${answer.status}.`);
  return answer.json();
}
