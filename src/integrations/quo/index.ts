/** Quo (formerly OpenPhone): texts, calls and contacts. */
import { quoConnections } from "../../connections/index.ts";
import { defineVendor } from "../define-vendor.ts";
import { quoClient } from "./client.ts";
import type { QuoAccount } from "./read.ts";

export const quo = defineVendor({
  name: "quo",
  title: "Quo",
  addresses: { QUO_BASE_URL: { production: "https://api.quo.com", sandbox: "/quo" } },
  connections: quoConnections,
  // Ten requests a second and key (quo.com/docs): a text is one, and one more a line looks whether it still fits.
  effectEveryMs: 600,
  open({ connection, address, http, clock }): QuoAccount {
    const apiKey = connection.credential;
    return {
      connection,
      clock,
      client: quoClient(http, clock, { baseUrl: address("QUO_BASE_URL"), apiKey }),
    };
  },
});
