/** `npm run tenant -- backup | restore | delete | search`: confirmations and file paths. */
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { backupTeam, certificateText, deleteTeam, restoreTeam, type Certificate } from "./commands.ts";
import { deployment, type Deployment } from "./deployment.ts";

export interface CopyCommand {
  readonly command: string;
  /** The team, or the file to restore. */
  readonly name: string;
  readonly tenantIdOf: (name: string) => string;
  readonly to: string | undefined;
  readonly confirm: string | undefined;
  readonly url: string;
  readonly masterKeys: string;
}

const say = (line: string): void => console.log(`  ${line}`);

type Command = (app: Deployment, given: CopyCommand) => Promise<void>;

/** Commands by name. */
export const COPY_COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    "backup",
    (app, { name, tenantIdOf, to }) => backupTeam(app, tenantIdOf(name), to ?? `${name}.backup.gz`, say),
  ],
  ["restore", (app, { name }) => restoreTeam(app, name, say)],
  ["delete", remove],
  ["search", search],
]);

/** Returns the exit status. */
export async function runCopyCommand(given: CopyCommand): Promise<number> {
  const run = COPY_COMMANDS.get(given.command);
  if (run === undefined) return 2;
  try {
    await run(deployment(given.url, given.masterKeys), given);
    return 0;
  } catch (error) {
    console.error(`\n  ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function remove(app: Deployment, { name, tenantIdOf, to, confirm }: CopyCommand): Promise<void> {
  const team = tenantIdOf(name);
  const typed =
    confirm ??
    (await ask(
      `Everything of ${name} will be deleted: records, files, conversations, keys. Only a backup can restore it.\n  Type ${name} to delete it: `,
    ));
  if (typed !== name) throw new Error(`That was not ${name}. Nothing was deleted.`);
  const certificate = await deleteTeam(app, team, say);
  const path = to ?? `${name}.deletion.json`;
  await writeFile(path, `${JSON.stringify(certificate, null, 2)}\n`, { mode: 0o600 });
  await writeFile(path.replace(/(?:\.json)?$/, ".txt"), certificateText(certificate), { mode: 0o600 });
  console.log(`\n${certificateText(certificate).replace(/^(?=.)/gm, "  ")}`);
  say(`The certificate is in ${path}, and stays in the deployment.`);
  if (certificate.searchedAfterwards.found.length > 0)
    throw new Error("Something was found afterwards: delete the team again.");
}

async function search(app: Deployment, { name, tenantIdOf }: CopyCommand): Promise<void> {
  const { found, certificate } = await app.call("search", { team: tenantIdOf(name) });
  for (const { where, count } of found) say(`${where}: ${count}`);
  if (found.length === 0) say(`Nothing of ${name} is here.`);
  if (certificate !== null) say(`It was deleted on ${(certificate as Certificate).finishedAt}.`);
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`\n  ${question}`);
  terminal.close();
  return answer.trim();
}
