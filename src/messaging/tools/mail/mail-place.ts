/** Citable locations of e-mails, for the model. Pure. */
import type { MailSummary } from "../../../platform/email/message.ts";
import type { MailPlace } from "../../inbox/index.ts";
import { localTime } from "../../../kernel/local-time.ts";
import type { PassagePlace } from "../../../agent/runs/index.ts";

/** The location, named as search results name it. */
export function mailPlace(
  { mailbox, id, from, subject, at }: Pick<MailSummary, "mailbox" | "id" | "from" | "subject" | "at">,
  linkOf: (email: MailPlace) => string,
  timeZone: string,
): PassagePlace {
  const name = from.name === "" ? from.address : from.name;
  return {
    link: linkOf({ mailbox, id }),
    title: subject === "" ? name : `${name}: ${subject}`,
    in: "emails",
    at: localTime(at, timeZone),
  };
}
