/**
 * Who wrote an e-mail that came through a Google Group: the group writes its own address into From where the writer's domain allows nothing else
 * (support.google.com/a/answer/9376863), and the writer into headers of its own. Anybody can write those headers, so they count only where the group is one
 * of the mailbox's own domain and that domain vouches for the e-mail. Pure.
 */
import { addressParser, type Email } from "postal-mime";
import { personOf, plainAddress } from "./headers.ts";
import { isVerified } from "./sender-proof.ts";

/** The writer; null where it came through no group of the mailbox's domain, or the group names nobody. */
export function authorBehindGroup(email: Email, mailbox: string): { name: string; address: string } | null {
  const group = plainAddress(email.from?.address);
  if (group === null || !isOwnGroup(email, group, mailbox)) return null;
  const [original] = addressParser(valueOf(email, "x-original-from"), { flatten: true });
  const [sender] = addressParser(valueOf(email, "x-original-sender"), { flatten: true });
  const [answers] = email.replyTo ?? [];
  const author = [original, sender, answers]
    .map((one) => personOf(one))
    .find(({ address }) => address !== "" && address !== group);
  if (author === undefined || author.name !== "") return author ?? null;
  return { ...author, name: shownName(email) };
}

function isOwnGroup(email: Email, group: string, mailbox: string): boolean {
  if (domainOf(group) !== domainOf(mailbox)) return false;
  const list = /^list\s+([^\s;]+)/i.exec(valueOf(email, "mailing-list").trim())?.[1];
  return list?.toLowerCase() === group && isVerified(valueOf(email, "authentication-results"), group);
}

/** "'Nadia Orlov' via Office" is how a group shows a writer whose name no other header holds. */
function shownName({ from }: Email): string {
  const name = /^['"]?(.+?)['"]? via .+$/.exec(from?.name ?? "")?.[1] ?? "";
  return personOf({ name, address: "" }).name;
}

function valueOf({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? "";
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}
