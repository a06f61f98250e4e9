/** What the pages about texts are given; one tenant's. */
import type { Contact } from "../connections/index.ts";
import type { Approval } from "../protocol/approval.ts";
import type { Backfill, DirectTextOptions } from "../protocol/texts.ts";
import type { sendDirectText } from "./direct-text.ts";

export interface TextPages {
  /** Whose numbers are whose. Never throws: no one is known where the phone system does not answer. */
  readonly contacts: () => Promise<(number: string) => Contact | null>;
  readonly directOptions: (number: string) => Promise<DirectTextOptions>;
  readonly backfills: () => Promise<Backfill[]>;
  readonly startBackfill: (connectionId: string, byName: string) => Promise<void>;
  readonly stopBackfill: (connectionId: string) => Promise<void>;
  readonly sendDirect: (input: Parameters<typeof sendDirectText>[1]) => Promise<Approval>;
}
