/** Writes outgoing e-mails as bytes: a library composes them from validated fields, so a name or subject can't inject a header. */
import type { Clock } from "../kernel/clock.ts";
import { IntegrationError } from "../kernel/errors.ts";
import type { Formats } from "../platform/code-readers.ts";
import type { AttachmentFile, OutgoingEmail } from "../platform/email/message.ts";
import { beforeCall } from "./before-call.ts";

const LINE_BREAKS = /[\r\n\0]/;

/** The e-mail's bytes (RFC 5322). Throws IntegrationError `not_applied`, also for a field that would break out of its header. */
export async function composeEmail(
  vendor: string,
  { formats, clock }: { readonly formats: Formats; readonly clock: Clock },
  email: OutgoingEmail,
  files: readonly AttachmentFile[] = [],
): Promise<Uint8Array> {
  const { from, to, cc, subject, inReplyTo, references, messageId } = email;
  const names = files.map(({ name }) => name);
  const fields = [from.name, from.address, ...to, ...cc, subject, inReplyTo ?? "", ...references, messageId];
  if ([...fields, ...names].some((field) => LINE_BREAKS.test(field))) {
    throw new IntegrationError(vendor, `${vendor}: a header of this e-mail holds a line break`, {
      outcome: "not_applied",
      status: 400,
    });
  }
  return beforeCall(vendor, formats.composeEmail({ email, files, sentAtMs: clock.now() }));
}
