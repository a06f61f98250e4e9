/** Backup, restore and deletion of a team in a running deployment, with progress output. */
import { checkArchive, readArchive, writeArchive } from "./archive.ts";
import type { Answer, Deployment } from "./deployment.ts";
import { differences, inWords, readTeam, Sums } from "./team-rows.ts";

type Say = (line: string) => void;

export async function backupTeam(app: Deployment, team: string, path: string, say: Say): Promise<void> {
  const outline = await app.call("outline", { team });
  const shape = { tables: outline.tables, objects: { conversation: {}, team: {} } };
  const { sums, keyIds } = await writeArchive(path, outline, readTeam(app, team, shape));
  say(`${outline.team.name} is in ${path}: ${inWords(sums)}.`);
  say("It contains all of the team's data unencrypted. Store it securely.");
  if (keyIds.length > 0)
    say(`Keys of its accounts are sealed with the master key ${keyIds.join(", ")}, which is not in it.`);
}

/** Restores a team from a file. Resumable after any interruption. */
export async function restoreTeam(app: Deployment, path: string, say: Say): Promise<void> {
  const { head, tail, shape, hash } = await checkArchive(path);
  const team = head.team.id;
  say(`${path} is whole: ${head.team.name} as of ${head.at}, ${inWords(tail.sums)}.`);
  const { step, missingKeys } = await app.call("beginRestore", {
    team,
    backup: hash,
    highestEvent: head.highestEvent,
    domains: [...tail.domains],
    emails: [...tail.emails],
    keyIds: [...tail.keyIds],
  });
  if (step === "writing") {
    await writeParts(app, team, path);
    say("Everything is written. Reading it back…");
    const sums = new Sums();
    for await (const part of readTeam(app, team, shape)) await sums.add(part);
    const changed = differences(sums.all(), tail.sums);
    if (changed.length > 0)
      throw new Error(
        `What was restored differs from the backup in ${changed.slice(0, 5).join(", ")}. The team was not opened. Delete it and try again.`,
      );
    say("What was restored equals the backup.");
    await app.call("rest", { team, madeAt: head.at });
  }
  for (let after = "", isLast = false; !isLast;)
    ({ after, isLast } = await app.call("settle", { team, after }));
  const { paused } = await app.call("finishRestore", { row: head.team });
  say(`${head.team.name} is back. Its search is being rebuilt.`);
  for (const line of pausedInWords(paused)) say(line);
  if (missingKeys.length > 0)
    say(
      `This deployment has no master key ${missingKeys.join(", ")}: add it behind the others in MASTER_KEYS, or give the team's accounts new keys.`,
    );
}

async function writeParts(app: Deployment, team: string, path: string): Promise<void> {
  for await (const part of readArchive(path)) {
    if (part.kind === "file") await app.writeFile(team, part.name, part);
    else if (part.kind === "object") {
      const { object, table, columns, rows } = part;
      await app.call("restoreObjectRows", { team, object, tables: [{ table, columns, rows }] });
    } else {
      const { table, columns, rows } = part;
      await app.call("restoreRows", { team, table, columns, rows });
    }
  }
}

function pausedInWords(paused: Answer<"finishRestore">["paused"]): string[] {
  return [
    "So that nothing is done twice, an admin turns these on again:",
    `  ${paused.agents} agents are off (Agents), ${paused.schedules} schedules are paused (Schedules), the GitHub mirror is off.`,
    `  ${paused.withdrawn} drafts that waited for a decision were withdrawn; ${paused.unsure} approved ones wait for a person to say whether they were done.`,
    `  ${paused.unread} texts and e-mails that no agent had read are kept and start nothing.`,
    `  Everyone has to sign in again (${paused.sessions} sessions ended); open invitations are void.`,
  ];
}

/** Deletes a team permanently. Resumable after any interruption. */
export async function deleteTeam(app: Deployment, team: string, say: Say): Promise<Certificate> {
  for (let said = ""; ;) {
    const { step, certificate } = await app.call("remove", { team, confirm: team });
    if (certificate !== null) return certificate as Certificate;
    if (step !== said) say(`Deleting: ${step}…`);
    said = step;
  }
}

/** The fields of a deletion certificate used in its text. */
export interface Certificate {
  readonly team: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly removed: {
    readonly rows: Readonly<Record<string, { readonly rows: number; readonly hash: string }>>;
    readonly conversations: {
      readonly objects: number;
      readonly rows: number;
      readonly askedAgain: number;
      readonly empty: number;
    };
    readonly objects: Readonly<Record<string, number>>;
    readonly files: { readonly files: number; readonly bytes: number };
    readonly workflowsEnded: number;
  };
  readonly searchedAfterwards: {
    readonly places: readonly string[];
    readonly found: readonly { readonly where: string; readonly count: number }[];
  };
  readonly notRemoved: readonly string[];
  readonly sha256: string;
}

/** The certificate as plain text. */
export function certificateText(certificate: Certificate): string {
  const { removed, searchedAfterwards, notRemoved } = certificate;
  const { found, places } = searchedAfterwards;
  return [
    `Deletion of ${certificate.team}`,
    `Begun ${certificate.startedAt}, finished ${certificate.finishedAt}.`,
    "",
    "Removed",
    ...Object.entries(removed.rows).map(([name, { rows, hash }]) => `  ${name}: ${rows} rows (${hash})`),
    `  conversations: ${removed.conversations.objects} objects with ${removed.conversations.rows} rows; ${removed.conversations.askedAgain} asked again, ${removed.conversations.empty} of them empty`,
    ...Object.entries(removed.objects).map(([name, rows]) => `  ${name}: ${rows} rows`),
    `  files: ${removed.files.files} (${removed.files.bytes} bytes)`,
    `  Workflows ended: ${removed.workflowsEnded}`,
    "",
    `Searched afterwards: ${places.join(", ")}.`,
    found.length === 0
      ? "Nothing was found."
      : `Found: ${found.map(({ where, count }) => `${where} ${count}`).join(", ")}.`,
    "",
    "Not removed",
    ...notRemoved.map((line) => `  ${line}`),
    "",
    `SHA-256 of the certificate: ${certificate.sha256}`,
    "",
  ].join("\n");
}
