/** Details of a conversation: its contact and their last texts, pending and decided approvals, what the agent looked at, and the cost. */
import { Fragment, useEffect, useMemo, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type * as z from "zod";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import type { Conversation } from "../../../../src/agent/api/conversation.ts";
import type { runSchema } from "../../../../src/agent/api/run.ts";
import type { ConversationClient, ConversationView } from "../conversation-client.ts";
import { toRow } from "../../../../src/approvals/api/approval-row.ts";
import { newerApproval } from "../../approvals/newer-approval.ts";
import { conversationApprovalsQuery, conversationRunsQuery } from "../../api/queries.ts";
import { PersonLink } from "../../team/people/person-link.tsx";
import { useZone } from "../../components/session.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count, money, phoneWords, statusOf } from "../../components/words.ts";
import { LastTexts } from "./last-texts.tsx";
import { lookedAt, sameNumber, sumTokens, type FoundContact, type SeenLook } from "./looked-at.ts";
import { threadItems } from "./thread-items.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

interface PanelProps {
  readonly id: string;
  readonly client: ConversationClient;
  readonly view: ConversationView;
}

export default function ContextPanel({ id, client, view }: PanelProps) {
  const { conversation, messages, steps, hasMore } = view.state;
  // Look-ups are in results, of which the socket sends only the beginning.
  useEffect(() => void client.readWhole(), [client, messages]);
  const zone = useZone();
  const seen = useMemo(() => lookedAt(threadItems(messages, steps, zone)), [messages, steps, zone]);
  return (
    <div className="flex flex-col text-sm">
      {conversation ? <People conversation={conversation} people={seen.people} /> : <Lines />}
      <Approvals id={id} live={view.state.approvals} />
      <Part title="What Steward looked at">
        {seen.looks.length === 0 ? (
          <p className="text-kumo-subtle">Nothing yet.</p>
        ) : (
          <Looks looks={seen.looks} />
        )}
        {hasMore ? (
          <p className="pt-1 text-xs text-kumo-subtle">From the messages shown. Older ones may have more.</p>
        ) : null}
      </Part>
      <Cost id={id} conversation={conversation} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <h3 className="pb-1.5 text-xs font-medium text-kumo-subtle">{title}</h3>
      {children}
    </section>
  );
}

function Lines() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2 px-4 py-3">
      <Bar className="h-3.5 w-1/2" />
      <Bar className="h-3.5 w-2/3" />
    </div>
  );
}

/** The contact of a text conversation, or the people Steward looked up in a chat. */
function People({ conversation, people }: { conversation: Conversation; people: readonly FoundContact[] }) {
  const { contact } = conversation;
  if (!contact) return <LookedUp people={people} />;
  const phone = contact.phone ?? conversation.trigger?.phone ?? null;
  const isThem = ({ id, numbers }: FoundContact): boolean =>
    id === contact.id || numbers.some(({ number }) => phone !== null && sameNumber(number, phone));
  const known = people.find(isThem);
  const others = people.filter((person) => person !== known);
  return (
    <>
      <Part title="Contact">
        {known ? <Person person={known} /> : <Unresolved contact={contact} phone={phone} />}
      </Part>
      {phone ? (
        <Part title="Recent texts and calls">
          <LastTexts key={phone} number={phone} since={conversation.lastMessageAt} />
        </Part>
      ) : null}
      {others.length > 0 ? (
        <Part title="Other people looked up">
          <PeopleList people={others} />
        </Part>
      ) : null}
    </>
  );
}

function LookedUp({ people }: { people: readonly FoundContact[] }) {
  return (
    <Part title="People looked up">
      {people.length === 0 ? (
        <p className="text-kumo-subtle">
          No one yet. People Steward looks up for this chat will appear here.
        </p>
      ) : (
        <PeopleList people={people} />
      )}
      {people.length > MAX_PEOPLE ? (
        <p className="pt-1.5 text-xs text-kumo-subtle">
          And {count(people.length - MAX_PEOPLE, "other")} in the steps of the conversation.
        </p>
      ) : null}
    </Part>
  );
}

function PeopleList({ people }: { people: readonly FoundContact[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {people.slice(0, MAX_PEOPLE).map((person) => (
        <li key={person.id}>
          <Person person={person} />
        </li>
      ))}
    </ul>
  );
}

/** Someone no look-up has returned details about. */
function Unresolved({
  contact,
  phone,
}: {
  contact: NonNullable<Conversation["contact"]>;
  phone: string | null;
}) {
  return (
    <div className="wrap-anywhere">
      <p className="font-medium">
        <PersonLink id={contact.id ?? phone ?? undefined}>
          {clipped(contact.name, 100) || phone || "Unknown"}
        </PersonLink>
      </p>
      {phone && contact.name !== phone ? <PhoneLine number={phone} /> : null}
      {contact.id === undefined ? <p className="text-xs text-kumo-subtle">Not in your contacts.</p> : null}
    </div>
  );
}

const MAX_PEOPLE = 6;

function Person({ person }: { person: FoundContact }) {
  const about = clipped([person.role, person.company].filter(Boolean).join(" · "), 200);
  return (
    <div className="wrap-anywhere">
      <p className="font-medium">
        <PersonLink id={person.id}>{clipped(person.name, 100)}</PersonLink>
        {person.internal ? <span className="font-normal text-kumo-subtle"> · your team</span> : null}
      </p>
      {about ? <p className="text-kumo-subtle">{about}</p> : null}
      {person.numbers.map(({ label, number }) => (
        <PhoneLine key={number} number={number} label={label ?? undefined} />
      ))}
    </div>
  );
}

function PhoneLine({ number, label }: { number: string; label?: string | undefined }) {
  return (
    <p className="tabular-nums">
      {phoneWords(number)}
      {label ? <span className="text-kumo-subtle"> · {clipped(label, 40)}</span> : null}
    </p>
  );
}

function Looks({ looks }: { looks: readonly SeenLook[] }) {
  const shown = looks.slice(0, 8);
  return (
    <>
      <ul className="flex flex-col gap-1">
        {shown.map((look) => (
          <li key={look.toolCallId} className="wrap-anywhere">
            <LookWords look={look} />
          </li>
        ))}
      </ul>
      {looks.length > shown.length ? (
        <p className="pt-1 text-xs text-kumo-subtle">
          And {count(looks.length - shown.length, "look-up")} earlier.
        </p>
      ) : null}
    </>
  );
}

function LookWords({ look }: { look: SeenLook }) {
  switch (look.askedIs) {
    case "file":
      return (
        <Link to="/workspace/$" params={{ _splat: look.asked }} className="link">
          {look.asked}
        </Link>
      );
    case "name":
      return (
        <>
          {look.things}: {look.asked}
        </>
      );
    case "number":
      return (
        <>
          {look.things} {phoneWords(look.asked)}
          <Amount found={look.found} verb="read" />
          <span className="text-kumo-subtle">{look.newestAt ? <>, newest {look.newestAt}</> : null}</span>
        </>
      );
    case "words":
      return (
        <>
          {look.things} for “{clipped(look.asked, 200)}”
          <Amount found={look.found} verb="found" />
        </>
      );
  }
}

function Amount({ found, verb }: { found: number | null; verb: string }) {
  if (found === null) return null;
  return (
    <>
      : <span className="text-kumo-subtle">{found === 0 ? "none" : `${found} ${verb}`}</span>
    </>
  );
}

function Approvals({ id, live }: { id: string; live: Readonly<Record<string, Approval>> }) {
  const query = useQuery(conversationApprovalsQuery(id));
  const { data } = query;
  const known = new Map((data ?? []).map((approval) => [approval.id, approval]));
  for (const approval of Object.values(live))
    known.set(approval.id, newerApproval(known.get(approval.id), toRow(approval)));
  const shown = [...known.values()]
    .sort((left, right) => right.createdAt.localeCompare(left.createdAt))
    .slice(0, 5);
  return (
    <Part title="Recent approvals">
      {!data && shown.length === 0 ? (
        <NotLoaded query={query} skeleton={<Bar className="h-3.5 w-2/3" />} />
      ) : null}
      {data && shown.length === 0 ? (
        <p className="text-kumo-subtle">None yet. Steward asks before it sends anything.</p>
      ) : null}
      <ul className="flex flex-col gap-1.5">
        {shown.map((approval) => (
          <li key={approval.id} className="wrap-anywhere">
            <Link to="/approvals/$id" params={{ id: approval.id }} className="link">
              {approval.target || approval.title}
            </Link>
            <span className="block text-xs text-kumo-subtle">
              {statusOf(approval)} · <Time at={approval.decidedAt ?? approval.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Cost({ id, conversation }: { id: string; conversation: Conversation | null }) {
  const query = useQuery(conversationRunsQuery(id));
  const { data } = query;
  return (
    <Part title="Cost">
      {data ? (
        <Sums runs={data} costUsd={conversation?.costUsd ?? 0} />
      ) : (
        <NotLoaded query={query} skeleton={<Bar className="h-3.5 w-1/2" />} />
      )}
      {data && data.length > 0 ? <Runs runs={data} /> : null}
      <p className="pt-2.5">
        <Link to="/conversations/$id/prompt" params={{ id }} className="link">
          See the exact prompt
        </Link>
      </p>
    </Part>
  );
}

type Run = z.infer<typeof runSchema>;

function Sums({ runs, costUsd }: { runs: readonly Run[]; costUsd: number }) {
  const sums = sumTokens(runs);
  const rows = [
    ["Uncached tokens", sums.input],
    ["Cached tokens", sums.cached],
    ["Output tokens", sums.output],
    ["Model calls", sums.modelCalls],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 tabular-nums">
      <dt>Total</dt>
      <dd className="text-right font-medium">{money(costUsd)}</dd>
      {rows.map(([label, amount]) => (
        <Fragment key={label}>
          <dt className="text-kumo-subtle">{label}</dt>
          <dd className="text-right">{amount.toLocaleString("en-US")}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      <h4 className="pt-2.5 pb-1 text-xs font-medium text-kumo-subtle">Runs</h4>
      <ul className="flex flex-col gap-1">
        {runs.slice(0, 5).map((run) => (
          <li key={run.id} className="flex flex-wrap justify-between gap-x-2">
            <Link to="/activity/$id" params={{ id: run.id }} className="link">
              <Time at={run.startedAt} />
            </Link>
            <span className="text-xs text-kumo-subtle tabular-nums">
              {count(run.toolCalls, "tool call")} · {money(run.costUsd)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
