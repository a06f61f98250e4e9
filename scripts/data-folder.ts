/** Fills a data folder: the tables, and the demo companies. Done once, and again where what it is made from has changed. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLICKUP } from "../sandbox/clickup/store.ts";
import { GITHUB_TEAM } from "../sandbox/github/team-store.ts";
import { JIRA } from "../sandbox/jira/store.ts";
import { SLACK } from "../sandbox/slack/store.ts";
import { TENANTS } from "../sandbox/world/company.ts";
import { sealCredential } from "../src/connections/sealed.ts";
import { arePagesBuilt } from "./build.ts";
import { appDatabases } from "./databases.ts";
import { LOCAL_CONFIG, writeLocalConfigs } from "./local-config.ts";
import { digestOf, doOnce, isDone } from "./once.ts";
import { seedScript, seedStatements } from "./seed-statements.ts";
import { ROOT, runTool } from "./tooling.ts";

/** Does what is missing. */
export async function prepareData(
  dataDir: string,
  secrets: Readonly<Record<string, string>>,
  progress: (line: string) => void,
  companies: () => ReturnType<typeof withServiceAccounts>,
) {
  await writeLocalConfigs();
  const persist = join(dataDir, "worker");
  const marks = await preparedMarks(dataDir);
  await doOnce(...marks.migrated, async () => {
    progress("Preparing the database…");
    for (const { binding } of await appDatabases())
      await runTool(dataDir, "Migrating the database", "wrangler", [
        "d1",
        "migrations",
        "apply",
        binding,
        "--config",
        LOCAL_CONFIG,
        "--local",
        "--persist-to",
        persist,
      ]);
  });
  await doOnce(...marks.seeded, async () => {
    progress("Moving the demo companies in…");
    const statements = await seedStatements(
      await companies(),
      (scope, secret) => sealCredential(secrets["MASTER_KEYS"] ?? "", scope, secret),
      Date.now(),
    );
    const file = join(dataDir, "seed.sql");
    await writeFile(file, seedScript(statements), { mode: 0o600 });
    await runTool(dataDir, "Seeding the demo", "wrangler", [
      "d1",
      "execute",
      "DB",
      "--config",
      LOCAL_CONFIG,
      "--local",
      "--persist-to",
      persist,
      "--file",
      file,
      "--yes",
    ]);
    await rm(file);
  });
}

/** What a data folder is filled from: each mark with the digest it holds once that is done. */
async function preparedMarks(dataDir: string) {
  const bindings = (await appDatabases()).map(({ binding }) => binding).join();
  const world = [join(ROOT, "sandbox/world/company.ts"), join(ROOT, "scripts/seed-statements.ts")];
  return {
    migrated: [join(dataDir, ".migrated"), `${bindings} ${await digestOf([join(ROOT, "migrations")])}`],
    seeded: [join(dataDir, ".seeded"), await digestOf(world)],
  } as const;
}

/** Whether the app may start on the folder at once, with the pages as they are: nothing of its data is changed behind it then. */
export async function isPrepared(dataDir: string): Promise<boolean> {
  const marks = await preparedMarks(dataDir);
  const done = await Promise.all([isDone(...marks.migrated), isDone(...marks.seeded), arePagesBuilt()]);
  return done.every((one) => one);
}

/** The demo companies with their service accounts, whose keys the outside world has made. */
export async function withServiceAccounts(sandboxUrl: string) {
  return Promise.all(
    TENANTS.map(async (tenant) => {
      const { connectionId, mailboxes } = tenant.google;
      const url = `${sandboxUrl}/control/google/service-account?connection=${connectionId}`;
      const serviceAccount = await (await fetch(url)).text();
      const clickup = tenant.id === CLICKUP.tenantId ? { clickup: CLICKUP } : {};
      const slack = tenant.id === SLACK.tenantId ? { slack: SLACK } : {};
      const githubTeam = tenant.id === GITHUB_TEAM.tenantId ? { githubTeam: GITHUB_TEAM } : {};
      const jira = tenant.id === JIRA.tenantId ? { jira: JIRA } : {};
      const google = { connectionId, mailboxes, serviceAccount };
      return { ...tenant, ...clickup, ...slack, ...githubTeam, ...jira, google };
    }),
  );
}
