/** What is left of a deleted team: a statement of what was removed where, without anything of what it was. */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import type { Deletion } from "./delete.ts";
import type { BackupDeps } from "./ports.ts";
import type { Found } from "./search-after.ts";

/** The certificate. */
export interface Certificate {
  readonly certificate: "steward.deletion.1";
  readonly team: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly removed: {
    /** By database and table: how many rows, and the exclusive or of the SHA-256 of each. */
    readonly rows: Deletion["tables"];
    readonly conversations: Deletion["conversations"];
    readonly objects: Deletion["objects"];
    readonly files: Deletion["files"];
    readonly workflowsEnded: number;
  };
  /** Every place was asked again afterwards. */
  readonly searchedAfterwards: { readonly places: readonly string[]; readonly found: readonly Found[] };
  /** What is out of this deployment's reach. */
  readonly notRemoved: readonly string[];
  /** SHA-256 of all of the above, as canonical JSON. */
  readonly sha256: string;
}

const NOT_REMOVED = [
  "Cloudflare keeps earlier states of databases and objects for up to 30 days to restore from (point-in-time recovery).",
  "Cloudflare keeps the ids of ended Workflows for up to 30 days, and logs for as long as the account is set to.",
  "Backups of this team that were made with npm run tenant -- backup are where they were put.",
  "What the team's own accounts hold at Quo, Google, GitHub and other services is theirs.",
];

/** Makes it. */
export async function certify(
  deps: Pick<BackupDeps, "databases">,
  deletion: {
    readonly team: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly progress: Deletion;
  },
): Promise<Certificate> {
  const { progress, team, startedAt, finishedAt } = deletion;
  const content = {
    certificate: "steward.deletion.1",
    team,
    startedAt,
    finishedAt,
    removed: {
      rows: progress.tables,
      conversations: progress.conversations,
      objects: progress.objects,
      files: progress.files,
      workflowsEnded: progress.workflows,
    },
    searchedAfterwards: {
      places: [
        ...[...deps.databases.keys()].map((name) => `every table of ${name}`),
        "the objects of its conversations",
        "its team object",
        "its search index",
        "its folder in the file bucket",
      ],
      found: progress.found,
    },
    notRemoved: NOT_REMOVED,
  } as const;
  return { ...content, sha256: await sha256Hex(canonicalJson(content)) };
}
