/**
 * Numbers and sends frames to the open pages of a conversation. A page that can't be written to is removed
 * by its close event.
 */
import type { ServerEvent } from "../api/conversation-frames.ts";

export interface Peer {
  readonly id: string;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** `seq` increments per frame of each socket while the object lives. */
export class Peers {
  readonly #open: () => Iterable<Peer>;
  readonly #sent = new Map<string, number>();

  constructor(open: () => Iterable<Peer>) {
    this.#open = open;
  }

  /** Sends an event to every open page; serialized once. */
  broadcast(event: ServerEvent): void {
    const body = JSON.stringify(event).slice(1);
    for (const peer of this.#open()) this.#write(peer, body);
  }

  send(peer: Peer, event: ServerEvent): void {
    this.#write(peer, JSON.stringify(event).slice(1));
  }

  any(): boolean {
    for (const _ of this.#open()) return true;
    return false;
  }

  forget(peer: Peer): void {
    this.#sent.delete(peer.id);
  }

  #write(peer: Peer, body: string): void {
    const seq = (this.#sent.get(peer.id) ?? 0) + 1;
    this.#sent.set(peer.id, seq);
    try {
      peer.send(`{"seq":${seq},${body}`);
    } catch {
      this.#sent.delete(peer.id);
    }
  }
}
