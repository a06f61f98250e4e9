/** Slack connected on the page with the app's token and signing secret, against the sandbox's Slack. */
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createSlack } from "../../../../sandbox/slack/slack.ts";
import { SLACK } from "../../../../sandbox/slack/store.ts";
import { openConnection, openWebhookSecrets } from "../../../../src/integrations/connections/index.ts";
import { slackConnections } from "../../../../src/integrations/slack/connection.ts";
import { connections, dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { connect, type Approach } from "../../../../src/integrations/connect.ts";
import { connectionView } from "../../../../src/integrations/connection-views.ts";
import { testConnection, type ConnectionPagesDeps } from "../../../../src/integrations/manage-connections.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { httpTo } from "../../../support/sandbox-http.ts";
import { quoWorld } from "../quo/quo-world.ts";
import { pagesWith } from "../connections/acme.ts";

const MASTER_KEYS = `k1:${btoa("0123456789abcdef0123456789abcdef")}`;
const TEAM = {
  name: "Acme Homes",
  sessionId: "s1",
  by: { kind: "user", id: "user_dana", name: "Dana Whitfield" },
} as const;
const TYPED = { token: SLACK.token, signingSecret: SLACK.signingSecret };
const MAINTENANCE = "C0MAINTEN01";

let db: TenantDb;
let deps: ConnectionPagesDeps;

beforeEach(() => {
  db = dbFor(nodeD1(), "tenant_acme");
  deps = pagesWith({ db, http: httpTo([createSlack(quoWorld().context)]) });
});

const step = (approach: Partial<Approach>) =>
  connect(deps, "slack", { typed: TYPED, consent: null, chosen: {}, ...approach }, TEAM);
const answers = (...ids: string[]) => ({ answers: Object.fromEntries(ids.map((id) => [id, "yes"])) });
const settingsNow = async () => (await openConnection(db, MASTER_KEYS, slackConnections))?.settings;

describe("connecting Slack", () => {
  it("shows a manifest with this connection's three addresses before there is a key", async () => {
    const { key } = await connectionView(deps, "slack");
    const manifest = parse(key?.paste?.text ?? "") as {
      features: { slash_commands: { command: string; url: string }[] };
      settings: Record<"event_subscriptions" | "interactivity", { request_url: string }>;
      oauth_config: { scopes: { bot: string[] } };
    };
    const hooks = "https://steward.example/webhooks/slack/conn_acme_slack";
    expect(manifest.features.slash_commands).toMatchObject([
      { command: "/steward", url: `${hooks}/commands` },
    ]);
    expect(manifest.settings.event_subscriptions.request_url).toBe(`${hooks}/events`);
    expect(manifest.settings.interactivity.request_url).toBe(`${hooks}/interactions`);
    expect(manifest.oauth_config.scopes.bot).toContain("metadata.message:read");
    expect(manifest.oauth_config.scopes.bot.filter((scope) => /^(groups|mpim)/.test(scope))).toEqual([]);
  });

  it("asks where colleagues may write, answers nowhere at first, and keeps both secrets sealed", async () => {
    const { question } = await step({});
    expect(question?.options.map(({ label, use }) => [label, use])).toEqual([
      ["Direct messages and /steward", null],
      ["#general", null],
      ["#maintenance", null],
      ["#leasing", null],
    ]);
    expect(await db.rows(connections)).toEqual([]);
    await step({ chosen: answers() });
    expect(await settingsNow()).toEqual({ ...SLACK.settings, answers: { direct: false, channels: [] } });
    const [row] = await db.rows(connections);
    expect(JSON.stringify(row)).not.toContain(SLACK.token);
    expect(JSON.stringify(row)).not.toContain(SLACK.signingSecret);
    const scope = { tenantId: "tenant_acme", connectionId: row?.id ?? "" };
    expect(await openWebhookSecrets(MASTER_KEYS, scope, row?.webhookSecrets ?? null)).toEqual([
      SLACK.signingSecret,
    ]);
    expect(await testConnection(deps, "slack")).toMatchObject({ problem: null });
  });

  it("is changed later without a key, which stays as it is, and so does the signing secret", async () => {
    await step({ chosen: answers() });
    const [before] = await db.rows(connections);
    await step({ typed: null, chosen: answers("direct", MAINTENANCE) });
    expect((await settingsNow())?.answers).toEqual({
      direct: true,
      channels: [{ id: MAINTENANCE, name: "#maintenance" }],
    });
    const [after] = await db.rows(connections);
    expect([after?.credentials, after?.webhookSecrets]).toEqual([
      before?.credentials,
      before?.webhookSecrets,
    ]);
    const { question } = await step({ typed: null });
    expect(question?.options.filter(({ use }) => use !== null)).toHaveLength(2);
  });

  it("refuses what is no token, a token Slack refuses, and a channel that is shared", async () => {
    for (const typed of [
      { ...TYPED, token: "xoxp-somebody" },
      { ...TYPED, token: "xoxb-somebody-else" },
      { ...TYPED, signingSecret: "" },
    ])
      await expect(step({ typed })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(step({ chosen: answers("C0KEYSTONE1") })).rejects.toMatchObject({ code: "invalid_request" });
    expect(await db.rows(connections)).toEqual([]);
  });
});
