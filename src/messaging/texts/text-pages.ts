/** Dependencies of the text pages, for one tenant. */
import type { Approval } from "../../approvals/api/approval.ts";
import type { Backfill, DirectTextOptions } from "../api/texts.ts";
import type { sendDirectText } from "./direct-text.ts";
import type { TextMediaFile } from "./media.ts";

export interface TextPages {
  /** Senders on our side, by text ID; texts not sent through Steward are omitted. */
  readonly senders: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Throws `not_found`, `upstream_failed`. */
  readonly media: (which: { readonly textId: string; readonly index: number }) => Promise<TextMediaFile>;
  readonly directOptions: (number: string) => Promise<DirectTextOptions>;
  /** Throws `conflict` if they texted STOP, or made no request. */
  readonly allow: (number: string, by: { readonly id: string; readonly name: string }) => Promise<void>;
  readonly backfills: () => Promise<Backfill[]>;
  readonly startBackfill: (connectionId: string, byName: string) => Promise<void>;
  readonly stopBackfill: (connectionId: string) => Promise<void>;
  readonly sendDirect: (input: Parameters<typeof sendDirectText>[1]) => Promise<Approval>;
}
