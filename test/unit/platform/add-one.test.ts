/**
 * ADD-ONE: a tool, a vendor, an effect kind, an agent, a feature and a page are one file or folder and one line each. One copy of the product has all six; what each kind
 * of thing then does in full is shown in add-an-effect.test.ts beside this, test/worker/platform (an agent) and test/browser (a page), with the same fixtures.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkEffectKinds } from "../../../scripts/effect-kinds.ts";
import { checkDirections } from "../../../scripts/import-directions.ts";
import { checkNamesInPages } from "../../../scripts/names-in-pages.ts";
import { ADDITIONS, copyWith, type Copy } from "../../support/add-one.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const LIMIT_MS = 240_000;
const KINDS = Object.values(ADDITIONS);

const linesOf = async (root: string, path: string): Promise<string[]> =>
  (await readFile(join(root, path), "utf8")).split("\n");

/** What is looked at of a place; its type needs a browser's. */
interface Shown {
  readonly path: string;
  readonly menu: unknown;
}

let copy: Copy;
/** What the scripts at the end of this file saw. */
let seen: Awaited<ReturnType<typeof drive>>;
beforeAll(async () => {
  copy = await copyWith(KINDS);
  seen = await drive();
}, LIMIT_MS);
afterAll(() => copy.remove());

describe(
  "ADD-ONE: a tool, a vendor, an effect kind, an agent, a feature and a page",
  { timeout: LIMIT_MS },
  () => {
    it("are one file and one line each, and touch nothing else of the product", async () => {
      const places = KINDS.flatMap(({ files, line }) => [...Object.keys(files), line.in]);
      expect(places).toHaveLength(20);
      expect(await copy.changed()).toEqual(places.toSorted());
      for (const { line, ...more } of KINDS) {
        const head = "head" in more ? [more.head] : [];
        const [before, after] = await Promise.all([linesOf(ROOT, line.in), linesOf(copy.dir, line.in)]);
        expect(after.filter((one) => !before.includes(one)).map((one) => one.trim())).toEqual([
          ...head,
          line.add,
        ]);
      }
    });

    it("pass the checks of import directions, effect kinds and names in pages, which know them", async () => {
      expect((await checkDirections(copy.dir)).problems).toEqual([]);
      const { kinds, problems } = await checkEffectKinds(copy.dir);
      expect(problems).toEqual([]);
      expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(["room.book", "bed.water"]));
      const pages = await checkNamesInPages(copy.dir);
      expect(pages.problems).toEqual([]);
      expect(pages.names.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["list_labels", "fact-finder"]),
      );
    });

    it("a tool of a vendor that is signed in is in the prompt, is found, is judged, has words for people, and reads the vendor over HTTP", () => {
      expect(seen.tool).toMatchObject({
        deferred: { name: "list_labels", defer_loading: true },
        found: { status: "ok", references: expect.arrayContaining(["list_labels"]) as unknown },
        denied: { status: "denied" },
        power: { name: "list_labels", effect: "read", mode: "allow" },
        view: { title: "Look at the labels", done: "Looked at the labels", summary: "Looking at the labels" },
        answer: {
          status: "ok",
          hooks: expect.arrayContaining(["tenant-isolation", "autonomy", "rate"]) as unknown,
        },
      });
      expect(JSON.stringify((seen.tool as { answer: { content: string } }).answer.content)).toContain(
        "INBOX",
      );
    });

    it("a vendor is configured, may be reached, and its account opens and reads", () => {
      expect(seen.vendor).toEqual({
        address: "https://api.weather.example",
        sandbox: "http://localhost:1/weather",
        refused: ["WEATHER_BASE_URL"],
        reach: [true, false],
        read: { today: "rain" },
        authorization: "Bearer secret",
        change: "not_applied",
      });
    });

    it("an effect kind is described from its bytes, with its words, its recipients and its preconditions", () => {
      expect(seen.effect).toMatchObject({
        name: "Room booking",
        described: {
          title: "Booking of Room 2 for Showing",
          words: { ask: "Book Room 2?" },
          audience: "outside",
          recipients: ["nora@mail.example"],
          preconditions: [{ kind: "room_free", room: "Room 2" }],
        },
      });
    });

    it("an agent is listed with its tools and its output schema, and can be handed tasks", () => {
      expect(seen.agent).toMatchObject({
        title: "Fact finder",
        conversational: true,
        takesOutput: true,
        tools: ["search_contacts", "send_message", "ask_user"],
        delegable: expect.arrayContaining(["fact-finder"]) as unknown,
      });
    });

    it("a feature's table, route, tool, effect, due work and what it erases stand in the registries", () => {
      expect(seen.feature).toEqual({
        table: true,
        migrated: true,
        erases: ["mask", "A bed of the garden"],
        route: true,
        tool: "Garden",
        effect: { title: "Watering of Bed 2" },
        work: "timed",
      });
    });

    it("a page has its address, its place in the menus and its key", async () => {
      const { PLACES } = await copy.load<{ readonly PLACES: readonly Shown[] }>("frontend/src/places.ts");
      const garden = PLACES.find(({ path }) => path === "/garden");
      expect(garden?.menu).toMatchObject({ label: "Garden", group: "knowledge", key: "y" });
    });

    it("fit: the Worker compiles, nightly the pages too; and it would fail by a second place: a list kept by hand is noticed", async () => {
      const planted = {
        "src/team/planted.ts":
          'import type { VendorName } from "../integrations/registry.ts";\n' +
          'export const WORDS: Readonly<Record<VendorName, string>> = { github: "GitHub", google: "Google", quo: "Quo" };\n',
        "src/approvals/planted.ts": 'export const isBooking = (kind: string) => kind === "room.book";\n',
        "frontend/src/planted.ts": 'export const WORDS = { list_labels: "looked at the labels" };\n',
      };
      for (const [path, text] of Object.entries(planted)) await writeFile(join(copy.dir, path), text);
      // The planted list is all that does not compile.
      expect(await copy.typeErrors()).toEqual([expect.stringMatching(/^src\/team\/planted\.ts.*weather/)]);
      expect((await checkEffectKinds(copy.dir)).problems.join()).toMatch(/approvals\/planted.*room\.book/);
      expect((await checkNamesInPages(copy.dir)).problems.join()).toMatch(/planted.*list_labels/);
      expect(await copy.changed()).toEqual(expect.arrayContaining(Object.keys(planted)));
      for (const path of Object.keys(planted)) await rm(join(copy.dir, path));
    });

    it("are in the table of CONTRIBUTING with the place of their line", async () => {
      const page = await readFile(join(ROOT, ".github/CONTRIBUTING.md"), "utf8");
      const table = page.split("## How to add")[1]?.split("\n## ")[0] ?? "";
      for (const { line } of KINDS) expect(table).toContain(line.in);
    });
  },
);

/** Runs all scripts in one process: loading the product takes longer than what they do. */
async function drive() {
  const [tool, vendor, effect, agent, feature] = await copy.run([
    DRIVE_TOOL,
    DRIVE_VENDOR,
    DRIVE_EFFECT,
    DRIVE_AGENT,
    DRIVE_FEATURE,
  ]);
  return { tool, vendor, effect, agent, feature };
}

const DRIVE_EFFECT = `
import "./src/features.ts";
import { allKinds, effectKinds, findKind } from "./src/approvals/effects/kinds.ts";

const document = {
  room: "Room 2",
  title: "Showing",
  start: "2026-11-24T20:00:00Z",
  note: null,
  givesBack: null,
  guests: [{ name: "Nora Quist", email: "nora@mail.example" }],
};
console.log(JSON.stringify({
  name: findKind(allKinds(), "room.book")?.words.name,
  described: effectKinds().describe({ kind: "room.book", document }),
}));
`;

const DRIVE_AGENT = `
import "./src/features.ts";
import { allAgents, delegableAgents } from "./src/agent/registry.ts";
import { modelToolsOf, offeredTools } from "./src/agent/tools/agent-tools.ts";

const agent = allAgents().find(({ name }) => name === "fact-finder");
console.log(JSON.stringify({
  title: agent?.title,
  conversational: agent?.conversational,
  takesOutput: agent?.output?.safeParse({ facts: [], confidence: 1 }).success,
  tools: modelToolsOf(offeredTools("fact-finder")).map(({ name }) => name),
  delegable: delegableAgents("steward").map(({ name }) => name),
}));
`;

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
import { decidePolicy } from "./src/approvals/policy/index.ts";
import { DEFAULT_POLICY } from "./src/team/api/policy.ts";
import "./src/features.ts";
import { catalogue } from "./src/agent/tools/catalogue.ts";
import { modelToolsOf, offeredTools } from "./src/agent/tools/agent-tools.ts";
import { powers } from "./src/agent/tools/powers.ts";
import { viewCall } from "./src/agent/tools/summarize.ts";
import { tenantGate } from "./src/agent/tools/tenant-gate.ts";

const sandbox = await startSandbox({ port: 0, dataDir: await mkdtemp(join(tmpdir(), "add-one-")), appUrl: "http://localhost:9" });
const { connectionId, mailboxes } = ALDER.google;
const key = await (await fetch(sandbox.url + "/control/google/service-account?connection=" + connectionId)).text();
const [first] = mailboxes;
const settings = google.connections.settings.parse({ mailboxes, watched: [first.address] });
const variables = sandboxVariables(sandbox.url);
const account = google.open({
  connection: { id: connectionId, tenantId: ALDER.id, label: "Google", createdAt: "", settings, credential: key },
  consent: null,
  address: (variable) => variables[variable],
  http: readOnlyHttp(createOutsideHttp({ allows: egressRule([sandbox.url], []) })),
  clock: systemClock,
  readBlob: async () => "",
  formats: {},
});
const noRows = { rows: () => ({ orderBy: () => ({ limit: async () => [] }) }) };
const tenant = { id: ALDER.id, db: {}, servers: () => ({ db: noRows }), clock: systemClock, logger: silentLogger, timeZone: async () => "America/New_York", account: async () => account };
const gateFor = (policy) => tenantGate({
  tenant, clock: systemClock, logger: silentLogger,
  grants: () => catalogue().map(({ name }) => name),
  judge: async (call) => decidePolicy(call, { policy: { ...DEFAULT_POLICY, ...policy }, colleagues: new Set(), nowMs: 0, timeZone: "UTC" }),
  admitToolCall: async () => ({ ok: true }), lack: async () => null, findProposal: async () => null, propose: async () => { throw new Error("acts"); }, sample: async () => null,
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
  view: viewCall(call),
  answer: { status: answer.status, content: answer.content, hooks: answer.hooks.map(({ hook }) => hook) },
}));
await sandbox.close();
`;

const DRIVE_FEATURE = `
import "./src/features.ts";
import { DatabaseSync } from "node:sqlite";
import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import { getTableName } from "drizzle-orm";
import { allTables } from "./src/platform/db/all-tables.ts";
import { teamTables } from "./src/platform/db/move-rows.ts";
import { places, treatments } from "./src/team/erasure/mentions.ts";
import { findTool } from "./src/agent/tools/catalogue.ts";
import { effectKinds } from "./src/approvals/effects/kinds.ts";
import { findKind } from "./src/platform/work/kinds.ts";
import { declaredRoutes } from "./src/platform/http/serve.ts";

const app = new Hono();
for (const add of declaredRoutes()) add(app);
const rows = new DatabaseSync(":memory:");
rows.exec(await readFile("migrations/9999_garden.sql", "utf8"));
const migrated = rows.prepare("select name from pragma_table_info('garden_beds')").all().map(({ name }) => name);
console.log(JSON.stringify({
  table: allTables().some((table) => getTableName(table) === "garden_beds"),
  migrated: teamTables().find(({ name }) => name === "garden_beds")?.columns.join() === migrated.join(),
  erases: [treatments().garden_beds, places().garden_beds.what],
  route: app.routes.some(({ path }) => path === "/api/garden"),
  tool: findTool("list_garden_beds")?.toolset.title,
  effect: { title: effectKinds().describe({ kind: "bed.water", document: { bed: "Bed 2" } }).title },
  work: findKind("garden.water")?.queue,
}));
`;

const DRIVE_VENDOR = `
import "./src/features.ts";
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
const opening = { connection: { id: "c", tenantId: "t", label: "", createdAt: "", settings: { station: "s" }, credential: "secret" }, consent: null, address: (name) => addresses[name], clock: systemClock, readBlob: async () => "", formats: {} };
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
