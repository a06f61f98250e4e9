/** The last texts and calls with the number a conversation is about, whether the agent had a part in them or not. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ThreadItem } from "../../../../src/messaging/api/texts.ts";
import { lastTextsQuery } from "../../messaging/text-queries.ts";
import { Bar } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { AllTextsLink } from "./all-texts-link.tsx";
import { lastTextWords } from "./last-text-words.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

/** `since` renews them: when the conversation last had a message. */
export function LastTexts({ number, since }: { number: string; since: string }) {
  const query = useQuery(lastTextsQuery(number, since));
  const { data } = query;
  if (!data)
    return (
      <NotLoaded
        query={query}
        skeleton={<Bar className="h-3.5 w-2/3" />}
        missing={<p className="text-kumo-subtle">No texts or calls on record.</p>}
      />
    );
  if (data.items.length === 0) return <p className="text-kumo-subtle">None yet.</p>;
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {data.items.toReversed().map((item) => (
          <Line key={item.id} number={number} item={item} />
        ))}
      </ul>
      {data.hasOlder ? (
        <p className="pt-1.5">
          <AllTextsLink number={number} />
        </p>
      ) : null}
    </>
  );
}

function Line({ number, item }: { number: string; item: ThreadItem }) {
  const { who, said } = lastTextWords(item);
  return (
    <li className="wrap-anywhere">
      <Link to="/texts/$number" params={{ number }} search={{ at: item.id }} className="hover:underline">
        <span className="line-clamp-2">
          <span className="text-kumo-subtle">{who}</span> {said}
        </span>
      </Link>
      <span className="block text-xs text-kumo-subtle">
        <Time at={item.at} />
      </span>
    </li>
  );
}
