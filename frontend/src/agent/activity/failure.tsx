/** Why a run failed, what to do, and a link to the cause. */
import type * as z from "zod";
import type { runTraceSchema } from "../../../../src/agent/api/run.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Notice } from "../../components/notice.tsx";

type Trace = Pick<z.infer<typeof runTraceSchema>, "id" | "failure" | "logsUrl">;

export function Failure({ trace: { id, failure, logsUrl } }: { trace: Trace }) {
  if (failure === null) return null;
  const reference = [
    `run ${id}`,
    ...(failure.requestId === null ? [] : [`request ${failure.requestId}`]),
    failure.code,
  ].join(", ");
  return (
    <Notice
      tone="danger"
      title={failure.sentence}
      actions={
        <>
          <CopyButton value={reference} label="Copy reference" variant="secondary" />
          {logsUrl === null ? null : (
            <a
              href={logsUrl}
              target="_blank"
              rel="noreferrer"
              className="touch inline-flex min-h-8 items-center link"
            >
              Open logs
            </a>
          )}
        </>
      }
    >
      <p>{failure.next}</p>
      <p className="mt-1 font-mono text-xs text-kumo-subtle">{reference}</p>
    </Notice>
  );
}
