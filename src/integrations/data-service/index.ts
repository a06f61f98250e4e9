/** A team's own data service: it serves data by our contract and sends changes as signed webhooks. */
import { dataServiceConnections } from "./connection.ts";
import { defineVendor } from "../define-vendor.ts";
import { dataClient, type DataService } from "./client.ts";
import { DATA_SERVICE_KNOWLEDGE } from "./knowledge.ts";
import { dataServiceSetup, servedTo } from "./setup.ts";

export const dataService = defineVendor({
  name: "data-service",
  title: "Data service",
  // Each team enters its own.
  addresses: {},
  connections: dataServiceConnections,
  effectEveryMs: 1_000,
  reaches: ({ url }) => url,
  open({ connection, http, clock }): DataService {
    const { url } = connection.settings;
    return { connection, client: dataClient(http, clock, { url, key: connection.credential }) };
  },
  knowledge: DATA_SERVICE_KNOWLEDGE,
  page: {
    gives: "E-mails, documents, calendar, and issues from a service you run",
    stops:
      "Steward stops reading from it and rejects its webhooks. Items already read stay until you remove its sources.",
    refused: "Create a new key in your service, then replace the key here.",
    added: dataServiceSetup,
    whose: ({ url, users }) => `${new URL(url).host}: ${users.join(", ")}`,
    check: async ({ client, connection }) =>
      void (await servedTo(client, connection.settings.users[0] ?? "")),
  },
});
