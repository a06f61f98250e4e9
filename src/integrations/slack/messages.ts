/** What is in a Slack workspace, as the product keeps it. */
import * as z from "zod";

/** A message's id within its channel, and its time in Unix seconds. */
export const tsSchema = z.string().regex(/^\d{10}\.\d{6}$/);

/** When a message was posted, ISO 8601. */
export function timeOfTs(ts: string): string {
  return new Date(Math.floor(Number(ts) * 1000)).toISOString();
}

/** A channel. */
export interface SlackChannel {
  readonly id: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly isArchived: boolean;
  /** Whether the app is in it: only then can it read and write there. */
  readonly isIn: boolean;
  /** Whether people of another company read it too. */
  readonly isShared: boolean;
  readonly memberCount: number | null;
  readonly about: string | null;
}

/** A person or app of the workspace, or somebody of another one in a shared channel. */
export interface SlackUser {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string | null;
  readonly email: string | null;
  /** False only where Slack says that nobody has confirmed the address. */
  readonly isEmailConfirmed: boolean;
  readonly job: string | null;
  readonly isActive: boolean;
  readonly isApp: boolean;
  /** Of another company: a guest in this workspace, or somebody of a shared channel. */
  readonly isGuest: boolean;
}

/** A message; its text as Slack writes it. */
export interface SlackMessage {
  readonly ts: string;
  readonly text: string;
  readonly userId: string | null;
  /** What an app calls itself where it isn't a user. */
  readonly appName: string | null;
  readonly threadTs: string | null;
  readonly replyCount: number;
  readonly files: readonly string[];
  readonly metadata: {
    readonly event_type: string;
    readonly event_payload: Readonly<Record<string, unknown>>;
  } | null;
}
