/** Proof of a change at a glance: old and new values, the log entry, and the files it is written in. */
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { AccountProof } from "../../../src/accounts/api/accounts.ts";
import { CheckIcon, XIcon } from "../components/icons.ts";
import { withoutMarks } from "../components/words.ts";
import { entryAnchor } from "./account-words.ts";
import { Changes } from "./changes.tsx";
import { FileLink } from "./part.tsx";
import { useUndo } from "./use-account.ts";

export function Proof({
  proof,
  onUndone,
  onClose,
}: {
  proof: AccountProof;
  onUndone: (proof: AccountProof) => void;
  onClose: () => void;
}) {
  const { entry, files } = proof;
  const undo = useUndo(proof.id, entry.id, onUndone);
  return (
    <section
      role="status"
      aria-label="Saved"
      className="arrive sticky top-3 z-10 flex items-start gap-3 rounded-lg border border-kumo-success/40 bg-kumo-success-tint px-3 py-2.5 shadow-sm"
    >
      <CheckIcon aria-hidden weight="bold" className="mt-0.5 size-4 shrink-0 text-kumo-success" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="font-semibold wrap-anywhere">{withoutMarks(entry.sentence)}</p>
        <Changes changes={entry.changes} />
        <p className="flex flex-wrap items-center gap-x-3 text-xs">
          <Link
            to="."
            hash={entryAnchor(entry.id)}
            className="inline-flex min-h-6 items-center text-kumo-link hover:underline"
          >
            In the history
          </Link>
          {files.map((path) => (
            <FileLink key={path} path={path}>
              {path.split("/").at(-1)}
            </FileLink>
          ))}
        </p>
      </div>
      <div className="-my-1 flex items-center gap-1">
        {entry.previous === null ? null : (
          <Button size="sm" className="touch" loading={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        )}
        <Button
          variant="ghost"
          shape="square"
          size="sm"
          className="touch"
          aria-label="Dismiss"
          icon={<XIcon aria-hidden className="size-4" />}
          onClick={onClose}
        />
      </div>
    </section>
  );
}
