/** What the push service remembers: devices with their keys, and what arrived on them. Shared by the service and the console's lock screens. */
import type { SandboxContext } from "../service.ts";
import type { Section } from "../state.ts";
import type { DeviceKeys } from "./crypto.ts";

/** A device as the service keeps it. */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly keys: DeviceKeys;
  /** The only VAPID key this device takes messages from, where it subscribed with one. */
  readonly applicationServerKey: string | null;
  readonly createdAt: string;
  expired: boolean;
}

/** One message as the device decrypted it. */
export interface Received {
  readonly subscriptionId: string;
  readonly payload: unknown;
  readonly at: string;
  readonly ttlSeconds: number;
  readonly urgency: string;
  readonly topic: string | null;
}

/** Devices by id, and what they received, oldest first. */
export interface PushState {
  devices: Record<string, Device>;
  received: Received[];
}

const sections = new WeakMap<SandboxContext, Section<PushState>>();

/** The push service's state in a sandbox; the same one for every asker. */
export function pushState(context: SandboxContext): Section<PushState> {
  const known = sections.get(context);
  if (known !== undefined) return known;
  const section = context.section<PushState>("push", () => ({ devices: {}, received: [] }));
  sections.set(context, section);
  return section;
}

/** Where messages for a device are posted: its Web Push endpoint. */
export function endpointOf(context: SandboxContext, { id }: Pick<Device, "id">): string {
  return `${context.url}/push/send/${id}`;
}
