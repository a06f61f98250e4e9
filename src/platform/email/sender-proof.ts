/**
 * Whether an e-mail provably comes from its From address. From can be forged; what counts is the result of
 * the receiving mail server (RFC 8601), in the topmost header, because the sender may have added those below
 * it. Pure.
 */

/** Whose server received the e-mail. */
export type MailServer = "gmail" | "exchange";

/** Gmail's server name in the header (support.google.com/mail/answer/180707). */
const GMAIL = "mx.google.com";
const HEADER_CHARS = 10_000;

/**
 * Whether the header authenticates the From domain (DMARC: aligned DKIM or SPF). `header` is the topmost
 * header of its name.
 */
export function isVerified(
  header: string | undefined,
  fromAddress: string,
  server: MailServer = "gmail",
): boolean {
  const said = withoutComments((header ?? "").slice(0, HEADER_CHARS)).toLowerCase();
  const [first = "", ...rest] = said.split(";").map((one) => one.trim());
  // Exchange Online begins with its results and ends with a verdict of its own (learn.microsoft.com/defender-office-365/message-headers-eop-mdo).
  const isOurs =
    server === "gmail"
      ? first.split(/\s/)[0] === GMAIL
      : first.startsWith("spf=") && rest.at(-1)?.startsWith("compauth=pass ") === true;
  if (!isOurs) return false;
  const domain = fromAddress.slice(fromAddress.lastIndexOf("@") + 1).toLowerCase();
  const dmarc = rest.filter((one) => one.startsWith("dmarc="));
  const [only] = dmarc;
  if (only === undefined || dmarc.length > 1) return false;
  const words = only.split(/\s+/);
  return words[0] === "dmarc=pass" && words.includes(`header.from=${domain}`);
}

/** Strips RFC 5322 comments, whose content is arbitrary. */
function withoutComments(text: string): string {
  let depth = 0;
  let plain = "";
  for (const letter of text) {
    if (letter === "(") depth += 1;
    else if (letter === ")" && depth > 0) depth -= 1;
    else if (depth === 0) plain += letter;
  }
  return plain;
}
