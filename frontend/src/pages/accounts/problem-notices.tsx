/** Where an account's files don't prove each other: what is wrong, and what makes it right again. */
import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Account, AccountProof } from "../../../../src/protocol/accounts.ts";
import { Notice } from "../../components/notice.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { canRecord, problemWords } from "./account-words.ts";
import { FileLink } from "./part.tsx";
import { useRecord } from "./use-account.ts";

export function ProblemNotices({
  account,
  onSaved,
}: {
  account: Account;
  onSaved: (proof: AccountProof) => void;
}) {
  const { stateProblem, problems, files, missing } = account;
  if (missing.length > 0) return <Missing paths={missing} />;
  const others = stateProblem === null ? problems : problems.filter(({ entry }) => entry !== null);
  return (
    <>
      {stateProblem === null ? null : (
        <Notice
          tone="danger"
          title="This account’s state.md can’t be read."
          actions={<FileLink path={files.state}>Open state.md</FileLink>}
        >
          <p>{clipped(stateProblem, 500)} Nothing is lost: fix the file, or restore an older version.</p>
        </Notice>
      )}
      {others.length === 0 ? null : canRecord(account) ? (
        <Untold account={account} onSaved={onSaved} />
      ) : (
        <Notice
          tone="danger"
          title="This account’s history is broken."
          actions={
            <FileLink path={files.history} show="history">
              Versions of history.md
            </FileLink>
          }
        >
          <Problems of={others.map(({ message }) => message)} />
          <p>Restore an older version of history.md. Until then, this account can’t be changed here.</p>
        </Notice>
      )}
    </>
  );
}

/** Storage lost what a file says. */
function Missing({ paths }: { paths: readonly string[] }) {
  const names = paths.map((path) => path.split("/").at(-1) ?? path);
  return (
    <Notice
      tone="danger"
      title={`The words of ${names.join(" and ")} are missing from storage.`}
      actions={paths.map((path, index) => (
        <FileLink key={path} path={path} show="history">
          Versions of {names[index]}
        </FileLink>
      ))}
    >
      <p>
        {paths.length === 1
          ? "Restore an older version of the file"
          : "Restore older versions of these files"}
        , or ask whoever runs Steward for you to restore a backup. Until then nothing is changed, and no
        follow-up is written, for this account.
      </p>
    </Notice>
  );
}

/** Somebody changed the state by hand. */
function Untold({ account, onSaved }: { account: Account; onSaved: (proof: AccountProof) => void }) {
  const record = useRecord(account.id, onSaved);
  return (
    <Notice
      tone="warning"
      title="The history doesn’t tell how this state came about."
      actions={
        <Button
          variant="primary"
          size="sm"
          className="touch"
          loading={record.isPending}
          onClick={() => record.mutate()}
        >
          Record this change
        </Button>
      }
    >
      <Problems of={account.problems.map(({ message }) => message)} />
      <p>
        Someone edited state.md by hand. Record it if it’s right, or{" "}
        <Link
          to="/workspace/$"
          params={{ _splat: account.files.state }}
          search={{ show: "history" }}
          className="text-kumo-link underline underline-offset-2"
        >
          restore an older version
        </Link>
        .
      </p>
    </Notice>
  );
}

function Problems({ of }: { of: readonly string[] }): ReactNode {
  return (
    <ul className="py-0.5">
      {of.slice(0, 5).map((message) => (
        <li key={message}>{clipped(problemWords(message), 400)}</li>
      ))}
    </ul>
  );
}
