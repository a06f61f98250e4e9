/** The exact prompt a conversation would send now, part by part. Read-only; made by the code that sends it. */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { PromptPart, PromptView } from "../../../../src/agent/api/agent.ts";
import { promptQuery } from "../../api/queries.ts";
import { ArrowLeftIcon, CaretRightIcon } from "../../components/icons.ts";
import { Notice } from "../../components/notice.tsx";
import { PageHead, usePageTitle, Column } from "../../components/page.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import {
  cacheWords,
  PART_WORDS,
  promptSentence,
  readable,
  sharePercent,
  tokensWords,
} from "./prompt-words.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function PromptPage() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(promptQuery(id));
  const { data, isPending, isFetching, refetch } = query;
  usePageTitle("Exact prompt");
  return (
    <>
      <PageHead
        title={
          <span className="flex items-center gap-1">
            <Link
              to="/conversations/$id"
              params={{ id }}
              aria-label="Back to the conversation"
              className="-ml-2 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-kumo-tint"
            >
              <ArrowLeftIcon aria-hidden className="size-5" />
            </Link>
            <h1 className="truncate text-base font-semibold">Exact prompt</h1>
          </span>
        }
      >
        <Button className="touch" loading={isFetching && !isPending} onClick={() => void refetch()}>
          Refresh
        </Button>
      </PageHead>
      <Column gap="gap-4">
        {data ? <Prompt view={data} /> : <NotLoaded query={query} skeleton={<PromptSkeleton />} />}
      </Column>
    </>
  );
}

function PromptSkeleton() {
  return (
    <div role="status" aria-label="Loading the prompt" className="flex flex-col gap-3">
      <Bar className="h-4 w-5/6" />
      <Bar className="h-4 w-2/3" />
      <Bar className="h-3 w-full" />
      <Bar className="h-14 w-full rounded-xl" />
      <Bar className="h-14 w-full rounded-xl" />
    </div>
  );
}

function Prompt({ view }: { view: PromptView }) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <p>
          What {view.agentTitle} ({view.model}) would get if you wrote now. {promptSentence(view)}
        </p>
        <Shares view={view} />
        <p className="text-sm text-kumo-subtle">
          Token counts and cache hits are estimates. Facts about your team were loaded{" "}
          <Time at={view.epochLoadedAt} />. An answer can be up to {view.maxTokens.toLocaleString("en-US")}{" "}
          tokens long.
        </p>
      </div>
      {view.newerWaiting ? (
        <Notice tone="info" title="Newer instructions or facts are available.">
          This conversation picks them up when its history is shortened or its cache expires. New
          conversations have them right away.
        </Notice>
      ) : null}
      {view.summarizedMessages > 0 ? (
        <p className="text-sm text-kumo-subtle">
          A summary replaces {count(view.summarizedMessages, "older message")}.
        </p>
      ) : null}
      <ol className="flex flex-col gap-2">
        {view.parts.map((part, index) => (
          <li key={`${part.kind}-${index}`}>
            <Part part={part} context={view.context} />
          </li>
        ))}
      </ol>
      <p className="text-sm">
        <Link to="/settings/agents/$name" params={{ name: view.agent }} className="link">
          Edit the instructions for {view.agentTitle}
        </Link>
      </p>
    </>
  );
}

/** One bar for the whole prompt; each segment is as wide as its part. The list below says the same in words. */
function Shares({ view }: { view: PromptView }) {
  const shown = view.parts.filter((part) => part.tokens > 0);
  return (
    <div aria-hidden className="flex h-3 gap-px overflow-hidden rounded-full bg-kumo-line">
      {shown.map((part, index) => (
        <span
          key={`${part.kind}-${index}`}
          title={`${part.title}: ${tokensWords(part.tokens)}, ${cacheWords(part)}`}
          className={cacheWords(part) === "uncached" ? "bg-kumo-brand" : "bg-kumo-brand/40"}
          style={{ flexGrow: sharePercent(part.tokens, view.totalTokens), flexBasis: 0 }}
        />
      ))}
    </div>
  );
}

function Part({ part, context }: { part: PromptPart; context: PromptView["context"] }) {
  const stored = context === "stored" ? " It’s stored with the message being answered." : "";
  const next = context === "next" ? " This is what a message from you would carry now." : "";
  return (
    <details className="group sheet overflow-hidden">
      <summary className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 hover:bg-kumo-tint focus-visible:-outline-offset-2">
        <CaretRightIcon
          aria-hidden
          className="size-4 shrink-0 text-kumo-subtle transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1 basis-44 font-medium wrap-anywhere">{part.title}</span>
        <span className="text-xs text-kumo-subtle tabular-nums">
          {tokensWords(part.tokens)} · {cacheWords(part)}
          {part.breakpoint ? " · cache point" : ""}
        </span>
      </summary>
      <div className="flex flex-col gap-2 border-t border-kumo-hairline p-3">
        <p className="text-xs text-kumo-subtle">
          {PART_WORDS[part.kind]}
          {part.kind === "context" ? `${stored}${next}` : ""}
          {part.breakpoint ? " The model can cache everything up to here." : ""}
        </p>
        {part.messages ? (
          <Messages messages={part.messages} />
        ) : (
          <Bytes label={part.title} text={part.text} />
        )}
      </div>
    </details>
  );
}

function Bytes({ label, text }: { label: string; text: string }) {
  if (text === "") return <p className="text-sm text-kumo-subtle">Empty.</p>;
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-[60vh] overflow-auto rounded-lg bg-kumo-tint p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {readable(text)}
    </pre>
  );
}

function Messages({ messages }: { messages: NonNullable<PromptPart["messages"]> }) {
  if (messages.length === 0) return <p className="text-sm text-kumo-subtle">No messages yet.</p>;
  return (
    <ol className="flex flex-col gap-2">
      {messages.map((message, index) => (
        <li key={index}>
          <p className="pb-0.5 text-xs text-kumo-subtle tabular-nums">
            {index + 1}. {message.role === "user" ? "to the agent" : "from the agent"} ·{" "}
            {tokensWords(message.tokens)} · {message.cached ? "cached" : "uncached"}
            {message.breakpoint ? " · cache point" : ""}
          </p>
          <Bytes label={`Message ${index + 1}`} text={message.text} />
        </li>
      ))}
    </ol>
  );
}
