import { AgentWords, PersonWords, SystemWords } from "./bubbles.tsx";
import { MessageMore } from "./message-more.tsx";
import { noActionWords, type ThreadItem } from "./thread-items.ts";

/** Words, as who says them speaks. */
export function Words({
  item: { message, text },
  forkOf,
}: {
  item: Extract<ThreadItem, { kind: "words" }>;
  forkOf: string | null;
}) {
  if (message.author.kind === "system") return <SystemWords text={text} />;
  if (message.author.kind !== "agent") return <PersonWords message={message} text={text} />;
  const nothing = noActionWords(text);
  if (nothing !== null) return <SystemWords text={nothing} />;
  return (
    <div className="group flex flex-col gap-2">
      <AgentWords text={text} />
      {forkOf === null ? null : <MessageMore id={forkOf} messageId={message.id} />}
    </div>
  );
}
