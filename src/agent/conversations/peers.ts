/** The open pages of a conversation: numbering and sending of frames. A page that cannot be written to is left to its close event. */
import type { ServerEvent } from "../api/conversation-frames.ts";

/** A socket as far as the conversation is concerned. */
export interface Peer {
  readonly id: string;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** Sends events as numbered frames. `seq` rises by one a frame of each socket while the object lives. */
export class Peers {
  readonly #open: () => Iterable<Peer>;
  readonly #sent = new Map<string, number>();

  constructor(open: () => Iterable<Peer>) {
    this.#open = open;
  }

  /** Sends an event to every open page; serialised once. */
  broadcast(event: ServerEvent): void {
    const body = JSON.stringify(event).slice(1);
    for (const peer of this.#open()) this.#write(peer, body);
  }

  /** Sends an event to one page. */
  send(peer: Peer, event: ServerEvent): void {
    this.#write(peer, JSON.stringify(event).slice(1));
  }

  /** Whether any page is open. */
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
