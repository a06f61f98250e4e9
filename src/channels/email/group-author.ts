/**
 * Who wrote an e-mail that came through a Google Group: the group writes its own address into From where the writer's domain allows nothing else
 * (support.google.com/a/answer/9376863), and the writer into headers of its own. Anybody can write those headers, so they count only where the group is one
 * of the mailbox's own domain and that domain vouches for the e-mail. Pure.
 */
import { addressParser, type Email } from "postal-mime";
import { personOf, plainAddress } from "./headers.ts";
import { isVerified } from "./sender-proof.ts";

/** The writer; null where it came through no group of the mailbox's domain, or the group names nobody. */
export function authorBehindGroup(
  { headers, from, replyTo }: Email,
  mailbox: string,
): { name: string; address: string } | null {
  const value = (name: string): string => headers.find(({ key }) => key === name)?.value ?? "";
  const group = plainAddress(from?.address);
  if (group === null || domainOf(group) !== domainOf(mailbox)) return null;
  const list = /^list\s+([^\s;]+)/i.exec(value("mailing-list").trim())?.[1]?.toLowerCase();
  if (list !== group || !isVerified(value("authentication-results"), group)) return null;
  const [original] = addressParser(value("x-original-from"), { flatten: true });
  const [sender] = addressParser(value("x-original-sender"), { flatten: true });
  const [answers] = replyTo ?? [];
  for (const one of [original, sender, answers]) {
    const author = personOf(one);
    if (author.address === "" || author.address === group) continue;
    // "'Nadia Orlov' via Office" is how a group shows a writer whose name no other header holds.
    const shown = /^['"]?(.+?)['"]? via .+$/.exec(from?.name ?? "")?.[1] ?? "";
    return author.name === ""
      ? { ...author, name: personOf({ name: shown, address: author.address }).name }
      : author;
  }
  return null;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}
