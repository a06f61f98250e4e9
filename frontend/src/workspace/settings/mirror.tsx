/** The workspace's mirror on GitHub: its target, whether both sides match, and any problem. Admins configure it; the token is write-only. */
import type { ReactNode } from "react";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { mirrorEndpoints, type Mirror } from "../../../../src/workspace/api/mirror.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { MirrorConnection, mirrorQuery } from "./mirror-connection.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function MirrorSettings() {
  const query = useQuery(mirrorQuery);
  const { data } = query;
  const admin = useIsAdmin();
  if (data === undefined) return <NotLoaded query={query} />;
  return (
    <>
      <Section
        title="GitHub sync"
        lead="Every turn that changes files becomes one commit that says who and why. Edits on GitHub show up here within 15 minutes, credited to their authors if they were made on github.com or signed. If both sides change the same lines, both versions are kept."
      >
        {data.connected ? (
          <State mirror={data} />
        ) : (
          <p className="text-kumo-subtle">Not connected. Your files live only here.</p>
        )}
      </Section>
      {data.conflicts.length === 0 ? null : <Conflicts mirror={data} />}
      {data.unreadable.length === 0 ? null : <Unreadable paths={data.unreadable} />}
      {admin ? <MirrorConnection mirror={data} /> : <Notice>Only admins can change this connection.</Notice>}
    </>
  );
}

function State({ mirror }: { mirror: Mirror }) {
  const client = useQueryClient();
  const syncing = useMutation({
    mutationFn: () => call(mirrorEndpoints.syncMirror, {}),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (answer) => client.setQueryData(mirrorQuery.queryKey, answer),
  });

  return (
    <>
      {mirror.problem === null ? null : (
        <Notice tone="danger" live title={mirror.problem.message}>
          Nothing is lost. Your files stay here and sync once this works again. Noticed{" "}
          <Time at={mirror.problem.at} />.
        </Notice>
      )}
      {syncing.error ? <ErrorNotice error={syncing.error} /> : null}
      <Rows>
        <RowItem>
          <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
            <p className="font-medium">
              {mirror.repository}, branch {mirror.branch}
            </p>
            <p className="text-sm text-kumo-subtle">
              {mirror.enabled ? "On" : "Paused"}, set up by {mirror.enabledBy}.{" "}
              {mirror.syncedAt === null ? (
                "Not synced yet."
              ) : (
                <>
                  In sync <Time at={mirror.syncedAt} />
                  {mirror.headSha === null ? "" : `, at commit ${mirror.headSha.slice(0, 7)}`}.
                </>
              )}
            </p>
          </div>
          {mirror.enabled ? (
            <Button className="touch" loading={syncing.isPending} onClick={() => syncing.mutate()}>
              Sync now
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
      title="Conflicts"
      lead="The GitHub version is saved as a separate file. Merge the two, then delete the copy."
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
      title="Not synced"
      lead="These aren’t text, or they’re too long. They stay on GitHub as they are."
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
    <Link to="/workspace/$" params={{ _splat: path }} className="link">
      {children}
    </Link>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(mirrorQuery);
}
