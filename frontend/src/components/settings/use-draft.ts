/** A settings draft that is edited at leisure and saved as a whole while others may save theirs. Never overwritten without asking. */
import { useState } from "react";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "../../api/api-error.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { useMe } from "../session.tsx";
import { toasts } from "../toasts.ts";
import { afterSave } from "./after-save.ts";

export interface Draft<Answer, Value> {
  /** Only admins change settings; everyone can read them. */
  readonly admin: boolean;
  /** The version my draft is based on. */
  readonly base: Answer;
  readonly mine: Value;
  readonly dirty: boolean;
  /** Someone else saved after my draft was started. */
  readonly overtaken: boolean;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly set: (value: Value) => void;
  readonly discard: () => void;
  readonly takeTheirs: () => void;
  /** Rebases the draft (or the given value) onto the other person's version. */
  readonly goOn: (value?: Value) => void;
  /** Whether it is saved now. */
  readonly save: () => Promise<boolean>;
}

interface Given<Answer, Value> {
  /** The server's current version. */
  readonly current: Answer;
  readonly valueOf: (answer: Answer) => Value;
  readonly same?: (left: Value, right: Value) => boolean;
  readonly queryKey: QueryKey;
  /** Saves by compare-and-set on the version; 409 means overtaken. */
  readonly put: (value: Value, version: number) => Promise<Answer>;
  readonly saved: (answer: Answer) => Omit<Parameters<typeof toasts.add>[0], "variant">;
}

const sameJson = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

export function useDraft<Answer extends { readonly version: number }, Value>({
  current,
  valueOf,
  same = sameJson,
  queryKey,
  put,
  saved,
}: Given<Answer, Value>): Draft<Answer, Value> {
  const client = useQueryClient();
  const admin = useMe().role === "admin";
  const [base, setBase] = useState(current);
  const [mine, setMine] = useState(() => valueOf(current));
  const dirty = !same(mine, valueOf(base));
  const overtaken = current.version !== base.version;
  const start = (from: Answer, value: Value): void => {
    setBase(from);
    setMine(value);
  };
  // I have no changes to lose, so the page shows the current version.
  if (overtaken && !dirty) start(current, valueOf(current));

  const saving = useMutation({
    mutationFn: (value: Value) => put(value, base.version),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (answer, sent) => {
      client.setQueryData(queryKey, answer);
      setBase(answer);
      setMine((now) => afterSave(now, sent, valueOf(answer)));
      toasts.add({ variant: "success", ...saved(answer) });
    },
    onError: (error) => (isOvertaken(error) ? client.invalidateQueries({ queryKey }) : undefined),
  });

  return {
    admin,
    base,
    mine,
    dirty,
    overtaken,
    busy: saving.isPending,
    problem: isOvertaken(saving.error) ? null : saving.error,
    set: setMine,
    discard: () => setMine(valueOf(base)),
    takeTheirs: () => start(current, valueOf(current)),
    goOn: (value = mine) => start(current, value),
    save: () =>
      saving.mutateAsync(mine).then(
        () => true,
        () => false,
      ),
  };
}
