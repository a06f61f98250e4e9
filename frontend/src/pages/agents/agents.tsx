/** The agents, and the way to the exact prompt of a conversation. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { agentsQuery, conversationsQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../settings/section.tsx";

const LINK = "text-kumo-link underline underline-offset-2";

export default function AgentSettings() {
  const { data, error, isPending, refetch } = useQuery(agentsQuery);
  return (
    <>
      <Section title="Agents" lead="Who works here, on which model, and what your team tells them.">
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {isPending ? <ListSkeleton rows={2} /> : null}
        {data ? (
          <Rows>
            {data.items.map((agent) => (
              <RowItem key={agent.name}>
                <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                  <span className="font-medium">{agent.title}</span>
                  <span className="block text-xs text-kumo-subtle">
                    {agent.model} ·{" "}
                    {agent.tools.length === 0 ? "no tools" : count(agent.tools.length, "tool")}
                  </span>
                </span>
                <Link
                  to="/settings/agents/$name"
                  params={{ name: agent.name }}
                  aria-label={`Instructions of ${agent.title}`}
                  className={`touch inline-flex items-center ${LINK}`}
                >
                  Instructions
                </Link>
              </RowItem>
            ))}
          </Rows>
        ) : null}
      </Section>
      <ExactPrompts />
    </>
  );
}

function ExactPrompts() {
  const { data, error, isPending, refetch } = useInfiniteQuery(conversationsQuery(""));
  const newest = (data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((item) => !item.deletedAt)
    .slice(0, 6);
  return (
    <Section
      title="The exact prompts"
      lead="What a conversation would send to the model now, part by part. Nothing is hidden. Every conversation has it in its menu."
    >
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={3} /> : null}
      {data && newest.length === 0 ? (
        <p className="text-kumo-subtle">
          No conversations yet.{" "}
          <Link to="/conversations/new" className={LINK}>
            Start one
          </Link>
          , then look at its prompt here.
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
                aria-label={`Prompt of ${clipped(item.title, 200) || "New chat"}`}
                className={`touch inline-flex items-center ${LINK}`}
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
