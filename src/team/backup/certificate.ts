/** The deletion certificate: what was removed and from where, without any content. */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import type { Deletion } from "./delete.ts";
import type { BackupDeps } from "./ports.ts";
import type { Found } from "./search-after.ts";

export interface Certificate {
  readonly certificate: "steward.deletion.1";
  readonly team: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly removed: {
    /** By database and table: the number of rows, and the XOR of their SHA-256. */
    readonly rows: Deletion["tables"];
    readonly conversations: Deletion["conversations"];
    readonly objects: Deletion["objects"];
    readonly files: Deletion["files"];
    readonly workflowsEnded: number;
  };
  /** Every place was searched again afterwards. */
  readonly searchedAfterwards: { readonly places: readonly string[]; readonly found: readonly Found[] };
  /** What this deployment can't reach. */
  readonly notRemoved: readonly string[];
  /** SHA-256 of everything above, as canonical JSON. */
  readonly sha256: string;
}

const NOT_REMOVED = [
  "Cloudflare keeps earlier states of databases and objects for up to 30 days to restore from (point-in-time recovery).",
  "Cloudflare keeps the ids of ended Workflows for up to 30 days, and logs for as long as the account is set to.",
  "Backups of this team made with npm run tenant -- backup remain where they were stored.",
  "What the team's own accounts hold at Quo, Google, GitHub and other services is theirs.",
];

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
