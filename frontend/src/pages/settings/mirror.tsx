/** The workspace on GitHub: where to, whether both sides are the same, and what is wrong. Admins set it; the token goes in and never comes out. */
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { mirrorEndpoints, type Mirror } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { Confirm } from "../../components/confirm.tsx";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "./section.tsx";

const mirrorQuery = queryOptions({
  queryKey: ["mirror"],
  queryFn: ({ signal }) => call(mirrorEndpoints.mirror, { signal }),
});

export default function MirrorSettings() {
  const { data, error, refetch } = useQuery(mirrorQuery);
  const admin = useMe().role === "admin";
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  return (
    <>
      <Section
        title="Workspace on GitHub"
        lead="Every turn that changes files becomes one commit, with who and why. Edits on GitHub come back here within 15 minutes, as versions by their authors; a colleague’s counts as theirs where it was made on github.com or is signed. Where both sides changed the same lines, both are kept."
      >
        {data.connected ? (
          <State mirror={data} />
        ) : (
          <p className="text-kumo-subtle">Not connected: the files live here alone.</p>
        )}
      </Section>
      {data.conflicts.length === 0 ? null : <Conflicts mirror={data} />}
      {data.unreadable.length === 0 ? null : <Unreadable paths={data.unreadable} />}
      {admin ? (
        <Connection mirror={data} />
      ) : (
        <Notice>Only admins of your team can change where the files are mirrored.</Notice>
      )}
    </>
  );
}

function State({ mirror }: { mirror: Mirror }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function look(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      client.setQueryData(mirrorQuery.queryKey, await call(mirrorEndpoints.syncMirror, {}));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {mirror.problem === null ? null : (
        <Notice tone="danger" live title={mirror.problem.message}>
          Nothing is lost: the files stay here and go there once it works again. Noticed{" "}
          <Time at={mirror.problem.at} />.
        </Notice>
      )}
      {failure === null ? null : <ErrorNotice error={failure} />}
      <Rows>
        <RowItem>
          <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
            <p className="font-medium">
              {mirror.repository}, branch {mirror.branch}
            </p>
            <p className="text-sm text-kumo-subtle">
              {mirror.enabled ? "On" : "Paused"}, set by {mirror.enabledBy}.{" "}
              {mirror.syncedAt === null ? (
                "Both sides were not brought together yet."
              ) : (
                <>
                  Both sides were the same <Time at={mirror.syncedAt} />
                  {mirror.headSha === null ? "" : `, at commit ${mirror.headSha.slice(0, 7)}`}.
                </>
              )}
            </p>
          </div>
          {mirror.enabled ? (
            <Button className="touch" loading={busy} onClick={() => void look()}>
              Look now
            </Button>
          ) : null}
        </RowItem>
      </Rows>
    </>
  );
}

function Conflicts({ mirror }: { mirror: Mirror }) {
  return (
    <Section
      title="Kept twice"
      lead="What stood on GitHub is in a file of its own. Put the two together and delete the copy."
    >
      <Rows>
        {mirror.conflicts.map(({ path, copy, at }) => (
          <RowItem key={`${copy}:${at}`}>
            <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <FileLink path={path}>{path}</FileLink>
              <p className="text-sm text-kumo-subtle">
                From GitHub: <FileLink path={copy}>{copy}</FileLink>, <Time at={at} />
              </p>
            </div>
          </RowItem>
        ))}
      </Rows>
    </Section>
  );
}

function Unreadable({ paths }: { paths: readonly string[] }) {
  return (
    <Section
      title="On GitHub alone"
      lead="These are no text, or too long to be files here. They stay there as they are."
    >
      <Rows>
        {paths.map((path) => (
          <RowItem key={path}>
            <p className="min-w-0 flex-1 basis-56 wrap-anywhere">{path}</p>
          </RowItem>
        ))}
      </Rows>
    </Section>
  );
}

function FileLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link to="/workspace/$" params={{ _splat: path }} className="text-kumo-link underline underline-offset-2">
      {children}
    </Link>
  );
}

interface Form {
  readonly repository: string;
  readonly branch: string;
  readonly token: string;
  readonly enabled: boolean;
}

function formOf({ repository, branch, connected, enabled }: Mirror): Form {
  return {
    repository: repository ?? "",
    branch: branch ?? "main",
    token: "",
    enabled: connected ? enabled : true,
  };
}

function sameForm(left: Form, right: Form): boolean {
  return (
    left.repository === right.repository &&
    left.branch === right.branch &&
    left.token === right.token &&
    left.enabled === right.enabled
  );
}

function Connection({ mirror }: { mirror: Mirror }) {
  const client = useQueryClient();
  const current = formOf(mirror);
  /** Begun from what held then: what others save meanwhile takes nothing of it away. */
  const [begun, setBegun] = useState<{ readonly from: Form; readonly mine: Form } | null>(null);
  const { repository, branch, token, enabled } = begun?.mine ?? current;
  const dirty = begun !== null && !sameForm(begun.mine, begun.from);
  const overtaken = dirty && !sameForm(begun.from, current);
  const set = (change: Partial<Form>): void =>
    setBegun({ from: begun?.from ?? current, mine: { repository, branch, token, enabled, ...change } });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [leaving, setLeaving] = useState(false);
  const whole = repository.trim() !== "" && branch.trim() !== "" && (mirror.connected || token.trim() !== "");

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await client.invalidateQueries(mirrorQuery);
      setBegun(null);
      return true;
    } catch (failure) {
      setProblem(failure);
      return false;
    } finally {
      setBusy(false);
      setLeaving(false);
    }
  }

  function save(): Promise<boolean> {
    const given = token.trim() === "" ? {} : { token: token.trim() };
    return run(() => call(mirrorEndpoints.setMirror, { body: { repository, branch, enabled, ...given } }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }

  return (
    <Section
      title="Connection"
      lead="A fine-grained token for this one repository, with read and write access to its contents. The repository needs a first commit."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label="Repository"
          hint="owner/name"
          value={repository}
          onChange={(words) => set({ repository: words })}
        />
        <Field label="Branch" value={branch} onChange={(words) => set({ branch: words })} />
        <Field
          label="Token"
          hint={
            mirror.connected
              ? "Leave empty to keep the one that is stored"
              : "Stored sealed, never shown again"
          }
          secret
          value={token}
          onChange={(words) => set({ token: words })}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            checked={enabled}
            onChange={(event) => set({ enabled: event.target.checked })}
          />
          Mirror: commits go out without asking each time
        </label>
        {overtaken ? (
          <Notice
            tone="warning"
            live
            title="Somebody changed this while you were at it."
            actions={
              <Button size="sm" className="touch" onClick={() => setBegun(null)}>
                Take theirs
              </Button>
            }
          >
            What you typed is still here; saved, it takes the place of theirs.
          </Notice>
        ) : null}
        {problem === null ? null : <ErrorNotice error={problem} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" className="touch" loading={busy} disabled={!whole}>
            {mirror.connected ? "Save" : "Connect"}
          </Button>
          {mirror.connected ? (
            <Button className="touch" onClick={() => setLeaving(true)}>
              Disconnect…
            </Button>
          ) : null}
        </div>
      </form>
      <LeaveGuard
        title="The connection is not saved"
        dirty={dirty}
        onSave={whole ? save : null}
        onDiscard={() => setBegun(null)}
      >
        Left now, what you typed is lost.
      </LeaveGuard>
      <Confirm
        open={leaving}
        title="Disconnect GitHub?"
        act="Disconnect"
        busy={busy}
        onClose={() => setLeaving(false)}
        onConfirm={() => void run(() => call(mirrorEndpoints.removeMirror, {}))}
      >
        <p>The token is forgotten. The files stay as they are, here and there.</p>
      </Confirm>
    </Section>
  );
}

function Field({
  label,
  hint,
  value,
  secret = false,
  onChange,
}: {
  label: string;
  hint?: string;
  value: string;
  secret?: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        type={secret ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="touch h-9 w-full max-w-md rounded-md bg-kumo-control px-2.5 ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-kumo-subtle">
          {hint}
        </p>
      )}
    </div>
  );
}
