/** Results of a run: the files it changed, with their diffs, and what it asked people for. */
import { Link } from "@tanstack/react-router";
import type * as z from "zod";
import type { FileChange } from "../../../../src/platform/api/workspace-change.ts";
import type { runTraceSchema } from "../../../../src/agent/api/run.ts";
import { clipped } from "../../components/text-pieces.ts";
import { APPROVAL_STATUS_WORDS } from "../../components/words.ts";

type Trace = Pick<z.infer<typeof runTraceSchema>, "files" | "approvals">;

const CHANGES: Readonly<Record<FileChange, string>> = {
  created: "created",
  edited: "edited",
  moved: "moved",
  deleted: "deleted",
  restored: "restored",
  imported: "imported",
};
const LINK = "touch inline-flex min-h-6 items-center link wrap-anywhere";

export function RunWork({ trace: { files, approvals } }: { trace: Trace }) {
  return (
    <>
      {files.length === 0 ? null : (
        <section aria-label="Changed files" className="flex flex-col gap-1">
          <h2 className="font-semibold">Changed files</h2>
          <ul className="flex flex-col gap-1">
            {files.map(({ path, name, etag, change }) => (
              <li key={etag} className="flex flex-wrap items-baseline gap-x-2">
                {path === null ? (
                  <span className="wrap-anywhere">{name}</span>
                ) : (
                  <Link to="/workspace/$" params={{ _splat: path }} className={LINK}>
                    {path}
                  </Link>
                )}
                <span className="text-sm text-kumo-subtle">{CHANGES[change]}</span>
                {path === null ? (
                  <span className="text-sm text-kumo-subtle">since deleted</span>
                ) : (
                  <Link
                    to="/workspace/$"
                    params={{ _splat: path }}
                    search={{ show: "history", version: etag }}
                    aria-label={`See changes in ${path}`}
                    className={`text-sm ${LINK}`}
                  >
                    See changes
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {approvals.length === 0 ? null : (
        <section aria-label="Approvals requested" className="flex flex-col gap-1">
          <h2 className="font-semibold">Approvals requested</h2>
          <ul className="flex flex-col gap-1">
            {approvals.map(({ id, title, status }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-2">
                <Link to="/approvals/$id" params={{ id }} className={LINK}>
                  {clipped(title, 300)}
                </Link>
                <span className="text-sm text-kumo-subtle">{APPROVAL_STATUS_WORDS[status]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
