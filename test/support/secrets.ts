/** The secrets of a running stack, to look for where they must not be (PROMISES, LEAK). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CLICKUP_APP } from "../../sandbox/clickup/consent.ts";
import { CLICKUP } from "../../sandbox/clickup/store.ts";
import { SLACK } from "../../sandbox/slack/store.ts";
import { GITHUB_TEAM } from "../../sandbox/github/team-store.ts";
import { JIRA } from "../../sandbox/jira/store.ts";
import { TENANTS } from "../../sandbox/world/company.ts";
import { parseVars } from "../../scripts/tooling.ts";

/** A value that must not be seen. */
export interface Canary {
  readonly name: string;
  readonly value: string;
}

/** Keys and credentials of the product in this data folder. */
export async function secretsOf(dataDir: string): Promise<Canary[]> {
  const vars = parseVars(await readFile(join(dataDir, "secrets.env"), "utf8"));
  const google = JSON.parse(await readFile(join(dataDir, "sandbox", "google.json"), "utf8")) as {
    readonly keys: Readonly<Record<string, { readonly privateKey: string }>>;
  };
  return [
    { name: "the master key", value: (vars["MASTER_KEYS"] ?? "").split(":")[1] ?? "" },
    { name: "the VAPID private key", value: vars["VAPID_PRIVATE_KEY"] ?? "" },
    ...TENANTS.map(({ name, quo }) => ({ name: `${name}’s Quo key`, value: quo.apiKey })),
    { name: "the ClickUp token", value: CLICKUP.token },
    { name: "the secret of the ClickUp app", value: CLICKUP_APP.secret },
    { name: "the Slack token", value: SLACK.token },
    { name: "Slack’s signing secret", value: SLACK.signingSecret },
    { name: "the team's GitHub token", value: GITHUB_TEAM.token },
    { name: "the Jira token", value: JIRA.token },
    // A line from the middle of the key: its first one is the same for every key.
    ...TENANTS.map(({ name, google: { clientEmail } }) => ({
      name: `${name}’s Google key`,
      value: google.keys[clientEmail]?.privateKey.split("\n")[5] ?? "",
    })),
  ];
}

/** Says where a canary stands in a text, with what comes before it; null where none does. */
export function leakIn(place: string, text: string, canaries: readonly Canary[]): string | null {
  for (const { name, value } of canaries) {
    const at = text.indexOf(value);
    if (at < 0) continue;
    const before = text.slice(Math.max(0, at - 200), at).replaceAll(value, "***");
    return `${name} stands in ${place}, after: ${before}`;
  }
  return null;
}
