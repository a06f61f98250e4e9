import { Button } from "@cloudflare/kumo/components/button";

/** Under a list: brings its next page. `wide` under lists that reach from edge to edge. */
export function MorePages({
  query,
  words,
  wide = false,
}: {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  words: string;
  wide?: boolean;
}) {
  if (!query.hasNextPage) return null;
  const button = (
    <Button
      className={`touch ${wide ? "w-full justify-center" : "self-center"}`}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {words}
    </Button>
  );
  return wide ? <div className="p-3">{button}</div> : button;
}
