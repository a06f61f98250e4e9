/**
 * Slack's text (docs.slack.dev, "Formatting message text", read 2026-11-23): `&`, `<` and `>` are its only control characters, and everything that pings
 * or links stands in angle brackets. Nothing we send pings but what is named beside it. Pure.
 */

/** Whom a message pings: a person by their id, or everybody of a channel. `name` is what stands in the text behind the @. */
export interface Ping {
  readonly id: string;
  readonly name: string;
}

/** Everybody of a channel, those of it who are online, everybody of the workspace. */
const EVERYBODY: ReadonlySet<string> = new Set(["channel", "here", "everyone"]);

/** Whether a ping is of everybody of a channel. */
export function isOfEverybody({ id }: Ping): boolean {
  return EVERYBODY.has(id);
}

/** Text that means itself, letter for letter. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Text as it is posted: `@Tom Okafor` and `@channel` become pings where they are listed, everything else means itself. */
export function outgoingText(text: string, pings: readonly Ping[]): string {
  const names = pings.toSorted((left, right) => right.name.length - left.name.length);
  let left = text;
  let made = "";
  while (left !== "") {
    const at = left.indexOf("@");
    if (at < 0) break;
    const behind = left.slice(at + 1);
    const ping = isWordStart(left, at) ? names.find(({ name }) => begins(behind, name)) : undefined;
    made += escapeMrkdwn(left.slice(0, at)) + (ping === undefined ? "@" : spelled(ping));
    left = ping === undefined ? behind : behind.slice(ping.name.length);
  }
  return made + escapeMrkdwn(left);
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}_.@]/u.test(text.charAt(at - 1));
}

function begins(text: string, name: string): boolean {
  return (
    text.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
    !/^[\p{L}\p{N}_]/u.test(text.slice(name.length))
  );
}

function spelled(ping: Ping): string {
  return isOfEverybody(ping) ? `<!${ping.id}>` : `<@${ping.id}>`;
}

/** Those of `people`, and the everybodies, whom a text names behind an @. */
export function pingsIn(text: string, people: readonly Ping[]): Ping[] {
  const everybody = [...EVERYBODY].map((id) => ({ id, name: id }));
  return [...people, ...everybody].filter((ping) => outgoingText(text, [ping]) !== outgoingText(text, []));
}

/** A message as people read it: ids as names, links with their labels, entities as letters. Who is not in `names` stays an id. */
export function readableText(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(/<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>/g, (_whole, mark: string, about: string, label?: string) =>
      shown(mark, about, label, names),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function shown(
  mark: string,
  about: string,
  label: string | undefined,
  names: ReadonlyMap<string, string>,
): string {
  switch (mark) {
    case "@":
      return `@${names.get(about) ?? label ?? about}`;
    case "#":
      return `#${label ?? names.get(about) ?? about}`;
    case "!":
      return label ?? `@${about.split("^")[0] ?? about}`;
    default:
      return linked(about.replace(/^mailto:/, ""), label);
  }
}

function linked(address: string, label = address): string {
  return label === address || `https://${label}` === address ? address : `${label} (${address})`;
}
