/** The draft of a direct text, kept on this device, and its sending. Never shown as sent before the provider confirms. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { type Approval } from "../../../../src/approvals/api/approval.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { rememberApproval } from "../../api/queries.ts";
import { newId, readStored, writeStored } from "../../api/storage.ts";
import { useMe } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { toasts } from "../../components/toasts.ts";
import { decided } from "../../components/undo/decided.ts";

const UNSURE: ReadonlySet<Approval["status"]> = new Set(["failed", "needs_human", "stale"]);

/** How a text is sent: which line it leaves from, and when. */
interface Way {
  readonly sendAt?: string | undefined;
  readonly from?: string | undefined;
}

/** A send request as first attempted. */
interface Act extends Way {
  readonly id: string;
  readonly text: string;
}

/**
 * The send request, stored until it is answered: a retry after a lost answer or a reload is the same act regardless of line or time, and the server
 * performs an act once.
 */
function actFor(key: string, text: string, way: Way): Act {
  const kept = keptAct(readStored(key));
  if (kept?.text === text) return kept;
  const fresh = { id: newId(), text, ...way };
  writeStored(key, JSON.stringify(fresh));
  return fresh;
}

function keptAct(stored: string | null): Act | null {
  try {
    return stored === null ? null : (JSON.parse(stored) as Act);
  } catch {
    // Stored in an older format.
    return null;
  }
}

/** Whether the server refused and did nothing. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function useDirectText(number: string, name: string, onSent: () => void) {
  const client = useQueryClient();
  const key = `direct.${useMe().user.id}.${number}`;
  const [text, setText] = useState(() => readStored(key) ?? "");
  const [unsure, setUnsure] = useState<Approval | null>(null);
  const [pickedLine, pickLine] = useState<string | null>(null);
  const change = (value: string): void => {
    setText(value);
    writeStored(key, value === "" ? null : value);
  };
  const sending = useMutation({
    mutationFn: (way: Way) => {
      const { id, sendAt, from } = actFor(`${key}.act`, text, way);
      return call(textEndpoints.sendDirect, {
        params: { number },
        body: { clientMessageId: id, text, from, sendAt },
      });
    },
    meta: ERROR_SHOWN_HERE,
    onError: (error) => {
      if (isRefused(error)) writeStored(`${key}.act`, null);
    },
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
  return { text, change, sending, unsure, pickedLine, pickLine };
}

function sentWords(approval: Approval, name: string) {
  if (approval.status === "done")
    return { variant: "success" as const, title: `Sent to ${clipped(name, 60)}.` };
  return { title: "On its way." };
}
