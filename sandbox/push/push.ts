/**
 * The push service and its phones. Devices have real keys; messages must be real Web Push (RFC 8030, 8188, 8291, 8292) and are decrypted
 * like on a device, for inspection.
 */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import {
  json,
  parseBody,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
} from "../service.ts";
import { checkVapid, decryptPush, makeDeviceKeys, type DeviceKeys } from "./crypto.ts";
import { endpointOf, pushState, type Device } from "./store.ts";

const MAX_BODY_BYTES = 4096;
const MAX_RECEIVED = 2000;

const deviceInput = z.strictObject({
  name: z.string().max(100).default("Sandbox phone"),
  applicationServerKey: z.string().optional(),
});

/** Handles `/push/*` and `/control/push`. */
export const createPush: CreateService = (context) => {
  const section = pushState(context);

  const find = (id: string): Device => {
    const device = section.value.devices[id];
    if (device === undefined) throw new SandboxError(404, "No such subscription.");
    return device;
  };

  const makeDevice = (request: SandboxRequest): Response => {
    const device = newDevice(readDevice(request), new Date(context.now()).toISOString());
    section.value.devices[device.id] = device;
    section.save();
    return json(describe(context, device), 201);
  };

  const expire = (id: string): Response => {
    find(id).expired = true;
    section.save();
    return json({ ok: true });
  };

  const send = async (id: string, request: SandboxRequest): Promise<Response> => {
    const device = find(id);
    if (device.expired) throw new SandboxError(410, "The subscription has expired.");
    const { ttlSeconds, urgency, topic } = readHeaders(request);
    const vapid = await checkVapid(request.headers.get("authorization"), context.url, context.now());
    if (!vapid.ok) throw new SandboxError(vapid.status, vapid.reason);
    if (device.applicationServerKey !== null && device.applicationServerKey !== vapid.publicKey) {
      throw new SandboxError(403, "The device subscribed with another VAPID key.");
    }
    if (request.body.length > MAX_BODY_BYTES) throw new SandboxError(413, "The message is over 4096 bytes.");

    const payload = readable(decrypt(request.body, device.keys));
    const at = new Date(context.now()).toISOString();
    section.value.received.push({ subscriptionId: id, payload, at, ttlSeconds, urgency, topic });
    if (section.value.received.length > MAX_RECEIVED) section.value.received.shift();
    section.save();
    context.markEffect();
    return new Response(null, {
      status: 201,
      headers: { location: `${context.url}/push/message/${randomUUID()}` },
    });
  };

  return {
    name: "push",
    prefix: "/push",
    reset: () => section.reset(),
    handle(request) {
      const [, kind, id, verb] = request.path.split("/");
      const call = `${request.method} ${kind}${id === undefined ? "" : "/:id"}${verb === undefined ? "" : `/${verb}`}`;
      if (call === "GET devices")
        return json({
          items: Object.values(section.value.devices).map((device) => describe(context, device)),
        });
      if (call === "POST devices") return makeDevice(request);
      if (call === "POST devices/:id/expire") return expire(id ?? "");
      if (call === "POST send/:id") return send(id ?? "", request);
      throw new SandboxError(404, `The push service has no ${request.method} ${request.path}.`);
    },
    control(request) {
      if (request.method !== "GET" || request.path !== "/")
        throw new SandboxError(404, "Only GET /control/push.");
      return json({ items: section.value.received });
    },
  };
};

/** A device's subscription with its public keys, as a browser returns it. */
function describe(context: SandboxContext, { id, name, keys, expired, createdAt }: Device) {
  return {
    id,
    name,
    endpoint: endpointOf(context, { id }),
    expirationTime: null,
    keys: { p256dh: keys.p256dh, auth: keys.auth },
    expired,
    createdAt,
  };
}

/** The body is optional: everything has a default. */
function readDevice(request: SandboxRequest): z.output<typeof deviceInput> {
  return parseBody(
    deviceInput,
    request.body.length === 0 ? { ...request, body: Buffer.from("{}") } : request,
  );
}

function newDevice(input: z.output<typeof deviceInput>, createdAt: string): Device {
  return {
    id: randomUUID(),
    name: input.name,
    keys: makeDeviceKeys(),
    applicationServerKey: input.applicationServerKey ?? null,
    createdAt,
    expired: false,
  };
}

function readHeaders({ headers }: SandboxRequest): {
  ttlSeconds: number;
  urgency: string;
  topic: string | null;
} {
  const ttl = headers.get("ttl") ?? "";
  if (!/^\d+$/.test(ttl)) throw new SandboxError(400, "The TTL header is required: a number of seconds.");
  if (headers.get("content-encoding") !== "aes128gcm") {
    throw new SandboxError(415, "Content-Encoding must be aes128gcm.");
  }
  const urgency = headers.get("urgency") ?? "normal";
  if (!["very-low", "low", "normal", "high"].includes(urgency))
    throw new SandboxError(400, "Unknown Urgency.");
  const topic = headers.get("topic");
  if (topic !== null && !/^[A-Za-z0-9_-]{1,32}$/.test(topic)) {
    throw new SandboxError(400, "Topic is at most 32 characters of the base64url alphabet.");
  }
  return { ttlSeconds: Number(ttl), urgency, topic };
}

function decrypt(body: Buffer, keys: DeviceKeys): string {
  try {
    return decryptPush(body, keys).toString("utf8");
  } catch (error) {
    throw new SandboxError(
      400,
      `The device cannot decrypt this: ${error instanceof Error ? error.message : "unknown"}.`,
    );
  }
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
