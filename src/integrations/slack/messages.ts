/** Slack workspace types. */
import * as z from "zod";

/** A message's ID within its channel; also its time in Unix seconds. */
export const tsSchema = z.string().regex(/^\d{10}\.\d{6}$/);

export function timeOfTs(ts: string): string {
  return new Date(Math.floor(Number(ts) * 1000)).toISOString();
}

export interface SlackChannel {
  readonly id: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly isArchived: boolean;
  /** The app can read and write only in channels it is a member of. */
  readonly isIn: boolean;
  /** Shared with another company. */
  readonly isShared: boolean;
  readonly memberCount: number | null;
  readonly about: string | null;
}

/** A person or app of the workspace, or a person of another one in a shared channel. */
export interface SlackUser {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string | null;
  readonly email: string | null;
  /** False only if Slack says the address is unconfirmed. */
  readonly isEmailConfirmed: boolean;
  readonly job: string | null;
  readonly isActive: boolean;
  readonly isApp: boolean;
  /** From another company: a guest, or a member of a shared channel's other workspace. */
  readonly isGuest: boolean;
}

/** `text` is in Slack's notation. */
export interface SlackMessage {
  readonly ts: string;
  readonly text: string;
  readonly userId: string | null;
  /** The app's display name if it isn't a user. */
  readonly appName: string | null;
  readonly threadTs: string | null;
  readonly replyCount: number;
  readonly files: readonly string[];
  readonly metadata: {
    readonly event_type: string;
    readonly event_payload: Readonly<Record<string, unknown>>;
  } | null;
}
