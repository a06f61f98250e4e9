/** ClickUp connected on the page with a personal token, against the sandbox's ClickUp. */
import { beforeEach, describe, expect, it } from "vitest";
import { createClickUp } from "../../../../sandbox/clickup/clickup.ts";
import { CLICKUP, SPACES } from "../../../../sandbox/clickup/store.ts";
import { clickUpConnections } from "../../../../src/integrations/clickup/connection.ts";
import { openConnection } from "../../../../src/integrations/connections/index.ts";
import { connections, type TenantDb } from "../../../../src/platform/db/index.ts";
import type { Approach } from "../../../../src/integrations/connect.ts";
import {
  disconnect,
  testConnection,
  type ConnectionPagesDeps,
} from "../../../../src/integrations/manage-connections.ts";
import type { OutsideHttp } from "../../../../src/kernel/outside-http.ts";
import { quoWorld } from "../quo/quo-world.ts";
import { chosen, MASTER_KEYS, pagesOver, stepOf, TEAM } from "./acme.ts";

const TYPED = { token: CLICKUP.token };
const [OPERATIONS, LEASING] = SPACES.map(({ id }) => id) as [string, string];

let db: TenantDb;
let deps: ConnectionPagesDeps;

beforeEach(() => {
  deps = pagesOver([createClickUp(quoWorld().context)]);
  ({ db } = deps);
});

function step(approach: Partial<Approach>, given: ConnectionPagesDeps = deps) {
  return stepOf(given, "clickup", { typed: TYPED, ...approach });
}

const spaces = (...ids: string[]) => chosen("spaces", ...ids);

describe("connecting ClickUp with a token", () => {
  it("asks for the spaces, keeps the token sealed with them, and works at once", async () => {
    const { question } = await step({});
    expect(question).toMatchObject({ name: "spaces", least: 1, most: 10, isLast: true });
    expect(question?.options.map(({ label, use }) => [label, use])).toEqual(
      SPACES.map(({ name }) => [name, null]),
    );
    expect(await db.rows(connections)).toEqual([]);
    const { connection } = await step({ chosen: spaces(OPERATIONS, LEASING) });
    expect(connection).toMatchObject({
      connected: true,
      account: `${CLICKUP.settings.workspace.name}: Operations, Leasing`,
    });
    expect(JSON.stringify(await db.rows(connections))).not.toContain(CLICKUP.token);
    expect(await openConnection(db, MASTER_KEYS, clickUpConnections)).toMatchObject({
      credential: CLICKUP.token,
    });
    expect(await testConnection(deps, "clickup")).toMatchObject({ problem: null });
  });

  it("changes the spaces later without the token", async () => {
    await step({ chosen: spaces(OPERATIONS) });
    const { question } = await step({ typed: null });
    expect(question?.options.filter(({ use }) => use !== null).map(({ id }) => id)).toEqual([OPERATIONS]);
    await step({ typed: null, chosen: spaces(LEASING) });
    const opened = await openConnection(db, MASTER_KEYS, clickUpConnections);
    expect(opened).toMatchObject({ credential: CLICKUP.token, settings: { spaces: [{ id: LEASING }] } });
  });

  it("keeps the spaces where the token is replaced, and the choice after a disconnection", async () => {
    await step({ chosen: spaces(LEASING) });
    await disconnect(deps, "clickup", TEAM.by);
    const { question } = await step({});
    expect(question?.options.filter(({ use }) => use !== null).map(({ id }) => id)).toEqual([LEASING]);
  });

  it("keeps nothing of a token that isn't accepted, of one that is no token, or of spaces it doesn't open", async () => {
    const refusals: readonly (readonly [Partial<Approach>, RegExp])[] = [
      [{ typed: { token: "pk_81000019_WRONG" } }, /ClickUp didn’t accept the key\. Copy it again/],
      [{ typed: { token: "quo_demo_alder" } }, /starts with pk_/],
      [{ chosen: spaces("1") }, /have changed/],
      [{ chosen: spaces() }, /Choose 1 to 10; 0 are chosen/],
    ];
    for (const [approach, words] of refusals)
      await expect(step(approach)).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringMatching(words),
      });
    expect(await db.rows(connections)).toEqual([]);
  });

  it("asks which workspace where the token opens several", async () => {
    const other = { id: "7", name: "Other Homes", members: [] };
    const several: OutsideHttp = async (request) => {
      const answer = await deps.http(request);
      if (!request.url.endsWith("/v2/team")) return answer;
      const { teams } = JSON.parse(answer.text) as { teams: unknown[] };
      return { ...answer, text: JSON.stringify({ teams: [other, ...teams] }) };
    };
    const wide = { ...deps, http: several };
    const { question } = await step({}, wide);
    expect(question).toMatchObject({ name: "workspace", most: 1, isLast: false });
    const workspace = { [CLICKUP.settings.workspace.id]: "yes" };
    expect((await step({ chosen: { workspace } }, wide)).question).toMatchObject({ name: "spaces" });
    const { connection } = await step({ chosen: { workspace, ...spaces(OPERATIONS) } }, wide);
    expect(connection?.account).toBe(`${CLICKUP.settings.workspace.name}: Operations`);
    const both = { workspace: { ...workspace, "7": "yes" }, ...spaces(OPERATIONS) };
    await expect(step({ chosen: both }, wide)).rejects.toMatchObject({ message: "Choose 1." });
  });
});
