/** The words one writes to somebody oneself, kept on this device, and their sending: never shown as sent before the provider has said so. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { textEndpoints, type Approval } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { SAID_HERE } from "../../api/mutations.ts";
import { rememberApproval } from "../../api/queries.ts";
import { newId, readStored, writeStored } from "../../api/storage.ts";
import { useMe } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { toasts } from "../../components/toasts.ts";
import { decided } from "../../components/undo/decided.ts";

const UNSURE: ReadonlySet<Approval["status"]> = new Set(["failed", "needs_human", "stale"]);

/**
 * The id of sending these words, kept until it is answered: words that are sent once more after a lost answer or a reload are the same act, and
 * the server performs an act once.
 */
function actIdFor(key: string, text: string): string {
  const kept = readStored(key);
  const [id = "", ...words] = kept?.split("\n") ?? [];
  if (id !== "" && words.join("\n") === text) return id;
  const fresh = newId();
  writeStored(key, `${fresh}\n${text}`);
  return fresh;
}

export function useDirectText(number: string, name: string, onSent: () => void) {
  const client = useQueryClient();
  const key = `direct.${useMe().user.id}.${number}`;
  const [text, setText] = useState(() => readStored(key) ?? "");
  const [unsure, setUnsure] = useState<Approval | null>(null);
  const change = (value: string): void => {
    setText(value);
    writeStored(key, value === "" ? null : value);
  };
  const sending = useMutation({
    /** `sendAt`: then instead of now. `from`: one of our lines. */
    mutationFn: ({
      sendAt,
      from,
    }: {
      readonly sendAt?: string | undefined;
      readonly from?: string | undefined;
    }) =>
      call(textEndpoints.sendDirect, {
        params: { number },
        body: {
          clientMessageId: actIdFor(`${key}.act`, `${sendAt ?? ""} ${from ?? ""}\n${text}`),
          text,
          from,
          sendAt,
        },
      }),
    meta: SAID_HERE,
    onSuccess: (approval) => {
      rememberApproval(client, approval);
      void client.invalidateQueries({ queryKey: ["texts"] });
      void client.invalidateQueries({ queryKey: ["direct-text", number] });
      writeStored(`${key}.act`, null);
      change("");
      if (UNSURE.has(approval.status)) return setUnsure(approval);
      setUnsure(null);
      if (approval.undoable) decided.note([approval]);
      else toasts.add(sentWords(approval, name));
      onSent();
    },
  });
  return { text, change, sending, unsure };
}

function sentWords(approval: Approval, name: string) {
  if (approval.status === "done")
    return { variant: "success" as const, title: `Sent to ${clipped(name, 60)}.` };
  return { title: "On its way." };
}
