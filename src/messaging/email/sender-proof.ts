/**
 * Whether an e-mail certainly comes from the address it names. Anybody can write any From; what counts is what the mail server that received it found
 * (RFC 8601), in the header it put above all others: those below may be the sender's own. Pure.
 */

/** How Gmail names itself (support.google.com/mail/answer/180707). */
const OUR_SERVER = "mx.google.com";
const HEADER_CHARS = 10_000;

/** Whether the header says that the domain of this address vouches for the e-mail (DMARC: aligned DKIM or SPF). `header` is the topmost of its name. */
export function isVerified(header: string | undefined, fromAddress: string): boolean {
  const [server = "", ...results] = withoutComments((header ?? "").slice(0, HEADER_CHARS)).split(";");
  if (server.trim().split(/\s/)[0]?.toLowerCase() !== OUR_SERVER) return false;
  const domain = fromAddress.slice(fromAddress.lastIndexOf("@") + 1).toLowerCase();
  const dmarc = results
    .map((result) => result.trim().toLowerCase())
    .filter((one) => one.startsWith("dmarc="));
  const [only] = dmarc;
  if (only === undefined || dmarc.length > 1) return false;
  const words = only.split(/\s+/);
  return words[0] === "dmarc=pass" && words.includes(`header.from=${domain}`);
}

/** RFC 5322 comments, which may say anything. */
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
