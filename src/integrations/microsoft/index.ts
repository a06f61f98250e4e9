/** Microsoft 365: one person’s Outlook mailbox, within the permissions they granted at sign-in. */
import { mailboxSettingsSchema } from "../connections/index.ts";
import { defineVendor } from "../define-vendor.ts";
import { AppError } from "../../kernel/errors.ts";
import { graphClient, ME } from "./client.ts";
import { MICROSOFT_KNOWLEDGE } from "./knowledge.ts";
import { readFolders, type MicrosoftAccount } from "./read.ts";
import { lacking, mustAllow } from "./scopes.ts";
import { microsoftSetup } from "./setup.ts";

export const microsoft = defineVendor({
  name: "microsoft",
  title: "Microsoft 365",
  addresses: {
    MICROSOFT_LOGIN_BASE_URL: {
      production: "https://login.microsoftonline.com",
      sandbox: "/microsoft/login",
    },
    MICROSOFT_GRAPH_BASE_URL: { production: "https://graph.microsoft.com", sandbox: "/microsoft/graph" },
    MICROSOFT_UPLOAD_BASE_URL: {
      production: "https://outlook.office.com",
      sandbox: "/microsoft/uploads",
    },
  },
  connections: { vendor: "microsoft", settings: mailboxSettingsSchema, credentialField: "tokens" },
  effectEveryMs: 250,
  open({ connection, consent, address, http, clock, readBlob, formats }): MicrosoftAccount {
    const { credential: access, ...info } = connection;
    const mailbox = info.settings.mailboxes[0]?.address ?? "";
    if (consent === null)
      throw new AppError("not_configured", "Microsoft 365 is connected by signing in. Connect it again.");
    const baseUrl = address("MICROSOFT_GRAPH_BASE_URL");
    const uploadUrl = address("MICROSOFT_UPLOAD_BASE_URL");
    const graph = graphClient(http, clock, { baseUrl, uploadUrl, mailbox, access, consent });
    let folders: ReturnType<MicrosoftAccount["folders"]> | null = null;
    return {
      connection: info,
      graph,
      mustAllow: (scope) => mustAllow(consent.scopes, scope),
      lacks: (scopes) => lacking(consent.scopes, scopes),
      async checkAccess() {
        await graph.call({ mailbox, scope: null, method: "GET", path: ME, query: { $select: "id" } });
      },
      readBlob,
      clock,
      formats,
      folders: () =>
        (folders ??= readFolders(graph.call, mailbox).catch((error: unknown) => {
          folders = null;
          throw error;
        })),
    };
  },
  knowledge: MICROSOFT_KNOWLEDGE,
  page: {
    gives: "E-mail and calendar in Outlook",
    stops:
      "Steward stops reading e-mail, can’t send it, and can’t see or change the calendar. E-mails it has already read stay.",
    refused: "Sign in again.",
    added: microsoftSetup,
    whose: ({ mailboxes }) => mailboxes.map(({ address }) => address).join(", "),
    check: (account) => account.checkAccess(),
  },
});
