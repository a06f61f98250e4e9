/** Quo (formerly OpenPhone): texts, calls and contacts. */
import { quoConnections } from "./connection.ts";
import { defineVendor } from "../define-vendor.ts";
import { quoClient } from "./client.ts";
import { quoMedia, type ReadMedia } from "./media.ts";
import type { QuoAccount } from "./read.ts";
import { forgetWebhooks, linesOfKey } from "./connect.ts";
import { quoSetup } from "./setup.ts";
import { formatNumber } from "../../kernel/phone.ts";

export const quo = defineVendor({
  name: "quo",
  title: "Quo",
  addresses: {
    QUO_BASE_URL: { production: "https://api.quo.com", sandbox: "/quo" },
    QUO_MEDIA_URL: { production: "https://storage.googleapis.com/opstatics", sandbox: "/quo/media" },
  },
  connections: quoConnections,
  // Ten requests a second per key (quo.com/docs): sending a text takes one, plus one per line to check whether it still fits.
  effectEveryMs: 600,
  open({ connection, address, http, clock }): QuoAccount & { readonly media: ReadMedia } {
    const apiKey = connection.credential;
    return {
      connection,
      clock,
      media: quoMedia(http, address("QUO_MEDIA_URL")),
      client: quoClient(http, clock, { baseUrl: address("QUO_BASE_URL"), apiKey }),
    };
  },
  page: {
    gives: "Texts, calls, and contacts",
    stops:
      "Steward stops getting new texts and calls, can’t send texts, and can’t look up or change contacts. Past texts stay.",
    refused: "Create a new API key in Quo (Settings → API), then replace the key here.",
    added: quoSetup,
    whose: ({ lines }) => lines.map(({ label, number }) => `${label} ${formatNumber(number)}`).join(", "),
    check: async ({ client }) => void (await linesOfKey(client)),
    leave: ({ client }, webhookUrl) => forgetWebhooks(client, webhookUrl),
  },
});
