/** The sandbox's mail servers. Each delivers to its own mailboxes, so that mail between vendors arrives. */
import type { SandboxContext } from "./service.ts";

/** Delivers a raw message; false if the address isn't hosted here. */
type Deliver = (address: string, raw: string, nowMs: number) => boolean;

const hosts = new WeakMap<SandboxContext, Map<string, Deliver>>();

export function hostMail(context: SandboxContext, vendor: string, deliver: Deliver): void {
  const known = hosts.get(context) ?? new Map<string, Deliver>();
  hosts.set(context, known.set(vendor, deliver));
}

/** Hands a message to the first other vendor with the mailbox; without one it leaves the sandbox's world. */
export function deliverElsewhere(
  context: SandboxContext,
  from: string,
  ...[address, raw, nowMs]: Parameters<Deliver>
): void {
  for (const [vendor, deliver] of hosts.get(context) ?? [])
    if (vendor !== from && deliver(address, raw, nowMs)) return;
}
