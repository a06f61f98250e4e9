/**
 * `name@domain` for `name+anything@domain`: a sub-address reaches the same mailbox, and so is the same person
 * (RFC 5233).
 */
export function withoutTag(email: string): string {
  const [local, domain] = partsOf(email);
  return `${local}@${domain}`;
}

/** The part before the tag or `@`, and the domain. */
export function partsOf(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  const plus = email.indexOf("+");
  // An address that starts with a plus has no name before it.
  const end = plus > 0 && plus < at ? plus : at;
  return [email.slice(0, end), email.slice(at + 1)];
}

/** The part of an e-mail address after its last `@`, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}
