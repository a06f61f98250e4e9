/** What the pages about texts are given; one tenant's. */
import type { Approval } from "../../approvals/api/approval.ts";
import type { Backfill, DirectTextOptions } from "../api/texts.ts";
import type { sendDirectText } from "./direct-text.ts";
import type { TextMediaFile } from "./media.ts";

export interface TextPages {
  /** Who of the team sent texts, by the texts' ids; what did not leave through us is missing. */
  readonly senders: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** A photo or file of a text. Throws `not_found`, `upstream_failed`. */
  readonly media: (which: { readonly textId: string; readonly index: number }) => Promise<TextMediaFile>;
  readonly directOptions: (number: string) => Promise<DirectTextOptions>;
  /** Throws `conflict` where they texted STOP, or asked nothing. */
  readonly allow: (number: string, by: { readonly id: string; readonly name: string }) => Promise<void>;
  readonly backfills: () => Promise<Backfill[]>;
  readonly startBackfill: (connectionId: string, byName: string) => Promise<void>;
  readonly stopBackfill: (connectionId: string) => Promise<void>;
  readonly sendDirect: (input: Parameters<typeof sendDirectText>[1]) => Promise<Approval>;
}
