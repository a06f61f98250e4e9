/**
 * The non-secret settings of a connection with mailboxes. `mailboxes` is the allow-list: the only people a service account may
 * impersonate, or the user who signed in. It is set with the connection and never by a page or an agent. All other mailbox settings are
 * checked against it.
 */
import * as z from "zod";
import { DEFAULT_MAIL_CHECKS, mailSettingsSchema, type MailSettings } from "../../messaging/api/mail.ts";

const mailboxSchema = z.object({
  address: z.string().toLowerCase().pipe(z.email()),
  /** The sender name for e-mail. */
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
});

/** A mailbox of the allow-list. */
export type Mailbox = z.infer<typeof mailboxSchema>;

const storedSchema = z.object({
  mailboxes: z.array(mailboxSchema).min(1).max(200),
  /** Initial settings; `mail` overrides them once the team has chosen. */
  watched: z.array(z.string().toLowerCase()).optional(),
  calendars: z.array(z.string().toLowerCase()).optional(),
  answersAt: z.string().toLowerCase().optional(),
  mail: mailSettingsSchema.optional(),
  version: z.number().int().optional(),
  since: z.iso.datetime().nullish(),
});

/** Effective settings: complete, and naming only mailboxes of the list. */
export interface MailboxSettings {
  readonly mailboxes: readonly Mailbox[];
  readonly mail: MailSettings;
  readonly version: number;
  /** Older e-mail isn't read; null means since the connection was created. */
  readonly since: string | null;
}

/** Parses a connection's stored settings. */
export const mailboxSettingsSchema = storedSchema.transform(
  ({
    mailboxes,
    watched,
    calendars = [],
    answersAt = null,
    mail,
    version = 0,
    since = null,
  }): MailboxSettings => {
    const first = mailboxes[0]?.address ?? "";
    const asMade = defaultsFor({ watched: watched ?? [first], calendars, answersAt }, first);
    return { mailboxes, version, since, mail: withinList(mail ?? asMade, mailboxes) };
  },
);

function defaultsFor(
  {
    watched,
    calendars,
    answersAt,
  }: {
    readonly watched: readonly string[];
    readonly calendars: readonly string[];
    readonly answersAt: string | null;
  },
  first: string,
): MailSettings {
  const acting = watched[0] ?? first;
  return {
    watched: [...watched],
    calendars: [...calendars],
    actAs: { chat: acting, background: acting },
    checks: DEFAULT_MAIL_CHECKS,
    answersAt,
    markInGmail: false,
  };
}

/** Drops mailboxes that aren't on the list; the first mailbox is the default where one is required. */
function withinList(settings: MailSettings, mailboxes: readonly Mailbox[]): MailSettings {
  const listed = (address: string): boolean => mailboxes.some((mailbox) => mailbox.address === address);
  const first = mailboxes[0]?.address ?? "";
  const { chat, background } = settings.actAs;
  const answersAt = settings.answersAt !== null && listed(settings.answersAt) ? settings.answersAt : null;
  return {
    ...settings,
    answersAt,
    watched: [...new Set([...settings.watched.filter(listed), ...(answersAt === null ? [] : [answersAt])])],
    calendars: settings.calendars.filter(listed),
    actAs: {
      chat: chat === "own" || listed(chat) ? chat : first,
      background: listed(background) ? background : first,
    },
  };
}

/** The requested mailboxes that aren't on the list. */
export function unlisted(settings: MailSettings, mailboxes: readonly Mailbox[]): string[] {
  const { chat, background } = settings.actAs;
  const named = [
    ...settings.watched,
    ...settings.calendars,
    background,
    ...[chat === "own" ? null : chat, settings.answersAt].filter((one) => one !== null),
  ];
  return [...new Set(named)].filter((address) => !mailboxes.some((mailbox) => mailbox.address === address));
}
