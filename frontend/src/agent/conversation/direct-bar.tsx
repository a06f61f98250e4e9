/** In a conversation about someone's texts: the link that opens the dialog for texting them directly, apart from Steward's composer. */
import { lazy, Suspense, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { Conversation } from "../../../../src/agent/api/conversation.ts";
import { ChatTextIcon } from "../../components/icons.ts";
import { clipped } from "../../components/text-pieces.ts";
import { AllTextsLink } from "./all-texts-link.tsx";

const TextDirectly = lazy(() => import("./text-directly.tsx"));

export function DirectBar({ conversation }: { conversation: Conversation }) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const number = conversation.contact?.phone;
  if (conversation.source !== "sms" || number === undefined) return null;
  const name = conversation.contact?.name ?? number;
  return (
    <div className="shrink-0 border-t border-kumo-hairline px-3 sm:px-4">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-x-2 py-1.5">
        <p className="min-w-0 flex-1 basis-40 text-xs text-kumo-subtle">
          Messages below go to Steward, not to {clipped(name.split(" ")[0] ?? name, 24)}.{" "}
          <AllTextsLink number={number} />
        </p>
        <Button
          size="sm"
          className="touch"
          icon={<ChatTextIcon aria-hidden className="size-4" />}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          Text {clipped(name, 24)} directly…
        </Button>
      </div>
      {wanted ? (
        <Suspense fallback={null}>
          <TextDirectly number={number} name={name} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
