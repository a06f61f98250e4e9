/** Types of the inbox: incoming items as stored. */
import type { CallWords, TextMedia, texts } from "../tables/inbox.ts";

/** A text as parsed by a channel, incoming or outgoing. Numbers are as the provider wrote them. */
export interface InboundText {
  readonly id: string;
  readonly direction: "incoming" | "outgoing";
  readonly from: string;
  /** The first recipient. */
  readonly to: string;
  /** Further recipients of a group text. */
  readonly others: readonly string[];
  /** The provider's ID of our line; null if not given. */
  readonly lineId: string | null;
  readonly text: string;
  readonly attachments: number;
  /** The attachments whose URL the provider gave. */
  readonly media?: readonly TextMedia[] | undefined;
  /** Provider time in ms. */
  readonly atMs: number;
  readonly delivery: string | null;
}

/** Data of a call event; null for what it omits. Numbers are as the provider wrote them. */
export interface InboundCall {
  readonly id: string;
  /** Whether the event marks the end of the call, rather than a summary or transcript. */
  readonly ended: boolean;
  readonly direction: "incoming" | "outgoing" | null;
  readonly contact: string | null;
  readonly lineId: string | null;
  readonly status: string | null;
  readonly atMs: number | null;
  readonly durationSeconds: number | null;
  readonly summary: readonly string[] | null;
  readonly nextSteps: readonly string[] | null;
  readonly transcript: readonly CallWords[] | null;
}

/** An event of an outside service. `payload` is the complete body. */
export interface InboundEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly text: InboundText | null;
  readonly call: InboundCall | null;
  /** Whether we handle this type. */
  readonly isKnown: boolean;
  /** A message whose fields could not be parsed. */
  readonly isUnreadable: boolean;
}

export type TextRow = typeof texts.$inferSelect;

/** The owner of a number, as far as known. */
export interface KnownContact {
  readonly id: string;
  readonly name: string;
  /** Whether the contacts name them as one of the team. It proves nothing. */
  readonly internal?: boolean;
}
