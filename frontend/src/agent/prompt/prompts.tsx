/** Links to the exact prompt of each conversation. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { conversationsQuery } from "../../api/queries.ts";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { itemsOf } from "../../api/paged.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

const MOST = 20;

export default function PromptsSettings() {
  const query = useInfiniteQuery(conversationsQuery(""));
  const { data } = query;
  const newest = itemsOf(data)
    .filter((item) => !item.deletedAt)
    .slice(0, MOST);
  return (
    <Section
      title="Prompts"
      lead="What each conversation would send to the model now, part by part, with nothing hidden. You’ll also find it in every conversation’s menu."
    >
      {data === undefined ? <NotLoaded query={query} rows={3} /> : null}
      {data && newest.length === 0 ? (
        <p className="text-kumo-subtle">
          No conversations yet.{" "}
          <Link to="/conversations/new" className="link">
            Start one
          </Link>
          , and its prompt will appear here.
        </p>
      ) : null}
      {newest.length > 0 ? (
        <Rows>
          {newest.map((item) => (
            <RowItem key={item.id}>
              <span className="min-w-0 flex-1 basis-24 truncate">
                {clipped(item.title, 200) || "New chat"}
              </span>
              <span className="text-xs text-kumo-subtle">
                <Time at={item.lastMessageAt} />
              </span>
              <Link
                to="/conversations/$id/prompt"
                params={{ id: item.id }}
                aria-label={`Prompt for ${clipped(item.title, 200) || "New chat"}`}
                className="touch inline-flex items-center link"
              >
                Prompt
              </Link>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
