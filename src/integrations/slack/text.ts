/**
 * Slack's text format (docs.slack.dev, "Formatting message text", read 2026-11-23): `&`, `<` and `>` are its only control characters, and
 * mentions and links are in angle brackets. We send no mentions except those listed explicitly. Pure.
 */

/** A mention: a user ID, or everyone in a channel. `name` follows the @ in the text. */
interface Ping {
  readonly id: string;
  readonly name: string;
}

/** Everyone in a channel, those online, everyone in the workspace. */
const EVERYBODY: ReadonlySet<string> = new Set(["channel", "here", "everyone"]);

export function isOfEverybody({ id }: Ping): boolean {
  return EVERYBODY.has(id);
}

/** Escapes text to be shown literally. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Text to post: listed names such as `@Tom Okafor` and `@channel` become mentions; everything else is literal. */
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
  return at === 0 || !/[\p{L}\p{M}\p{N}_.@]/u.test(text.charAt(at - 1));
}

function begins(text: string, name: string): boolean {
  return (
    text.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
    !/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(name.length))
  );
}

function spelled(ping: Ping): string {
  return isOfEverybody(ping) ? `<!${ping.id}>` : `<@${ping.id}>`;
}

/** Which of `people` and the group mentions a text names after an @. */
export function pingsIn(text: string, people: readonly Ping[]): Ping[] {
  const everybody = [...EVERYBODY].map((id) => ({ id, name: id }));
  return [...people, ...everybody].filter((ping) => outgoingText(text, [ping]) !== outgoingText(text, []));
}

/** A message as plain text: names for IDs, links with labels, entities decoded. IDs missing from `names` stay. */
export function readableText(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(/<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>/g, (_whole, mark: string, about: string, label?: string) =>
      markText(mark, about, label, names),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function markText(
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
