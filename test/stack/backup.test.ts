/** BACKUP: a team is backed up, deleted for good and restored from its backup in the running product, killed on the way; what comes back is what was. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { backupTeam, deleteTeam, restoreTeam } from "../../scripts/team-copies/commands.ts";
import { deployment } from "../../scripts/team-copies/deployment.ts";
import { Sums, readTeam } from "../../scripts/team-copies/team-rows.ts";
import { readVars } from "../../scripts/tooling.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { proposeTexts } from "../support/scripted.ts";

const [ALDER, HARBOR] = ["tenant_alder", "tenant_harbor"] as const;
const silent = (): void => undefined;

it("BACKUP: a team that was backed up and deleted is restored equal to what it was, over a kill -9, and sends nothing; another team is untouched", async () => {
  await using stack = await ownStack();
  const { appUrl, sandboxUrl, dataDir } = stack;
  const keys = (await readVars(join(dataDir, "secrets.env")))["MASTER_KEYS"] ?? "";
  const app = deployment(appUrl, keys);
  const sumsOf = async (team: string) => {
    const { tables } = await app.call("outline", { team });
    const sums = new Sums();
    for await (const part of readTeam(app, team, { tables, objects: { conversation: {}, team: {} } }))
      await sums.add(part);
    return sums.all();
  };
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const written = `notes/${randomUUID()}.md`;
  await dana.json("POST", "/api/workspace/write", { path: written, content: "The heron nests on the roof." });
  const { conversation } = await proposeTexts(sandboxUrl, dana, [
    { to: "+14125550142", text: "The plumber comes at 9." },
  ]);
  const said = await eventually("the turn is over", () => atRest(dana, conversation));
  const harbor = await sumsOf(HARBOR);
  const path = join(dataDir, "alder.gz");
  await backupTeam(app, ALDER, path, silent);

  const certificate = await deleteTeam(app, ALDER, silent);
  expect(certificate.searchedAfterwards.found).toEqual([]);
  expect(certificate.removed).toMatchObject({ conversations: { objects: 1, askedAgain: 1, empty: 1 } });
  expect(await app.call("search", { team: ALDER })).toMatchObject({ found: [] });
  await expect(dana.json("GET", "/api/me")).rejects.toThrow();

  // Killed while rows are being written: the app is gone at once, and so is the command.
  let calls = 0;
  const mortal: typeof app = {
    ...app,
    call: async (name, body) => {
      if (++calls === 12) {
        await stack.killApp();
        throw new Error("killed");
      }
      return app.call(name, body);
    },
  };
  await expect(restoreTeam(mortal, path, silent)).rejects.toThrow("killed");
  await stack.startApp();
  await expect(app.call("outline", { team: ALDER })).rejects.toThrow(/doesn’t exist/);
  const lines: string[] = [];
  await restoreTeam(app, path, (line) => lines.push(line));
  expect(lines).toContain("What was restored equals the backup.");

  const back = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  expect(await back.messages(conversation)).toEqual(said);
  const file = await back.json<{ content: string }>(
    "GET",
    `/api/workspace/read?path=${encodeURIComponent(written)}`,
  );
  expect(file.content).toContain("The heron nests on the roof.");
  await eventually("the search finds it", async () => {
    const { items } = await back.json<{ items: unknown[] }>("GET", "/api/search?q=heron");
    return items.length > 0;
  });
  expect(await back.openApprovals(conversation)).toEqual([]);
  expect(await sumsOf(HARBOR)).toEqual(harbor);
}, 600_000);

/** The messages, once the agent has said its last. */
async function atRest(client: Client, conversation: string) {
  const { status } = await client.json<{ status: string }>("GET", `/api/conversations/${conversation}`);
  return status === "running" ? null : client.messages(conversation);
}
