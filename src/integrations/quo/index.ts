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
  open({ connection, address, http, clock }): QuoAccount {
    const apiKey = connection.credential;
    return {
      connection,
      clock,
      client: quoClient(http, clock, { baseUrl: address("QUO_BASE_URL"), apiKey }),
    };
  },
});
