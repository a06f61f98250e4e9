/** ClickUp: the team's tasks. */
import { clickUpConnections } from "./connection.ts";
import { defineVendor } from "../define-vendor.ts";
import { CLICKUP_KNOWLEDGE } from "./knowledge.ts";
import { clickUpClient } from "./client.ts";
import { readMembers, type ClickUpAccount } from "./read.ts";
import { clickUpSetup } from "./setup.ts";

export const clickup = defineVendor({
  name: "clickup",
  title: "ClickUp",
  addresses: {
    CLICKUP_BASE_URL: { production: "https://api.clickup.com/api", sandbox: "/clickup" },
    CLICKUP_SIGN_IN_URL: { production: "https://app.clickup.com", sandbox: "/clickup/v2/oauth" },
  },
  connections: clickUpConnections,
  // Smaller plans allow 100 requests a minute per token (developer.clickup.com/docs/rate-limits); an effect makes up to four.
  effectEveryMs: 2_500,
  open({ connection, address, http, clock }): ClickUpAccount {
    const token = connection.credential;
    return {
      connection,
      client: clickUpClient(http, clock, { baseUrl: address("CLICKUP_BASE_URL"), token }),
    };
  },
  knowledge: CLICKUP_KNOWLEDGE,
  page: {
    gives: "Tasks and lists",
    stops: "Steward can no longer look up, create or change tasks. The tasks stay in ClickUp.",
    refused: "Create a new token in ClickUp (your avatar → Settings → Apps), then replace the key here.",
    added: clickUpSetup,
    whose: ({ workspace, spaces }) => `${workspace.name}: ${spaces.map(({ name }) => name).join(", ")}`,
    check: async (account) => void (await readMembers(account)),
  },
});
