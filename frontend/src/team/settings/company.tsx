/** What Steward knows of the company: its name and zone, and the file it reads before every task. */
import { Suspense } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Work } from "../../../../src/team/api/first-steps.ts";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";
import { meQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { Empty } from "../../components/page.tsx";
import { PickWork } from "../../components/pick-work.tsx";
import { useIsAdmin, useMe } from "../../components/session.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { frontMatterOf } from "../../workspace/front-matter.ts";
import { fileQuery } from "../../workspace/workspace-queries.ts";
import { Markdown } from "../../components/lazy-markdown.ts";

/** The company's own file; a new team has one with questions to answer (src/team/first-steps/files.ts). */
const [FOLDER, FILE] = ["areas", "areas/company.md"];

export default function CompanySettings() {
  const { tenant } = useMe();
  return (
    <>
      <Rows>
        <Fact label="Name" value={tenant.name} />
        <Fact label="Time zone" value={tenant.timeZone.replaceAll("_", " ")} />
      </Rows>
      <YourWork />
      <Section
        title="What Steward knows about you"
        lead="Your services, hours, and ways of working. Steward reads this before it answers anyone."
      >
        <About />
      </Section>
    </>
  );
}

function YourWork() {
  const client = useQueryClient();
  const { tenant } = useMe();
  const changing = useMutation({
    mutationFn: (work: Work) => call(teamEndpoints.changeWork, { body: { work } }),
    onSuccess: () => client.invalidateQueries(meQuery),
  });
  return (
    <Section
      title="Your work"
      lead="Decides which pages the menu shows and what Steward suggests. You’ll find the other pages by search."
    >
      <PickWork
        value={changing.variables ?? tenant.work}
        disabled={!useIsAdmin()}
        onChange={changing.mutate}
      />
    </Section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <RowItem>
      <span className="w-28 shrink-0 text-kumo-subtle">{label}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{value}</span>
    </RowItem>
  );
}

function About() {
  const query = useQuery(fileQuery(FILE));
  const { data } = query;
  const edit = (words: string, look = "") => (
    <ButtonLink to="/workspace/$" params={{ _splat: FILE }} variant="secondary" className={`touch ${look}`}>
      {words}
    </ButtonLink>
  );
  const missing = (
    <Empty title="Nothing written yet" action={edit("Write it")}>
      Say what you do, whom you serve, and what Steward should know.
    </Empty>
  );
  if (data === undefined) return <NotLoaded query={query} rows={4} missing={missing} />;
  return (
    <>
      <div className="sheet px-5 py-4">
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <Markdown text={frontMatterOf(data.content).body} folder={FOLDER} />
        </Suspense>
      </div>
      {edit("Edit", "self-start")}
    </>
  );
}
