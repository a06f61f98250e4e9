/** Deleting the whole workspace: for admins, behind typed words, and even then with a way back. */
import { useState, type FormEvent } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { DELETE_ALL_WORDS, workspaceEndpoints } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { WORKSPACE_KEY } from "../../api/workspace-queries.ts";
import { Modal } from "../../components/dialog.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { exportAddress } from "./download.ts";
import type { FileActions } from "./use-file-actions.ts";

export function DeleteAll({
  files,
  actions,
  onClose,
}: {
  files: number;
  actions: FileActions;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const confirmed = typed.trim().toLowerCase() === DELETE_ALL_WORDS;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!confirmed) return;
    setBusy(true);
    setProblem(null);
    try {
      const { deleted, deletionId } = await call(workspaceEndpoints.deleteAll, {
        body: { confirm: typed.trim() },
      });
      await client.invalidateQueries({ queryKey: WORKSPACE_KEY });
      onClose();
      const toast = toasts.add({
        title: `${count(deleted, "file")} deleted`,
        description: "The workspace is empty. Every version is kept under Deleted files.",
        timeout: 30_000,
        actions: [
          {
            children: "Undo",
            onClick: () => {
              toasts.close(toast);
              void actions.undelete({ deletionId });
            },
          },
        ],
      });
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal open onClose={onClose} title="Delete everything in the workspace">
      <form className="flex flex-col gap-4 p-4" onSubmit={(event) => void submit(event)}>
        <Notice tone="danger" title={`This deletes all ${count(files, "file")}, for the whole team.`}>
          Steward forgets what stands in them, from the next conversation on. They stay under Deleted files
          and can be brought back.
        </Notice>
        <p>
          <a
            href={exportAddress("")}
            download
            className="touch inline-flex items-center text-kumo-link underline underline-offset-2"
          >
            Export everything as a zip first
          </a>
        </p>
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">Type “{DELETE_ALL_WORDS}” to go on</span>
          <input
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
            className="touch h-10 w-full rounded-lg bg-kumo-control px-3 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
          />
        </label>
        {problem === null ? null : <ErrorNotice error={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" className="touch" onClick={onClose}>
            Keep
          </Button>
          <Button type="submit" variant="destructive" className="touch" disabled={!confirmed} loading={busy}>
            Delete everything
          </Button>
        </div>
      </form>
    </Modal>
  );
}
