/** Setup of a team's own service: URL, key and users. Its webhooks are signed with a secret we generate. */
import { MOST_DATA_USERS, type DataServiceSettings } from "./connection.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { JsonClient } from "../json-client.ts";
import { knowledgeKindSchema, type KnowledgeKind } from "../../knowledge/api/knowledge.ts";
import type { SetupQuestion } from "../api/connections.ts";
import type { VendorSetup } from "../vendor-setup.ts";
import { dataClient, listData } from "./client.ts";

const SECRET_BYTES = 32;

/** What lists can be narrowed to, each an optional field of the form. */
const FILTERS = [
  ["mime_types", "Only these file types", "Such as application/pdf, text/plain. Empty: all."],
  ["project_keys", "Only these issue projects", "Project keys, such as MNT, OPS. Empty: all."],
  ["status", "Only these issue statuses", "Such as Open, In Progress. Empty: all."],
] as const;

/** Confirmation before the old secret stops working. */
const NEW_SECRET: SetupQuestion = {
  name: "new_secret",
  text: "Steward will make a new signing secret and show it once. Webhooks signed with the old one are rejected from then on.",
  least: 0,
  most: 1,
  options: [],
  uses: [],
  isLast: true,
};

export const dataServiceSetup: VendorSetup<DataServiceSettings, never> = {
  key: {
    fields: [
      {
        name: "url",
        label: "Base URL",
        hint: "Without a trailing slash: https://api.acme.com/v1/data.",
        isSecret: false,
        pattern: /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*[^\s?#/])?$/,
        mismatch: "That isn’t a base URL, such as https://api.acme.com/v1/data.",
        current: ({ url }) => url,
      },
      {
        name: "users",
        label: "Whose data",
        hint: "Your service’s user IDs, separated by commas. Each source then says who can find it.",
        isSecret: false,
        pattern: /^[A-Za-z0-9][A-Za-z0-9_.@+-]{0,99}(?:\s*,\s*[A-Za-z0-9][A-Za-z0-9_.@+-]{0,99})*$/,
        mismatch: "Separate user IDs with commas.",
        current: ({ users }) => users.join(", "),
      },
      { name: "key", label: "Key", hint: "Sent as a bearer token with each request.", isSecret: true },
      ...FILTERS.map(([name, label, hint]) => ({
        name,
        label,
        hint,
        isSecret: false,
        isOptional: true,
        pattern: /^(?:[^,\p{Cc}]{1,200}(?:,[^,\p{Cc}]{1,200}){0,49})?$/u,
        mismatch: "Separate them with commas.",
        current: ({ only }: DataServiceSettings) => (only?.[name] ?? []).join(", "),
      })),
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
    const users = listed(typed["users"]);
    const only = Object.fromEntries(
      FILTERS.flatMap(([name]) => {
        const chosen = listed(typed[name]);
        return chosen.length === 0 ? [] : [[name, chosen]];
      }),
    );
    if (users.length > MOST_DATA_USERS)
      throw new AppError("invalid_request", `Enter at most ${MOST_DATA_USERS} users.`);
    const client = dataClient(httpTo(url), clock, { url, key });
    const serves = await servedTo(client, users[0] ?? "");
    const secret = `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;
    return {
      settings: { url, users, serves, only },
      webhookSecrets: [secret],
      notice: `Copy the new signing secret now. It won’t be shown again: ${secret}`,
    };
  },
};

/** Distinct values between commas. */
function listed(typed = ""): string[] {
  return [...new Set(typed.split(",").map((one) => one.trim()))].filter((one) => one !== "");
}

/** The kinds it lists; empty if it only sends webhooks. Throws IntegrationError. */
export async function servedTo(client: JsonClient, user: string): Promise<KnowledgeKind[]> {
  const asked = await Promise.all(
    knowledgeKindSchema.options.map(async (kind) => ((await offersKind(client, kind, user)) ? [kind] : [])),
  );
  return asked.flat();
}

async function offersKind(client: JsonClient, kind: KnowledgeKind, user: string): Promise<boolean> {
  try {
    await listData(client, kind, user, { limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return false;
    throw error;
  }
}
