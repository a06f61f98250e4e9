/** Fields shared by Slack effects. */
import * as z from "zod";
import { tsSchema } from "../messages.ts";
import { findChannel, findUser, linkTo, readMessages, type SlackAccount } from "../read.ts";
import { METADATA_TYPE, openDirect } from "../write.ts";
import {
  definePrecondition,
  notFound,
  sinceClaim,
  type Done,
  type Found,
  type LookUpOptions,
} from "../../../approvals/effects/define-effect.ts";

/** The destination as the card names it. */
export const slackPlaceSchema = z.strictObject({
  connectionId: z.string(),
  /** `C…` of a channel, `U…` of a person. */
  toId: z.string().regex(/^[CGUW][A-Z0-9]+$/),
  /** `#maintenance`, or a person's name. */
  toName: z.string().min(1),
  /** Whether outsiders can read it. */
  readBy: z.enum(["the workspace", "also people outside the workspace"]),
  /** The parent message of the thread. */
  threadTs: tsSchema.nullable(),
});
type Place = z.output<typeof slackPlaceSchema>;

/** The last lines of every message card: the audience, and hidden fields. */
export const SLACK_PLACE_LAYOUT = [
  { path: "/readBy", label: "Read by", role: "detail" },
  { path: "/connectionId", label: "Connection", role: "id" },
  { path: "/toId", label: "To", role: "id" },
  { path: "/threadTs", label: "Thread", role: "id" },
] as const;

/** Our mark, for finding a message after a crash. */
export const markSchema = z.string().regex(/^steward_[0-9a-f]{40}$/);

/** Messages searched for ours. */
const LOOKED_THROUGH = 100;

/** A message ID across channels: `C…/1700000000.000100`. */
export function messageId(channelId: string, ts: string): string {
  return `${channelId}/${ts}`;
}

/** Its parts; null if malformed. */
export function messageOf(id: string): { readonly channelId: string; readonly ts: string } | null {
  const [channelId = "", ts = "", ...more] = id.split("/");
  return more.length === 0 && tsSchema.safeParse(ts).success ? { channelId, ts } : null;
}

/** The channel of a destination; for a person, their direct messages. */
export function channelOf(account: SlackAccount, toId: string): Promise<string> {
  return /^[UW]/.test(toId) ? openDirect(account, toId) : Promise.resolve(toId);
}

/** The receipt of a posted message. */
export function posted(
  account: SlackAccount,
  { channelId, ts }: { readonly channelId: string; readonly ts: string },
  threadTs: string | null,
): Done {
  return { providerId: messageId(channelId, ts), link: linkTo(account, { channelId, ts, threadTs }) };
}

/**
 * Looks for our message by its mark. Slack shows marks only with the scope `metadata.message:read`: if our messages show none, the result
 * is inconclusive.
 */
export async function lookForMark(
  account: SlackAccount,
  { toId, threadTs, mark }: Pick<Place, "toId" | "threadTs"> & { readonly mark: string },
  options: LookUpOptions,
): Promise<Found> {
  const channelId = await channelOf(account, toId);
  const { items, cursor } = await readMessages(account, {
    channelId,
    ...(threadTs === null ? {} : { threadTs }),
    since: String(Date.parse(sinceClaim(options)) / 1000),
    limit: LOOKED_THROUGH,
    withMetadata: true,
  });
  const ours = items.filter(({ userId }) => userId === account.connection.settings.botUserId);
  const found = ours.find(
    ({ metadata }) => metadata?.event_type === METADATA_TYPE && metadata.event_payload["mark"] === mark,
  );
  if (found !== undefined)
    return { kind: "found", done: posted(account, { channelId, ts: found.ts }, threadTs) };
  const isUnmarked = ours.some(({ metadata, ts }) => metadata === null && ts !== threadTs);
  return isUnmarked || cursor !== null ? { kind: "unknown" } : notFound(options);
}

const { connectionId, toId, toName, readBy } = slackPlaceSchema.shape;

/** Precondition: the channel or person is still as on the card, with the same audience. */
export const slackPlaceAsShown = definePrecondition({
  kind: "slack_place_as_shown",
  observed: z.object({ connectionId, toId, toName, readBy }),
  about: (place) => place.toId,
  of: (place: Place) => ({
    connectionId: place.connectionId,
    toId: place.toId,
    toName: place.toName,
    readBy: place.readBy,
  }),
  async check(place, world) {
    const account = await world.account("slack", place.connectionId);
    return /^[UW]/.test(place.toId) ? checkPerson(account, place) : checkChannel(account, place);
  },
});

type Shown = Pick<Place, "toId" | "toName" | "readBy">;

async function checkChannel(account: SlackAccount, place: Shown) {
  const channel = await findChannel(account, place.toId);
  if (channel === null || channel.isArchived)
    return { holds: false, reason: "The channel is gone or archived." } as const;
  if (`#${channel.name}` !== place.toName)
    return {
      holds: false,
      reason: `The channel was renamed since this was drafted: it is now #${channel.name}.`,
    } as const;
  if (channel.isShared && place.readBy === "the workspace")
    return {
      holds: false,
      reason: "The channel is shared with another company since this was drafted.",
    } as const;
  return { holds: true } as const;
}

async function checkPerson(account: SlackAccount, place: Shown) {
  const user = await findUser(account, place.toId);
  if (user?.isActive !== true)
    return { holds: false, reason: `${place.toName}’s Slack account is gone.` } as const;
  if (user.isGuest && place.readBy === "the workspace")
    return { holds: false, reason: `${place.toName} is a guest in Slack now.` } as const;
  return { holds: true } as const;
}
