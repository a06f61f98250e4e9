import { AgentWords, PersonWords, SystemWords } from "./bubbles.tsx";
import { noActionWords, type ThreadItem } from "./thread-items.ts";
import { lazy, Suspense, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { DotsThreeIcon } from "../../components/icons.ts";
import { loadFirst } from "../../components/load-first.ts";

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
    <div className={`group relative flex flex-col gap-2 ${forkOf === null ? "" : "pointer-fine:pr-9"}`}>
      <AgentWords text={text} />
      {forkOf === null ? null : <MessageMore id={forkOf} messageId={message.id} />}
    </div>
  );
}

const loadMenu = () => import("./message-menu.tsx");
const MessageMenu = lazy(loadMenu);

/** The button of an answer's menu: seen with a mouse only while it is over the answer. */
function MessageMore({ id, messageId }: { id: string; messageId: string }) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <Button
      variant="ghost"
      shape="square"
      size="sm"
      className="touch"
      aria-label="More about this answer"
      aria-haspopup="menu"
      icon={<DotsThreeIcon aria-hidden weight="bold" className="size-5" />}
      onClick={() => loadFirst(loadMenu, () => setWanted(true))}
    />
  );
  return (
    <div className="-mt-2 flex pointer-fine:absolute pointer-fine:-top-0.5 pointer-fine:right-0 pointer-fine:mt-0 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-within:opacity-100">
      {wanted ? (
        <Suspense fallback={button}>
          <MessageMenu id={id} messageId={messageId} />
        </Suspense>
      ) : (
        button
      )}
    </div>
  );
}
