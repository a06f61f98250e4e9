/** Adding a source: what to read, as whom, how far back, and the estimated cost. */
import { useState, type FormEvent } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  knowledgeEndpoints,
  type KnowledgeChoice,
  type KnowledgeEstimate,
  type KnowledgeOffer,
} from "../../../../src/knowledge/api/knowledge.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Modal } from "../../components/dialog.tsx";
import { Choice } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { count } from "../../components/words.ts";
import { SummaryTick, WhoFinds } from "./source-choices.tsx";
import { priceWords, SHELF_WORDS, THING_WORDS, withSource, type SourceMember } from "./sources-query.ts";

const WINDOWS: readonly (readonly [number, string])[] = [
  [30, "the last month"],
  [90, "the last 3 months"],
  [180, "the last 6 months"],
  [365, "the last year"],
  [3650, "the last 10 years"],
];

const keyOf = ({ connectionId, kind }: KnowledgeOffer): string => `${connectionId} ${kind}`;

/** The choices so far; defaults come from the offer. */
function useChoice(offers: readonly [KnowledgeOffer, ...KnowledgeOffer[]]) {
  const [key, setKey] = useState(keyOf(offers[0]));
  const [picked, setPicked] = useState("");
  const [days, setDays] = useState<number | null>(null);
  const [summarizes, setSummarizes] = useState(true);
  const [owner, setOwner] = useState<string | null | undefined>(undefined);
  const offer = offers.find((one) => keyOf(one) === key) ?? offers[0];
  const { connectionId, kind, people, windowDays } = offer;
  const one = people.find(({ id }) => id === picked) ?? people[0];
  const person = one?.id ?? "";
  const ownerId = owner === undefined ? (one?.ownerId ?? null) : owner;
  const choice: KnowledgeChoice = { connectionId, kind, person, windowDays: days ?? windowDays };
  return { offer, choice, ownerId, setOwner, summarizes, setKey, setPicked, setDays, setSummarizes };
}

export function AddSource({
  offers,
  members,
  onClose,
}: {
  offers: readonly [KnowledgeOffer, ...KnowledgeOffer[]];
  members: readonly SourceMember[];
  onClose: () => void;
}) {
  const client = useQueryClient();
  const chosen = useChoice(offers);
  const { offer, choice, ownerId, setOwner, summarizes, setSummarizes } = chosen;
  const estimate = useQuery({
    queryKey: ["knowledge", "estimate", choice],
    queryFn: ({ signal }) => call(knowledgeEndpoints.estimate, { body: choice, signal }),
    staleTime: 60_000,
    retry: false,
  });
  const adding = useMutation({
    mutationFn: () => call(knowledgeEndpoints.add, { body: { ...choice, ownerId, summarizes } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (source) => {
      withSource(client, source);
      onClose();
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!adding.isPending) adding.mutate();
  }
  return (
    <Modal open onClose={onClose} title="Add a source">
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        <Choices offers={offers} chosen={chosen} />
        <WhoFinds ownerId={ownerId} members={members} onChange={setOwner} />
        <Notice>
          {estimate.data ? estimateWords(estimate.data, offer) : null}
          {estimate.isPending ? "Counting…" : null}
          {estimate.error ? "We couldn’t count the items right now. You can start anyway." : null}
        </Notice>
        <SummaryTick
          kind={offer.kind}
          hint={`Two or three sentences that search finds, too, and the people, companies and projects it names for the directory.${summaryWords(estimate.data?.summaryUsd)}`}
          checked={summarizes}
          onChange={setSummarizes}
        />
        {adding.error ? <ErrorNotice error={adding.error} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            className="touch"
            loading={adding.isPending}
            disabled={estimate.isPending}
          >
            Start reading
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Choices({
  offers,
  chosen: { offer, choice, setKey, setPicked, setDays },
}: {
  offers: readonly KnowledgeOffer[];
  chosen: ReturnType<typeof useChoice>;
}) {
  const isUsual = WINDOWS.some(([value]) => value === choice.windowDays);
  const own = [choice.windowDays, `the last ${count(choice.windowDays, "day")}`] as const;
  return (
    <>
      <Choice
        label="What to read"
        shown
        value={keyOf(offer)}
        options={offers.map((one) => [keyOf(one), `${one.service}: ${SHELF_WORDS[one.kind]}`])}
        onChange={setKey}
      />
      {offer.people.length === 0 ? null : (
        <Choice
          label={offer.kind === "event" ? "Whose calendar" : "As whom"}
          shown
          value={choice.person}
          options={offer.people.map(({ id, name }) => [id, name === id ? id : `${name} (${id})`])}
          onChange={setPicked}
        />
      )}
      <Choice
        label="How far back"
        shown
        value={String(choice.windowDays)}
        options={(isUsual ? WINDOWS : [own, ...WINDOWS]).map(([value, words]) => [String(value), words])}
        onChange={(value) => setDays(Number(value))}
      />
    </>
  );
}

function estimateWords(estimate: KnowledgeEstimate, { kind }: KnowledgeOffer): string {
  const { items, isMore, minutes, tokens, usd } = estimate;
  const [one, many] = THING_WORDS[kind];
  if (items === 0) return `There are no ${many} in that period yet. Steward reads new ones as they arrive.`;
  const amount = `${isMore ? "More than" : "About"} ${count(items, one, many)}`;
  const size = tokens === null ? "" : ` (${count(tokens, "token")})`;
  const least = isMore ? "at least" : "about";
  return `${amount}${size}, ${least} ${count(minutes, "minute")}. ${costWords(usd, least)} You can pause it at any time.`;
}

function summaryWords(usd: number | null | undefined): string {
  if (usd === undefined || usd === null) return "";
  return usd === 0 ? "" : ` Costs about ${priceWords(usd)} more.`;
}

function costWords(usd: number | null, least: string): string {
  if (usd === null) return "We couldn’t estimate the cost.";
  if (usd === 0) return "It costs nothing.";
  return `It costs ${usd < 0.01 ? "" : `${least} `}${priceWords(usd)} of this month’s budget.`;
}
