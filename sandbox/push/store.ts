/** Devices with their keys and received messages. Shared by the service and the console's lock screens. */
import type { SandboxContext } from "../service.ts";
import type { Section } from "../state.ts";
import type { DeviceKeys } from "./crypto.ts";

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly keys: DeviceKeys;
  /** The VAPID key this device subscribed with, if any; others are refused. */
  readonly applicationServerKey: string | null;
  readonly createdAt: string;
  expired: boolean;
}

/** A decrypted message. */
export interface Received {
  readonly subscriptionId: string;
  readonly payload: unknown;
  readonly at: string;
  readonly ttlSeconds: number;
  readonly urgency: string;
  readonly topic: string | null;
}

/** Devices by ID, and received messages, oldest first. */
export interface PushState {
  devices: Record<string, Device>;
  received: Received[];
}

const sections = new WeakMap<SandboxContext, Section<PushState>>();

/** Shared per sandbox. */
export function pushState(context: SandboxContext): Section<PushState> {
  const known = sections.get(context);
  if (known !== undefined) return known;
  const section = context.section<PushState>("push", () => ({ devices: {}, received: [] }));
  sections.set(context, section);
  return section;
}

/** A device's Web Push endpoint. */
export function endpointOf(context: SandboxContext, { id }: Pick<Device, "id">): string {
  return `${context.url}/push/send/${id}`;
}
