/** Deleting the whole workspace: for admins, behind typed words, and even then restorable. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DELETE_ALL_WORDS } from "../../../src/workspace/api/workspace-limits.ts";
import { workspaceEndpoints } from "../../../src/workspace/api/workspace.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { WORKSPACE_KEY } from "./workspace-queries.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { TextBox } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { toastWithUndo } from "../components/toasts.ts";
import { count } from "../components/words.ts";
import { exportAddress } from "./download.ts";
import type { FileActions } from "./use-file-actions.ts";

interface Props {
  readonly actions: FileActions;
  readonly onClose: () => void;
}

function useDeleteAll(actions: FileActions, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (confirm: string) => call(workspaceEndpoints.deleteAll, { body: { confirm } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async ({ deleted, deletionId }) => {
      await client.invalidateQueries({ queryKey: WORKSPACE_KEY });
      onClose();
      toastWithUndo(
        {
          title: `${count(deleted, "file")} deleted`,
          description: "Accounts stay. Every version is under Deleted files.",
          timeout: 30_000,
        },
        () => void actions.undelete({ deletionId }),
      );
    },
  });
}

export function DeleteAll({ actions, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const deleting = useDeleteAll(actions, onClose);
  const confirmed = typed.trim().toLowerCase() === DELETE_ALL_WORDS;
  return (
    <Modal open onClose={onClose} title="Delete everything in the workspace?">
      <DialogForm
        job={deleting}
        ready={confirmed}
        danger
        onCancel={onClose}
        act="Delete everything"
        onSubmit={() => deleting.mutate(typed.trim())}
      >
        <Notice tone="danger" title={`This deletes your whole team’s files.`}>
          Accounts and what is filed with them stay. New conversations won’t know what’s in them. You can
          restore them from Deleted files.
        </Notice>
        <p>
          <a href={exportAddress("")} download className="touch inline-flex items-center link">
            Export everything as .zip first
          </a>
        </p>
        <TextBox
          label={`Type “${DELETE_ALL_WORDS}” to confirm`}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={setTyped}
          className="w-full"
        />
      </DialogForm>
    </Modal>
  );
}
