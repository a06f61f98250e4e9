/** What the inbox needs of the world. Given by `src/app/inbox.ts`. */
import type { TenantDb } from "../db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import type { Policy } from "../protocol/account.ts";
import type { Accepted, ContactText, ConversationIdentity } from "../protocol/objects.ts";
import type { RoutedLine } from "./route.ts";
import type { KnownContact } from "./types.ts";

/** Everything the use cases are given; one tenant's. */
export interface InboxDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whose number it is. Null for a number nobody knows, and where the phone system does not answer soon. Never throws. */
  readonly contactOf: (number: string) => Promise<KnownContact | null>;
  /** What decides which texts start runs. May be read once for all that these deps are used for. */
  readonly routing: () => Promise<{
    readonly settings: Policy["sms"];
    readonly lines: readonly RoutedLine[];
  }>;
  /** Puts a text into its conversation; a repeat changes nothing. Resolves once it is on disk there. */
  readonly receive: (identity: ConversationIdentity, text: ContactText) => Promise<Accepted>;
  /** Makes the drafts of a thread stale that were made without this text. Repeats are safe. */
  readonly markThreadStale: (threadKey: string, reason: string, newestMessageId: string) => Promise<void>;
  /** Tells the team of a text that could not be put before the agent. Rings once a text. */
  readonly tellUnread: (text: {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly text: string;
  }) => Promise<void>;
}
