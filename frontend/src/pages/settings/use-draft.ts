/** Settings one edits at leisure and saves at once, while others may save theirs. What is mine is never overwritten unasked. */
import { useState } from "react";
import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "../../api/api-error.ts";
import { useMe } from "../../components/session.tsx";
import { toasts } from "../../components/toasts.ts";
import { afterSave } from "./after-save.ts";

export interface Draft<Answer, Value> {
  /** Only admins change settings; everybody reads them. */
  readonly admin: boolean;
  /** What mine was made from. */
  readonly base: Answer;
  readonly mine: Value;
  readonly dirty: boolean;
  /** Somebody saved theirs since mine was begun. */
  readonly overtaken: boolean;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly set: (value: Value) => void;
  readonly discard: () => void;
  readonly takeTheirs: () => void;
  /** Goes on with mine (or with what is given), from theirs. */
  readonly goOn: (value?: Value) => void;
  /** Whether it is saved now. */
  readonly save: () => Promise<boolean>;
}

interface Given<Answer, Value> {
  /** What the server holds now. */
  readonly current: Answer;
  readonly valueOf: (answer: Answer) => Value;
  readonly same?: (left: Value, right: Value) => boolean;
  readonly queryKey: QueryKey;
  /** Saves by compare-and-set on the version; 409 means overtaken. */
  readonly put: (value: Value, version: number) => Promise<Answer>;
  readonly saved: (answer: Answer) => { title: string; description?: string };
}

const sameJson = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const dirty = !same(mine, valueOf(base));
  const overtaken = current.version !== base.version;
  const start = (from: Answer, value: Value): void => {
    setBase(from);
    setMine(value);
  };
  // Nothing of mine is at stake: simply show what is true now.
  if (overtaken && !dirty) start(current, valueOf(current));

  async function save(): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await put(mine, base.version);
      client.setQueryData(queryKey, answer);
      setBase(answer);
      setMine((now) => afterSave(now, mine, valueOf(answer)));
      toasts.add({ variant: "success", ...saved(answer) });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await client.invalidateQueries({ queryKey });
      else setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    admin,
    base,
    mine,
    dirty,
    overtaken,
    busy,
    problem,
    set: setMine,
    discard: () => setMine(valueOf(base)),
    takeTheirs: () => start(current, valueOf(current)),
    goOn: (value = mine) => start(current, value),
    save,
  };
}
