/** Connecting a service of the team's own: its address, its key, and whose data is read. What it tells us is signed with a secret of our making. */
import { MOST_DATA_USERS, type DataServiceSettings } from "./connection.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { JsonClient } from "../json-client.ts";
import { knowledgeKindSchema, type KnowledgeKind } from "../../knowledge/api/knowledge.ts";
import type { SetupQuestion } from "../api/connections.ts";
import type { VendorSetup } from "../vendor-setup.ts";
import { dataClient, listData } from "./client.ts";

const SECRET_BYTES = 32;

/** Stands before the old secret ends. */
const NEW_SECRET: SetupQuestion = {
  name: "new_secret",
  text: "Steward will make a new signing secret and show it once. It refuses what your service signs with the old one from then on.",
  least: 0,
  most: 1,
  options: [],
  uses: [],
  isLast: true,
};

/** How it is connected on the page. */
export const dataServiceSetup: VendorSetup<DataServiceSettings, never> = {
  key: {
    fields: [
      {
        name: "url",
        label: "Base URL",
        hint: "Where it answers, without a slash at the end: https://api.acme.com/v1/data.",
        isSecret: false,
        pattern: /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*[^\s?#/])?$/,
        mismatch: "That isn’t a base URL, such as https://api.acme.com/v1/data.",
        current: ({ url }) => url,
      },
      {
        name: "users",
        label: "Whose data",
        hint: "User IDs as your service knows them, with commas between. Each source then says who can find it.",
        isSecret: false,
        pattern: /^[A-Za-z0-9][A-Za-z0-9_.@+-]{0,99}(?:\s*,\s*[A-Za-z0-9][A-Za-z0-9_.@+-]{0,99})*$/,
        mismatch: "Write user IDs with commas between.",
        current: ({ users }) => users.join(", "),
      },
      { name: "key", label: "Key", hint: "Sent as a bearer token with each request.", isSecret: true },
    ],
    credential: ({ key = "" }) => key,
    refused: "Check the key and that it may read these users’ data.",
    paste: {
      label: "Webhook address",
      hint: "Your service can send changes here: POST …/item-created, …/item-updated, and …/item-deleted. You’ll get the signing secret once it’s connected.",
      text: (webhookUrl) => webhookUrl.replace("/webhooks/data-service/", "/webhooks/knowledge/"),
    },
  },
  change: "New signing secret…",
  async settle({ credential: key, typed, before, chosen, httpTo, clock }) {
    const isNewSecret = typed["key"] === undefined;
    if (isNewSecret && chosen[NEW_SECRET.name] === undefined) return { ask: NEW_SECRET };
    const url = typed["url"] ?? before?.url ?? "";
    const users = [...new Set((typed["users"] ?? "").split(",").map((one) => one.trim()))];
    if (users.length > MOST_DATA_USERS)
      throw new AppError("invalid_request", `Name at most ${MOST_DATA_USERS} users.`);
    const client = dataClient(httpTo(url), clock, { url, key });
    const serves = await servedTo(client, users[0] ?? "");
    const secret = `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;
    return {
      settings: { url, users, serves },
      webhookSecrets: [secret],
      notice: `Copy the new signing secret now. It won’t be shown again: ${secret}`,
    };
  },
};

/** The kinds it lists; none where it only tells by webhook. Throws IntegrationError. */
export async function servedTo(client: JsonClient, user: string): Promise<KnowledgeKind[]> {
  const asked = await Promise.all(
    knowledgeKindSchema.options.map(async (kind) => ((await lists(client, kind, user)) ? [kind] : [])),
  );
  return asked.flat();
}

async function lists(client: JsonClient, kind: KnowledgeKind, user: string): Promise<boolean> {
  try {
    await listData(client, kind, user, { limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return false;
    throw error;
  }
}
