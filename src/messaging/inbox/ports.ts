/** What the inbox needs of the world. Given by `src/messaging/open-inbox.ts`. */
import type { Statement, TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Policy } from "../../approvals/api/policy.ts";
import type { Accepted, ContactText, ConversationIdentity, InboundMessage } from "../../agent/api/objects.ts";
import type { RoutedTo } from "../../notifications/api/routing.ts";
import type { UrgencyQuestion } from "./judge-urgency.ts";
import type { RoutedLine } from "./route.ts";
import type { KnownContact, TextRow } from "./types.ts";

/** Everything the use cases are given; one tenant's. */
export interface InboxDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whose number it is. Null for a number no one knows, and where the phone system does not answer soon. Never throws. */
  readonly contactOf: (number: string) => Promise<KnownContact | null>;
  /** What decides which texts start runs. May be read once for all that these deps are used for. */
  readonly routing: () => Promise<{
    readonly settings: Policy["sms"];
    readonly lines: readonly RoutedLine[];
  }>;
  /** Whether a text on a team line brought a member's code, and so proves its number theirs; a repeat says so again. */
  readonly provePhone: (
    text: Pick<TextRow, "id" | "contactNumber" | "text" | "receivedAt">,
  ) => Promise<boolean>;
  /** The member who has proven that the number is theirs; null for anybody else's. */
  readonly memberWith: (number: string) => Promise<{ readonly id: string; readonly name: string } | null>;
  /** Puts a member's text into their own conversation with Steward; a repeat changes nothing. Resolves once it is on disk there. */
  readonly receiveFromMember: (identity: ConversationIdentity, message: InboundMessage) => Promise<Accepted>;
  /** Puts texts of one writer into their conversation, in order; a repeat changes nothing. Resolves once they are on disk there. */
  readonly receive: (identity: ConversationIdentity, texts: readonly ContactText[]) => Promise<void>;
  /** Whether an outgoing text is an effect of ours, and not what a colleague sent by hand. */
  readonly isOwnText: (text: Pick<TextRow, "id" | "contactNumber" | "text">) => Promise<boolean>;
  /** The conversation that asked what a text on a line that starts no runs answers; null where none did. */
  readonly askedFrom: (text: Pick<TextRow, "contactNumber" | "lineNumber" | "at">) => Promise<string | null>;
  /** A text of ours did not arrive: its receipt says so, and whoever approved it hears it. Throws where it isn't on record as sent yet. */
  readonly noteUndelivered: (textId: string) => Promise<void>;
  /** Whether a thread has drafts that `markThreadStale` would look at. */
  readonly hasWaitingDrafts: (threadKey: string) => Promise<boolean>;
  /** Makes the drafts of a thread stale that were made without this text. Repeats are safe. */
  readonly markThreadStale: (threadKey: string, reason: string, newestMessageId: string) => Promise<void>;
  /** The team has written into a thread itself: the drafts that wait there show it. Repeats are safe. */
  readonly showSent: (threadKey: string) => Promise<void>;
  /** Whose of the team a text is, by the team's rules; null for everybody's. Never throws. */
  readonly routeTo: (text: { readonly number: string; readonly words: string }) => Promise<RoutedTo | null>;
  /** Notifies people at once of what holds a word of the team's own list: that is urgent unjudged. A repeat notifies no one twice. */
  readonly ringUrgent: (question: UrgencyQuestion, word: string) => Promise<void>;
  /** Puts on record that it is to be judged whether words can wait. A repeat changes nothing. */
  readonly urgencyAsked: (questions: readonly UrgencyQuestion[]) => readonly Statement[];
  /** Has questions on record judged beside everything else; people are notified of what can't wait. Never throws. */
  readonly judgeSoon: (questionIds: readonly string[]) => Promise<void>;
  /** Somebody of the team has answered: what was urgent about this number needs no one any more. */
  readonly settleUrgent: (number: string) => Promise<void>;
  /** Notifies the team that somebody asked in their own words not to be texted, once a text. */
  readonly tellAsked: (text: {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly asked: string;
  }) => Promise<void>;
  /** Notifies the team of a text that could not be put before the agent, once a text. */
  readonly tellUnread: (text: {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly text: string;
  }) => Promise<void>;
}
