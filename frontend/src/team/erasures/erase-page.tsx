/** What erasing a person removes and keeps, shown before the decision. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { erasureEndpoints, type ErasurePlan } from "../../../../src/team/api/erasure.ts";
import { call } from "../../api/call.ts";
import { erasurePlanQuery } from "../erasure-queries.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { Notice } from "../../components/notice.tsx";
import { Column, Page } from "../../components/page.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { count, sentenceList } from "../../components/words.ts";
import { NamedRows, RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function ErasePage() {
  const id = useParams({ strict: false }).id ?? "";
  const isAdmin = useIsAdmin();
  const query = useQuery({ ...erasurePlanQuery(id), enabled: isAdmin });
  const { data } = query;
  return (
    <Page title="Erase for good" back="/contacts">
      <Column>
        {!isAdmin ? (
          <Notice tone="warning" title="Only an admin can erase someone." />
        ) : data ? (
          <Plan id={id} plan={data} />
        ) : (
          <NotLoaded query={query} />
        )}
      </Column>
    </Page>
  );
}

function Plan({ id, plan }: { id: string; plan: ErasurePlan }) {
  return (
    <>
      <Section
        title="What goes"
        lead={
          plan.keys.length === 0
            ? `Everything about ${clipped(plan.name, 80)} only.`
            : `Everything about ${clipped(plan.name, 80)} only (matched by ${clipped(sentenceList(plan.keys), 300)}).`
        }
      >
        <Rows>
          {plan.counts.map(({ what, count: amount }) => (
            <Line key={what} what={what} amount={String(amount)} />
          ))}
          {plan.waiting > 0 ? (
            <Line what="Waiting drafts, withdrawn first" amount={String(plan.waiting)} />
          ) : null}
          <Line what="Messages and steps inside these conversations" amount="all" />
          <Line what="Photos and attachments we copied, and search results" amount="all" />
          <Line what="Their numbers and addresses in records shared with others" amount="removed" />
          <Line what="Archive entries that mention them" amount="all" />
        </Rows>
      </Section>
      <Stays plan={plan} />
      <Confirm id={id} plan={plan} />
    </>
  );
}

function Line({ what, amount }: { what: string; amount: string }) {
  return (
    <RowItem>
      <p className="min-w-0 flex-1 basis-48">{what}</p>
      <p className="text-kumo-subtle tabular-nums">{amount}</p>
    </RowItem>
  );
}

const STAYS = [
  [
    "What your own services keep",
    "Delete the contact, texts, and calls in Quo, and the e-mails in your mailbox. We won’t import them again.",
  ],
  [
    "Files, schedules, and settings that name them",
    "We don’t rewrite what people wrote. The certificate lists them for you to look at.",
  ],
  [
    "Group texts and shared e-mail threads",
    "What others wrote or got stays, without this person’s number and address, and without a name that only they have.",
  ],
  [
    "A hash of each number and address",
    "It keeps erased records from coming back, and keeps an opt-out from texts in force.",
  ],
  [
    "One audit entry and the certificate",
    "They record that a person was erased, when, and by whom, but not who it was.",
  ],
] as const;

function Stays({ plan: { shared } }: { plan: ErasurePlan }) {
  return (
    <Section title="What stays, and why">
      <NamedRows
        items={[
          ...shared.map(
            ({ key, with: others }) =>
              [
                clipped(key, 120),
                `Shared with ${clipped(sentenceList(others), 200)}, so it stays with everything sent to and from it.`,
              ] as const,
          ),
          ...STAYS,
        ]}
      />
    </Section>
  );
}

function Confirm({ id, plan }: { id: string; plan: ErasurePlan }) {
  const navigate = useNavigate();
  const erasing = useMutation({
    mutationFn: (name: string) => call(erasureEndpoints.begin, { params: { id }, body: { name } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (begun) => navigate({ to: "/erasures/$id", params: { id: begun.id }, replace: true }),
  });
  return (
    <Section
      title="Erase"
      lead="This can’t be undone. What they send while it runs is erased too; what they send later starts a new contact."
    >
      {plan.busy > 0 ? (
        <Notice tone="warning" title={`${count(plan.busy, "draft is", "drafts are")} being sent right now`}>
          The erasure waits until that’s done.
        </Notice>
      ) : null}
      <TypedConfirm
        name={plan.name}
        act="Erase for good"
        job={erasing}
        cancel={
          <ButtonLink to="/contacts/$id" params={{ id }} className="touch">
            Cancel
          </ButtonLink>
        }
      />
    </Section>
  );
}
