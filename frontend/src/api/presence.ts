/**
 * Who is online, as the feed reports, and what this page reports about itself. One instance per page. Nothing is stored; state is resent on every
 * connection.
 */
import type { ClientFrame, PresentPerson } from "../../../src/platform/api/socket.ts";

type PresenceFrame = Extract<ClientFrame, { type: "presence" }>;

let people: readonly PresentPerson[] = [];
let looking = false;
/** Cards being edited on this page; the newest one is reported. */
const editing = new Map<symbol, string>();
let send: ((frame: PresenceFrame) => void) | null = null;
const listeners = new Set<() => void>();

function frame(): PresenceFrame {
  return { type: "presence", looking, editingApprovalId: [...editing.values()].at(-1) ?? null };
}

function sendPresence(): void {
  send?.(frame());
}

export const presence = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  people: (): readonly PresentPerson[] => people,
  /** The feed says who is here. */
  heard(present: readonly PresentPerson[]): void {
    people = present;
    for (const listener of listeners) listener();
  },
  /** Resends everything on a new connection. `null` when the connection is gone: presence is then unknown. */
  connect(sender: ((frame: PresenceFrame) => void) | null): void {
    send = sender;
    if (sender) sendPresence();
    else presence.heard([]);
  },
  /** Whether the approvals page is in front. */
  look(now: boolean): void {
    if (looking === now) return;
    looking = now;
    sendPresence();
  },
  /** A person edits a card here; the returned function says that they stopped. */
  edit(approvalId: string): () => void {
    const key = Symbol(approvalId);
    editing.set(key, approvalId);
    sendPresence();
    return () => {
      editing.delete(key);
      sendPresence();
    };
  },
};
