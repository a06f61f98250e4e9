/** Finds channels, people and messages by name or link; a string is an error for the model. */
import { tsSchema, type SlackChannel, type SlackUser } from "../messages.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import type { SlackServices } from "./index.ts";

const MAX_NAMED = 30;

/** A channel, with a message if a message link was given. */
interface NamedChannel {
  readonly channel: SlackChannel;
  /** From a message link: the message and its thread. */
  readonly ts: string | null;
  readonly threadTs: string | null;
}

/** The public channel with this name, ID or link. */
export async function channelNamed(services: SlackServices, wanted: string): Promise<NamedChannel | string> {
  const link = linkIn(wanted);
  const { items, more } = await services.channels();
  const name = wanted.replace(/^#/, "").toLowerCase();
  const id = link?.channelId ?? wanted;
  const channel = items.find((one) => one.id === id || one.name === name);
  if (channel !== undefined) return { channel, ts: link?.ts ?? null, threadTs: link?.threadTs ?? null };
  const near = items.filter((one) => plainWords(wanted).every((word) => one.name.includes(word)));
  const names = (near.length > 0 ? near : items).slice(0, MAX_NAMED).map((one) => `#${one.name}`);
  const rest = more ? " There are more: list_slack_channels pages through them, and an id works too." : "";
  return `There is no public channel "${wanted}"; private ones and direct messages can't be read. Say which: ${names.join(", ")}.${rest}`;
}

/** The single person with this name, e-mail address or ID, excluding apps and former members. */
export async function personNamed(services: SlackServices, wanted: string): Promise<SlackUser | string> {
  const { items, more } = await services.people();
  const people = items.filter(isPerson);
  const asked = wanted.replace(/^@/, "");
  const exact = people.filter(
    ({ id, email, name }) =>
      id === asked ||
      email?.toLowerCase() === asked.toLowerCase() ||
      plainWords(name).join(" ") === plainWords(asked).join(" "),
  );
  const found = exact.length > 0 ? exact : people.filter((one) => matchesUser(one, asked));
  const [person, ...others] = found;
  if (person !== undefined && others.length === 0) return person;
  const names = (found.length > 0 ? found : people).slice(0, MAX_NAMED).map(labelOf);
  const why = found.length > 0 ? "Several people fit" : "Nobody in the Slack workspace fits";
  const rest = more ? " There are more: find_slack_people looks for them." : "";
  return `${why} "${wanted}". Say who, best by address: ${names.join("; ")}.${rest}`;
}

/** Whether they can be messaged. */
export function isPerson({ isApp, isActive }: SlackUser): boolean {
  return isActive && !isApp;
}

/** Whether all words occur in a person's name, address or job. */
export function matchesUser({ name, email, job }: SlackUser, wanted: string): boolean {
  const known = plainWords(`${name} ${email ?? ""} ${job ?? ""}`);
  return plainWords(wanted).every((word) => known.some((one) => one.startsWith(word)));
}

function labelOf({ name, email }: SlackUser): string {
  return email === null ? name : `${name} (${email})`;
}

/** A message's `ts`, given as such or as a link; null otherwise. */
export function tsIn(wanted: string): string | null {
  const link = linkIn(wanted);
  const ts = link === null ? wanted : (link.threadTs ?? link.ts ?? "");
  return tsSchema.safeParse(ts).success ? ts : null;
}

/** The target of a Slack link; null for anything else. */
function linkIn(text: string) {
  const found = /^https:\/\/[\w.-]+\/archives\/([CGD][A-Z0-9]+)(?:\/p(\d{10})(\d{6}))?(?:\?\S*)?$/.exec(text);
  if (found === null) return null;
  const [, channelId = "", seconds, rest] = found;
  const thread = /[?&]thread_ts=(\d{10}\.\d{6})/.exec(text)?.[1] ?? null;
  return {
    channelId,
    ts: seconds === undefined || rest === undefined ? null : `${seconds}.${rest}`,
    threadTs: thread,
  };
}
