/** The accounts by stage, moved from one to the next by dragging, by keys, or by a card's menu. */
import { useState } from "react";
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { AccountLine } from "../../../src/accounts/api/accounts.ts";
import { MOST_COUNTED } from "../../../src/accounts/api/account-stages.ts";
import type { TeamField } from "../../../src/accounts/api/account-fields.ts";
import { detailOf } from "../../../src/accounts/api/account-details.ts";
import { Board, type BoardColumn } from "../components/board/board.tsx";
import { MoreMenu } from "../components/more-menu.tsx";
import { NotLoaded } from "../components/not-loaded.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { toastError } from "../components/toasts.ts";
import {
  boardQuery,
  stagePage,
  stageSettingsQuery,
  totalsQuery,
  type Listing,
  type StageColumn,
} from "./account-queries.ts";
import { detailWords, moneyWords } from "./detail-fields.tsx";
import { useStageMove } from "./use-account.ts";

/** Asks for accounts without a stage. */
const NO_STAGE = " ";

type Card = AccountLine & { readonly title: string };
type Shown = BoardColumn<Card> & { readonly nextCursor: string | null };

export default function AccountsBoard({
  words,
  listing,
  stages,
  fields,
  sorted,
}: {
  words: string;
  listing: Listing;
  /** The team's stages in order. */
  stages: readonly string[];
  fields: readonly TeamField[];
  sorted: TeamField | undefined;
}) {
  const client = useQueryClient();
  // Accounts without a stage come first, if there are any.
  const asked = listing.stage === undefined ? [NO_STAGE, ...stages] : [listing.stage];
  const { queryKey, ...board } = boardQuery(words, listing, asked);
  const query = useQuery({ queryKey, ...board });
  const counts = useCounts(words, listing);
  const notes = useTotals(words, listing, asked);
  const moving = useStageMove();
  const [loading, setLoading] = useState<string | null>(null);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={6} inset />;
  const columns = data
    .filter(({ stage, items }) => stage !== NO_STAGE || items.length > 0)
    .map(({ stage, items, nextCursor }): Shown => {
      const more = nextCursor === null ? "" : "+";
      const countWords = counts.get(stage) ?? `${items.length}${more}`;
      return {
        key: stage,
        title: stage === NO_STAGE ? "No stage" : stage,
        mark: null,
        cards: items.map((account) => ({ ...account, title: account.name })),
        count: items.length,
        countWords,
        note: notes.get(stage),
        nextCursor,
      };
    });
  const move = (card: AccountLine, from: string, to: string): void => {
    if (from === to) return;
    client.setQueryData<StageColumn[]>(queryKey, (now) =>
      now?.map((column) => ({
        ...column,
        items:
          column.stage === to
            ? [{ ...card, stage: to.trim() }, ...column.items]
            : column.items.filter(({ id }) => id !== card.id),
      })),
    );
    moving.mutate({ id: card.id, stage: to.trim() });
  };
  const more = async ({ key: stage, nextCursor }: Shown): Promise<void> => {
    if (nextCursor === null || loading !== null) return;
    setLoading(stage);
    try {
      const page = await stagePage(words, listing, { stage, cursor: nextCursor });
      client.setQueryData<StageColumn[]>(queryKey, (now) =>
        now?.map((column) =>
          column.stage === stage ? { ...page, items: [...column.items, ...page.items] } : column,
        ),
      );
    } catch (error) {
      toastError(error);
    }
    setLoading(null);
  };
  return (
    <Board
      columns={columns}
      isOrdered={false}
      onMove={({ card, column }) => move(card, card.stage || NO_STAGE, column)}
      onEnd={(column) => void more(column as Shown)}
      draw={(account) => (
        <AccountCard
          account={account}
          fields={sorted === undefined ? fields : [sorted, ...fields.filter((field) => field !== sorted)]}
          stages={stages}
          onMove={(stage) => move(account, account.stage || NO_STAGE, stage)}
        />
      )}
      foot={(column) =>
        (column as Shown).nextCursor === null ? null : (
          <Button
            size="sm"
            className="touch w-full justify-center"
            loading={loading === column.key}
            onClick={() => void more(column as Shown)}
          >
            More
          </Button>
        )
      }
    />
  );
}

/** How many accounts each stage has, where nothing is filtered. */
function useCounts(words: string, { within }: Listing): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...stageSettingsQuery, enabled: words === "" && within === undefined });
  if (words !== "" || within !== undefined) return new Map();
  return new Map(
    (data?.stages ?? []).map(({ stage, accounts }) => [
      stage,
      accounts >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(accounts),
    ]),
  );
}

/** Sums of the money fields of each stage, as below the list's filters. */
function useTotals(words: string, listing: Listing, stages: readonly string[]) {
  const found = useQueries({
    queries: stages.map((stage) => ({
      ...totalsQuery({ ...listing, stage }),
      placeholderData: keepPreviousData,
      enabled: words === "",
    })),
  });
  const said = stages.map((_, at) => {
    const sums = words === "" ? (found[at]?.data ?? []).filter(({ accounts }) => accounts > 0) : [];
    return sums.map(({ name, amount }) => `${clipped(name, 40)} ${moneyWords(amount)}`).join(" · ");
  });
  // A stage without a sum has an empty line, so that the first cards are level.
  const hasAny = said.some((sums) => sums !== "");
  return new Map(
    stages.map((stage, at) => {
      const note = <p className="-mt-1.5 h-6 truncate px-3 pb-2 text-xs text-kumo-subtle">{said[at]}</p>;
      return [stage, hasAny ? note : null] as const;
    }),
  );
}

/** Values on a card. */
const SHOWN_VALUES = 2;

function AccountCard({
  account: { id, name, stage, industry, location, details, nextSteps, lastContactAt },
  fields,
  stages,
  onMove,
}: {
  account: AccountLine;
  fields: readonly TeamField[];
  stages: readonly string[];
  onMove: (stage: string) => void;
}) {
  const [next] = nextSteps;
  const values = fields
    .map((field) => ({ name: field.name, words: detailWords(field.kind, detailOf(details, field.name)) }))
    .filter(({ words }) => words !== "")
    .slice(0, SHOWN_VALUES);
  return (
    <article className="group relative">
      <Link
        to="/accounts/$id"
        params={{ id }}
        draggable={false}
        className="flex flex-col gap-1 rounded-lg bg-kumo-base p-2.5 text-xs text-kumo-subtle shadow-xs ring ring-kumo-line hover:ring-kumo-interact"
      >
        <span className="line-clamp-2 pr-6.5 text-sm leading-5 font-medium wrap-anywhere text-kumo-default">
          {clipped(name, 100)}
        </span>
        {industry === "" && location === "" ? null : (
          <span className="truncate">{clipped([industry, location].filter(Boolean).join(" · "), 100)}</span>
        )}
        {values.map(({ name: field, words }) => (
          <span key={field} className="truncate">
            {clipped(field, 40)} <span className="text-kumo-default tabular-nums">{clipped(words, 60)}</span>
          </span>
        ))}
        {next === undefined ? null : <span className="line-clamp-2">Next: {clipped(next, 120)}</span>}
        {lastContactAt === null ? null : (
          <span>
            <span className="sr-only">Last contact </span>
            <Time at={lastContactAt} />
          </span>
        )}
      </Link>
      <MoreMenu
        label={`Move ${clipped(name, 60)} to another stage`}
        size="sm"
        className="absolute! top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      >
        {stages
          .filter((one) => one !== stage)
          .map((one) => (
            <DropdownMenu.Item key={one} onClick={() => onMove(one)}>
              {clipped(one, 60)}
            </DropdownMenu.Item>
          ))}
      </MoreMenu>
    </article>
  );
}
