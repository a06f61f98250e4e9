/** Parses an e-mail's recipients and warns of unusual ones. Pure. */
import { isPublicMailDomain } from "../../platform/auth/index.ts";
import { looksLike } from "../../kernel/look-alike.ts";
import { emailAddressSchema, EMAIL_RECIPIENTS } from "../api/email-document.ts";
import type { Lint } from "../../approvals/api/approval.ts";

/**
 * Parses a list of addresses: separated by commas or semicolons, names before `<…>` dropped. A string
 * explains what is wrong.
 */
export function readAddresses(written: string): string[] | string {
  const addresses: string[] = [];
  for (const part of written.split(/[,;\n]/)) {
    const trimmed = part.trim();
    if (trimmed === "") continue;
    const bare = (/<([^<>]*)>\s*$/.exec(trimmed)?.[1] ?? trimmed).trim().toLowerCase();
    const parsed = emailAddressSchema.safeParse(bare);
    if (!parsed.success)
      return `"${trimmed.slice(0, 100)}" is not a plain e-mail address. search_contacts gives those of contacts, <team> those of colleagues; where none is known, ask.`;
    if (!addresses.includes(parsed.data)) addresses.push(parsed.data);
  }
  if (addresses.length > EMAIL_RECIPIENTS) return `An e-mail goes to at most ${EMAIL_RECIPIENTS} people.`;
  return addresses;
}

/** Recipients and copies, without duplicates. A string explains what is wrong. */
export function readRecipients(written: {
  readonly to: string;
  readonly cc?: string | undefined;
}): { readonly to: string[]; readonly cc: string[] } | string {
  const to = readAddresses(written.to);
  if (typeof to === "string") return to;
  const cc = readAddresses(written.cc ?? "");
  if (typeof cc === "string") return cc;
  const daemon = [...to, ...cc].find((address) => address.startsWith("mailer-daemon@"));
  if (daemon !== undefined)
    return `${daemon} is a mail server that reports what came back. Nobody reads an answer to it: look for another address of theirs, or another way to reach them.`;
  return to.length === 0 ? "Say to whom it goes." : { to, cc: cc.filter((address) => !to.includes(address)) };
}

interface KnownRecipients {
  /**
   * Addresses in the e-mail being answered: its sender, reply address and other recipients. Empty for a new
   * e-mail.
   */
  readonly inThread: readonly string[];
  /** Addresses of contacts; null if they could not be read. */
  readonly contacts: readonly string[] | null;
  readonly ownDomains: readonly string[];
}

/** Lints of recipients; paths point into the e-mail document. */
export function lintRecipients(
  fields: { readonly to: readonly string[]; readonly cc: readonly string[] },
  known: KnownRecipients,
): Lint[] {
  const ours = [...known.ownDomains, ...(known.contacts ?? []).map(domainOf)];
  const seen = [...ours, ...known.inThread.map(domainOf)];
  return (["to", "cc"] as const).flatMap((field) =>
    fields[field].flatMap((address, index) => {
      const path = `/${field}/${index}`;
      return [
        ...lintPerson(address, known).map((lint) => ({ ...lint, path })),
        ...lintDomain(domainOf(address), { ours, seen }).map((lint) => ({ ...lint, path })),
      ];
    }),
  );
}

function lintPerson(address: string, known: KnownRecipients): Omit<Lint, "path">[] {
  if (known.inThread.includes(address) || known.ownDomains.includes(domainOf(address))) return [];
  if (known.inThread.length > 0) {
    return [
      {
        code: "recipient_differs",
        level: "warning",
        message: `${address} is not in the e-mail that is answered.`,
      },
    ];
  }
  if (known.contacts === null || known.contacts.includes(address)) return [];
  return [{ code: "recipient_unknown", level: "warning", message: `${address} is in no contact.` }];
}

/**
 * A domain is trusted if the team knows it. Appearing in the e-mail being answered proves nothing, because
 * its author chose it.
 */
function lintDomain(
  domain: string,
  { ours, seen }: { readonly ours: readonly string[]; readonly seen: readonly string[] },
): Omit<Lint, "path">[] {
  if (domain.includes("xn--")) return [odd(`${domain} is written in letters of another alphabet.`)];
  if (ours.includes(domain) || isPublicMailDomain(domain)) return [];
  const like = seen.find((other) => looksLike(domain, other));
  return like === undefined ? [] : [odd(`${domain} looks like ${like}, and is another.`)];
}

function odd(message: string): Omit<Lint, "path"> {
  return { code: "lookalike_domain", level: "danger", message };
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
