/** Downloads everything the team has. */
import { useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { DownloadSimpleIcon } from "../../components/icons.ts";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { Section } from "../../components/settings/section.tsx";
import { toastError } from "../../components/toasts.ts";
import { saveFile } from "../save-file.ts";
import type { ExportProgress } from "./team-export.ts";

export function Export() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const abort = useRef<AbortController | null>(null);
  const job = useMutation({
    mutationFn: async () => {
      const mine = new AbortController();
      abort.current = mine;
      const { exportTeam } = await import("./team-export.ts");
      return exportTeam({ signal: mine.signal, told: setProgress });
    },
    onSuccess: (file) => saveFile(file, `steward-${new Date().toISOString().slice(0, 10)}.zip`),
    onError: (error) => {
      if (abort.current?.signal.aborted !== true) toastError(error);
    },
    onSettled: () => setProgress(null),
  });
  return (
    <Section
      title="Download everything"
      lead="One ZIP file: contacts, texts, calls, e-mails, notes, approvals, accounts, projects, and tasks as tables; every conversation; every file. Private conversations of other members aren’t included."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button
          className="touch"
          loading={job.isPending}
          icon={<DownloadSimpleIcon aria-hidden className="size-4" />}
          onClick={() => job.mutate()}
        >
          Download
        </Button>
        {job.isPending ? (
          <>
            <Button className="touch" variant="ghost" onClick={() => abort.current?.abort()}>
              Cancel
            </Button>
            <p role="status" className="text-kumo-subtle tabular-nums">
              {progress === null ? "Starting…" : progressWords(progress)} Keep this page open.
            </p>
          </>
        ) : null}
      </div>
      <LeaveGuard
        title="Stop the download?"
        dirty={job.isPending}
        onSave={null}
        onDiscard={() => abort.current?.abort()}
      >
        The file isn’t complete yet.
      </LeaveGuard>
    </Section>
  );
}

function progressWords({ what, count }: ExportProgress): string {
  return count === 0 ? `${what}…` : `${what}: ${count.toLocaleString("en-US")} so far.`;
}
