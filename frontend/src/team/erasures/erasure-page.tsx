/** An erasure in progress, then its certificate: what was removed where, and what a person should check. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Erasure } from "../../../../src/team/api/erasure.ts";
import { saveFile } from "../save-file.ts";
import { erasureQuery } from "../erasure-queries.ts";
import { InsideLink } from "../../components/inside-link.tsx";
import { Notice } from "../../components/notice.tsx";
import { Column, Page } from "../../components/page.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { useZone } from "../../components/session.tsx";
import { exactTime } from "../../components/words.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

const STAGES: Readonly<Record<string, string>> = {
  drafts: "Withdrawing drafts, and waiting for any being sent",
  files: "Deleting copies of attachments",
  conversations: "Deleting conversations",
  own: "Deleting records",
  mentions: "Taking them out of other records",
  archive: "Erasing archived lines",
  search: "Rebuilding the search index",
  check: "Searching everything again",
};

export default function ErasurePage() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(erasureQuery(id));
  const { data } = query;
  const title = data?.finishedAt === null ? "Erasing" : "Certificate of erasure";
  return (
    <Page title={title} back="/settings/kept">
      <Column>
        {data === undefined ? <NotLoaded query={query} /> : null}
        {data && data.finishedAt === null ? <Progress erasure={data} /> : null}
        {data && data.finishedAt !== null ? (
          <Certificate erasure={data} finishedAt={data.finishedAt} />
        ) : null}
      </Column>
    </Page>
  );
}

function Progress({ erasure }: { erasure: Erasure }) {
  return (
    <>
      <Notice
        tone={erasure.failing ? "warning" : "info"}
        live
        title={`${STAGES[erasure.stage] ?? "Erasing"}…`}
      >
        {erasure.failing
          ? "The last attempt failed. Retrying automatically."
          : "You can leave this page. Erasing continues, and the certificate will be here."}
      </Notice>
      <Removed erasure={erasure} title="Removed so far" />
    </>
  );
}

function Certificate({ erasure, finishedAt }: { erasure: Erasure; finishedAt: string }) {
  const { id, left, requestedBy, requestedAt, hash } = erasure;
  const zone = useZone();
  return (
    <>
      <Section
        title="One person was erased"
        lead="This certificate doesn’t hold their data, so it doesn’t say who it was."
      >
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <Fact name="Erased by">{requestedBy}</Fact>
          <Fact name="Started">{exactTime(requestedAt, zone)}</Fact>
          <Fact name="Finished">{exactTime(finishedAt, zone)}</Fact>
          <Fact name="Certificate">{id}</Fact>
          <Fact name="SHA-256">{hash}</Fact>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button className="touch" onClick={() => window.print()}>
            Print
          </Button>
          <Button className="touch" onClick={() => download(erasure)}>
            Download
          </Button>
        </div>
      </Section>
      <Removed erasure={erasure} title="Removed" />
      <Section
        title="Found in the final search"
        lead={
          left.length === 0
            ? "Nothing was found by their numbers, addresses, IDs, or name."
            : "These may still mention them, or someone else with the same name. Please check each."
        }
      >
        {left.length === 0 ? null : (
          <Rows>
            {left.map(({ what, count, path }, index) => (
              <RowItem key={`${what} ${path ?? ""} ${String(index)}`}>
                <p className="min-w-0 flex-1 wrap-anywhere">
                  {path === null ? what : <InsideLink href={path}>{what}</InsideLink>}
                </p>
                <p className="text-kumo-subtle tabular-nums">{count}</p>
              </RowItem>
            ))}
          </Rows>
        )}
      </Section>
      <Notice tone="warning" title="Not ours to delete">
        Delete the contact, texts, calls, and recordings in Quo, and the e-mails in your mailbox. If your
        files sync to GitHub, its history keeps older versions. Backups of your team made before today still
        hold them.
      </Notice>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-kumo-subtle">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Removed({ erasure: { removed }, title }: { erasure: Erasure; title: string }) {
  return (
    <Section title={title}>
      {removed.length === 0 ? <p className="text-kumo-subtle">Nothing yet.</p> : null}
      {removed.length === 0 ? null : (
        <Rows>
          {removed.map(({ what, count }) => (
            <RowItem key={what}>
              <p className="min-w-0 flex-1">{what}</p>
              <p className="text-kumo-subtle tabular-nums">{count}</p>
            </RowItem>
          ))}
        </Rows>
      )}
    </Section>
  );
}

function download(erasure: Erasure): void {
  const text = JSON.stringify(erasure, null, 2);
  saveFile(new Blob([text], { type: "application/json" }), `certificate-of-erasure-${erasure.id}.json`);
}
