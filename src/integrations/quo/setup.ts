/** Quo setup: the key, then who each line is for. We register the webhooks. */
import type { QuoSettings } from "./settings.ts";
import { AppError } from "../../kernel/errors.ts";
import { answerTo, type VendorSetup } from "../vendor-setup.ts";
import { quoClient } from "./client.ts";
import { hearAt, linesOfKey } from "./connect.ts";

const AUDIENCES = [
  { name: "external", label: "Contacts" },
  { name: "internal", label: "Your team only" },
] as const;

export const quoSetup: VendorSetup<QuoSettings, "QUO_BASE_URL" | "QUO_MEDIA_URL"> = {
  key: {
    fields: [{ name: "key", label: "API key", hint: "In Quo: Settings → API.", isSecret: true }],
    refused: "Copy it again from Quo (Settings → API).",
  },
  change: "Choose lines…",
  async settle({ credential, before, chosen, team, webhookUrl, address, http, clock }) {
    const client = quoClient(http, clock, { baseUrl: address("QUO_BASE_URL"), apiKey: credential });
    const known = before?.lines ?? [];
    const lines = (await linesOfKey(client)).map((line) => {
      const kept = known.find(({ phoneNumberId }) => phoneNumberId === line.phoneNumberId);
      return { ...line, label: kept?.label ?? line.label, use: useAtFirst(before !== null, kept?.audience) };
    });
    if (lines.length === 0)
      throw new AppError("invalid_request", "This key works, but the account has no phone lines.");
    const question = {
      name: "lines",
      text: "Who is each line for?",
      least: 1,
      most: 50,
      options: lines.map(({ phoneNumberId: id, label, number: detail, use }) => ({ id, label, detail, use })),
      uses: [...AUDIENCES],
      isLast: true,
    };
    const answer = answerTo(question, chosen);
    if (answer === null) return { ask: question };
    const webhookSecrets = await hearAt(client, webhookUrl);
    return {
      settings: {
        ownCompany: before?.ownCompany ?? team,
        lines: lines.flatMap(({ phoneNumberId, number, label }) => {
          const use = answer.find(({ id }) => id === phoneNumberId)?.use;
          const audience = AUDIENCES.find(({ name }) => name === use)?.name;
          return audience === undefined ? [] : [{ phoneNumberId, number, label, audience }];
        }),
      },
      webhookSecrets,
    };
  },
};

/** Previously excluded lines stay excluded; lines of a new account default to external. */
function useAtFirst(isKnown: boolean, audience: string | undefined): string | null {
  return audience ?? (isKnown ? null : "external");
}
