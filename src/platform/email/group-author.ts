/**
 * The author of an e-mail sent through a Google Group. If the author's domain requires it, the group puts its
 * own address in From (support.google.com/a/answer/9376863) and the author in other headers. Those headers
 * can be forged, so they count only if the group belongs to the mailbox's own domain and that domain
 * authenticates the e-mail. Pure.
 */
import { addressParser, type Email } from "postal-mime";
import { personOf, plainAddress } from "./headers.ts";
import { isVerified } from "./sender-proof.ts";
import { domainOf } from "../../kernel/sub-address.ts";

/**
 * Null if the e-mail did not come through a group of the mailbox's domain, or if the group names no author.
 */
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

/** "'Nadia Orlov' via Office" is how a group shows an author whose name is in no other header. */
function shownName({ from }: Email): string {
  const name = /^['"]?(.+?)['"]? via .+$/.exec(from?.name ?? "")?.[1] ?? "";
  return personOf({ name, address: "" }).name;
}

function valueOf({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? "";
}
