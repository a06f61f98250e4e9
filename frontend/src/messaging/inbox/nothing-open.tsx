import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { itemsOf } from "../../api/paged.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { Empty } from "../../components/page.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { threadsQuery } from "../text-queries.ts";
import type { inboxParams } from "./inbox-params.ts";
import { addressOf, filterOf } from "./thread-lists.ts";

/** Beside the list on wide screens, while no thread is open: who has waited longest, where all of the list is known. */
export default function NothingOpen() {
  const given: ReturnType<typeof inboxParams> = useSearch({ strict: false });
  const { data, hasNextPage } = useInfiniteQuery(threadsQuery(filterOf(given)));
  const [longest] = itemsOf(data)
    .filter(({ waitsSince }) => waitsSince !== null)
    .toSorted((left, right) => (left.waitsSince ?? "").localeCompare(right.waitsSince ?? ""));
  return (
    <div className="hidden h-full place-items-center lg:grid">
      {longest === undefined || hasNextPage ? (
        <Empty title="Select a thread">Press j or k to move through the list, and Enter to open one.</Empty>
      ) : (
        <Empty
          title={`${clipped(longest.name ?? longest.shown, 60)} has waited longest`}
          action={
            <ButtonLink {...addressOf(longest, given)} variant="secondary" className="touch">
              Open
            </ButtonLink>
          }
        >
          For <Time at={longest.waitsSince ?? ""} as="span" />. Press j or k to move through the list, and
          Enter to open one.
        </Empty>
      )}
    </div>
  );
}
