/** ADD-ONE: a tool and a vendor are one file (or folder) and one line. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyWith, type Copy } from "../../support/add-one.ts";

const LIMIT_MS = 240_000;

describe("a tool of a vendor that is signed in", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith({
      files: { "src/tools/mail/list-labels.ts": "tool/list-labels.ts.txt" },
      line: { in: "src/tools/mail/tools.ts", add: 'export { listLabels } from "./list-labels.ts";' },
    });
  }, LIMIT_MS);
  afterAll(() => copy.remove());

  it("fits", { timeout: LIMIT_MS }, async () => {
    expect(await copy.typeCheck()).toBe("");
  });

  it(
    "is in the prompt, is found, is judged and reads the vendor over HTTP",
    { timeout: LIMIT_MS },
    async () => {
      const seen = await copy.run(DRIVE_TOOL);
      expect(seen).toMatchObject({
        deferred: { name: "list_labels", defer_loading: true },
        found: { status: "ok", references: ["list_labels"] },
        denied: { status: "denied" },
        power: { name: "list_labels", effect: "read", mode: "allow" },
        doing: "Looking at the labels",
        answer: {
          status: "ok",
          hooks: expect.arrayContaining(["tenant-isolation", "autonomy", "rate"]) as unknown,
        },
      });
      expect(JSON.stringify((seen as { answer: { content: string } }).answer.content)).toContain("INBOX");
    },
  );
});

describe("a vendor", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith({
      files: { "src/integrations/weather/index.ts": "vendor/index.ts.txt" },
      line: { in: "src/integrations/vendors.ts", add: 'export { weather } from "./weather/index.ts";' },
    });
  }, LIMIT_MS);
  afterAll(() => copy.remove());

  it("fits", { timeout: LIMIT_MS }, async () => {
    expect(await copy.typeCheck()).toBe("");
  });

  it("is configured, may be reached, and its account opens and reads", { timeout: LIMIT_MS }, async () => {
    expect(await copy.run(DRIVE_VENDOR)).toEqual({
      address: "https://api.weather.example",
      sandbox: "http://localhost:1/weather",
      refused: ["WEATHER_BASE_URL"],
      reach: [true, false],
      read: { today: "rain" },
      authorization: "Bearer secret",
      change: "not_applied",
    });
  });
});

const DRIVE_TOOL = `
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALDER } from "./sandbox/world/company.ts";
import { startSandbox } from "./sandbox/server.ts";
import { google } from "./src/integrations/google/index.ts";
import { sandboxVariables } from "./src/integrations/registry.ts";
import { systemClock } from "./src/kernel/clock.ts";
import { silentLogger } from "./src/kernel/log.ts";
import { readOnlyHttp } from "./src/kernel/outside-http.ts";
import { egressRule } from "./src/platform/egress.ts";
import { createOutsideHttp } from "./src/platform/outside-http.ts";
import { decidePolicy } from "./src/policy/index.ts";
import { DEFAULT_POLICY } from "./src/protocol/account.ts";
import { CATALOGUE } from "./src/tools/catalogue.ts";
import { modelToolsOf, offeredTools } from "./src/tools/agent-tools.ts";
import { powers } from "./src/tools/powers.ts";
import { summarizeCall } from "./src/tools/summarize.ts";
import { tenantGate } from "./src/tools/tenant-gate.ts";

const sandbox = await startSandbox({ port: 0, dataDir: await mkdtemp(join(tmpdir(), "add-one-")), appUrl: "http://localhost:9" });
const { connectionId, mailboxes } = ALDER.google;
const key = await (await fetch(sandbox.url + "/control/google/service-account?connection=" + connectionId)).text();
const [first] = mailboxes;
const settings = google.connections.settings.parse({ mailboxes, watched: [first.address] });
const variables = sandboxVariables(sandbox.url);
const account = google.open({
  connection: { id: connectionId, tenantId: ALDER.id, label: "Google", createdAt: "", settings, credential: key },
  address: (variable) => variables[variable],
  http: readOnlyHttp(createOutsideHttp({ allows: egressRule([sandbox.url], []) })),
  clock: systemClock,
  readBlob: async () => "",
});
const tenant = { id: ALDER.id, db: {}, clock: systemClock, logger: silentLogger, timeZone: async () => "America/New_York", account: async () => account };
const gateFor = (policy) => tenantGate({
  tenant, clock: systemClock, logger: silentLogger,
  grants: () => CATALOGUE.map(({ name }) => name),
  judge: async (call) => decidePolicy(call, { policy: { ...DEFAULT_POLICY, ...policy } }),
  admitToolCall: async () => ({ ok: true }), findProposal: async () => null, propose: async () => { throw new Error("acts"); },
  audit: async () => {}, alertAdmins: async () => {},
});
const scope = { tenantId: ALDER.id, timeZone: "UTC", conversationId: "chat", conversationTitle: "", turnId: "t", runId: "r", agent: "steward", speaker: { kind: "system", name: "x" }, recentTexts: [], findable: offeredTools("steward").deferred };
const call = { id: "c", name: "list_labels", input: {} };
const answer = await gateFor({})(call, scope);
const denied = await gateFor({ tools: { list_labels: "deny" } })(call, scope);
const found = await gateFor({})({ id: "f", name: "find_tools", input: { query: "labels of the mailbox" } }, scope);
console.log(JSON.stringify({
  deferred: modelToolsOf(offeredTools("steward")).find(({ name }) => name === "list_labels"),
  found: { status: found.status, references: found.references },
  denied: { status: denied.status },
  power: powers(DEFAULT_POLICY).find(({ name }) => name === "list_labels"),
  doing: summarizeCall(call),
  answer: { status: answer.status, content: answer.content, hooks: answer.hooks.map(({ hook }) => hook) },
}));
await sandbox.close();
`;

const DRIVE_VENDOR = `
import { weather } from "./src/integrations/weather/index.ts";
import { sandboxVariables, vendorAddresses } from "./src/integrations/registry.ts";
import { readOnlyHttp } from "./src/kernel/outside-http.ts";
import { systemClock } from "./src/kernel/clock.ts";
import { parseConfig } from "./src/platform/config.ts";
import { egressRule } from "./src/platform/egress.ts";
import * as z from "zod";

const addresses = vendorAddresses({});
const allows = egressRule(Object.values(addresses), []);
const problems = (() => {
  try {
    parseConfig({ WEATHER_BASE_URL: "http://weather.example" });
    return [];
  } catch (error) {
    return error.details.variables.filter((name) => name.startsWith("WEATHER"));
  }
})();
let authorization = "";
const http = async (request) => {
  authorization = request.headers.authorization;
  return { status: 200, headers: new Headers(), text: JSON.stringify({ today: "rain" }) };
};
const opening = { connection: { id: "c", tenantId: "t", label: "", createdAt: "", settings: { station: "s" }, credential: "secret" }, address: (name) => addresses[name], clock: systemClock, readBlob: async () => "" };
const { reader } = weather.open({ ...opening, http });
const change = await readOnlyHttp(http)({ vendor: "weather", method: "POST", url: "https://api.weather.example/", changes: true }).catch((error) => error.outcome);
console.log(JSON.stringify({
  address: addresses.WEATHER_BASE_URL,
  sandbox: sandboxVariables("http://localhost:1").WEATHER_BASE_URL,
  refused: problems,
  reach: ["https://api.weather.example/x", "https://other.example/"].map((url) => allows(new URL(url))),
  read: await reader.get("/today", z.object({ today: z.string() })),
  authorization,
  change,
}));
`;
