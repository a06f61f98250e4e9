/** Where an account's files disagree: what is wrong and how to fix it. */
import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { Account, AccountProof } from "../../../src/accounts/api/accounts.ts";
import { Notice } from "../components/notice.tsx";
import { clipped } from "../components/text-pieces.ts";
import { canRecord, problemWords } from "./account-words.ts";
import { FileLink } from "./part.tsx";
import { useRepair, useRecord } from "./use-account.ts";

export function ProblemNotices({
  account,
  onSaved,
}: {
  account: Account;
  onSaved: (proof: AccountProof) => void;
}) {
  const { stateProblem, problems, files, missing } = account;
  if (missing.length > 0) return <Missing account={account} onSaved={onSaved} />;
  const others = stateProblem === null ? problems : problems.filter(({ entry }) => entry !== null);
  return (
    <>
      {stateProblem === null ? null : (
        <Notice
          tone="danger"
          title="This account’s state.md can’t be read."
          actions={<MendButton account={account} onSaved={onSaved} />}
        >
          <p>{clipped(stateProblem, 500)} Nothing is lost. Restore the verified version.</p>
        </Notice>
      )}
      {others.length === 0 ? null : canRecord(account) ? (
        <Untold account={account} onSaved={onSaved} />
      ) : (
        <Notice
          tone="danger"
          title="This account’s history is broken."
          actions={
            <>
              <FileLink path={files.history} show="history">
                Versions of history.md
              </FileLink>
              <MendButton account={account} onSaved={onSaved} />
            </>
          }
        >
          <Problems of={others.map(({ message }) => message)} />
          <p>
            Restore the verified version. Until then, this account can’t be changed and nothing is drafted for
            it.
          </p>
        </Notice>
      )}
    </>
  );
}

/** A stored file is missing. */
function Missing({ account, onSaved }: { account: Account; onSaved: (proof: AccountProof) => void }) {
  const paths = account.missing;
  const names = paths.map((path) => path.split("/").at(-1) ?? path);
  return (
    <Notice
      tone="danger"
      title={`The words of ${names.join(" and ")} are missing from storage.`}
      actions={<MendButton account={account} onSaved={onSaved} />}
    >
      <p>
        Restore the verified version, or ask your administrator to restore a backup. Until then, this account
        can’t be changed and gets no follow-ups.
      </p>
    </Notice>
  );
}

function MendButton({ account, onSaved }: { account: Account; onSaved: (proof: AccountProof) => void }) {
  const repair = useRepair(account.id, onSaved);
  return (
    <Button size="sm" className="touch" loading={repair.isPending} onClick={() => repair.mutate()}>
      Restore proven version
    </Button>
  );
}

/** Someone edited the state file by hand. */
function Untold({ account, onSaved }: { account: Account; onSaved: (proof: AccountProof) => void }) {
  const record = useRecord(account.id, onSaved);
  return (
    <Notice
      tone="warning"
      title="The history doesn’t explain this state."
      actions={
        <>
          <Button
            variant="primary"
            size="sm"
            className="touch"
            loading={record.isPending}
            onClick={() => record.mutate()}
          >
            Record this change
          </Button>
          <MendButton account={account} onSaved={onSaved} />
        </>
      }
    >
      <Problems of={account.problems.map(({ message }) => message)} />
      <p>Someone edited state.md by hand. Record it if it’s right, or restore the verified version.</p>
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
