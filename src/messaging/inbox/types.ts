/** The words of the inbox: what came from outside, as the product keeps it. */
import type { CallWords, TextMedia, texts } from "../tables/inbox.ts";

/** A text as a channel read it, in or out. Numbers as the provider wrote them. */
export interface InboundText {
  readonly id: string;
  readonly direction: "incoming" | "outgoing";
  readonly from: string;
  /** The first recipient. */
  readonly to: string;
  /** The further recipients of a group text. */
  readonly others: readonly string[];
  /** The provider's id of our line; null where it did not say. */
  readonly lineId: string | null;
  readonly text: string;
  readonly attachments: number;
  /** Of those, the ones whose address the provider told. */
  readonly media?: readonly TextMedia[] | undefined;
  /** The provider's time of it, in ms. */
  readonly atMs: number;
  readonly delivery: string | null;
}

/** What an event tells of a phone call; nulls for what it does not say. Numbers as the provider wrote them. */
export interface InboundCall {
  readonly id: string;
  /** Whether the event is the end of the call, and not its summary or transcript. */
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

/** An event of an outside service. `payload` is what it sent, whole. */
export interface InboundEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly text: InboundText | null;
  readonly call: InboundCall | null;
  /** Whether the type means something to us. */
  readonly isKnown: boolean;
  /** A message whose fields could not be read. */
  readonly isUnreadable: boolean;
}

/** A row of `texts`. */
export type TextRow = typeof texts.$inferSelect;

/** Who a number belongs to, as far as is known. */
export interface KnownContact {
  readonly id: string;
  readonly name: string;
}
