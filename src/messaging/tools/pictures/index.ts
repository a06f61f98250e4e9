/** Pictures that came with texts and e-mails. */
import { MAIL_VENDORS, mailIn } from "../../../integrations/connections/index.ts";
import { mailboxesOf } from "../../../integrations/open-mailboxes.ts";
import type { EmailAttachment } from "../../../agent/api/message.ts";
import type { ReadPicture } from "../../../agent/pictures.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import type { Tenant } from "../../../agent/tools/tenant.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { TenantDb } from "../../../platform/db/index.ts";
import { actingMailbox } from "../../addresses/acting-mailbox.ts";
import { lookAtPicture } from "./look-at-picture.ts";

declare module "../../../agent/tools/tenant.ts" {
  interface TenantServices {
    /** A file of a text or an e-mail on record, kept by us from the first reading on. */
    readonly readPicture: ReadPicture;
    /** A picture as a model takes it, if it can be made so. */
    readonly fitPicture: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  }
}

export interface PictureServices {
  readonly db: TenantDb;
  readonly timeZone: string;
  readonly readPicture: Tenant["readPicture"];
  /** An e-mail that isn't on record, from the mailboxes the caller may read; null if there is none. */
  readonly email: (id: string) => Promise<{
    readonly attachments: readonly Pick<EmailAttachment, "index" | "type">[];
    readonly at: string;
    readonly read: ReadPicture;
  } | null>;
}

/** Only our own conversations show pictures. Its title is that of the texts on record, which prompts already name. */
export const pictures = defineToolset<PictureServices>({
  name: "pictures",
  title: "Texts and calls on record",
  isServed: false,
  tools: [lookAtPicture],
  open: async (tenant, acting) => ({
    db: tenant.db,
    timeZone: await tenant.timeZone(),
    readPicture: tenant.readPicture,
    async email(id) {
      const mailboxes = mailboxesOf(await tenant.account(MAIL_VENDORS));
      const { settings } = mailboxes.connection;
      const mailbox = await actingMailbox(tenant.db, settings, acting);
      const open = [...new Set([mailbox.address, ...settings.mail.watched])];
      const found = await mailIn(mailboxes, mailbox, open).read(id);
      if (found === null) return null;
      return {
        attachments: found.attachments.map(({ type }, index) => ({ index, type })),
        at: found.at,
        async read({ index }) {
          const file = await mailboxes.attached(found.mailbox, found.id, index);
          if (file === null) throw new AppError("not_found", "That attachment doesn’t exist.");
          return tenant.fitPicture(file.bytes);
        },
      };
    },
  }),
});
