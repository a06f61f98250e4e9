/** Starts a chat prefilled with its subject; the question is left to the person. */
import type { ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { writeStored } from "../api/storage.ts";
import { NotePencilIcon } from "./icons.ts";
import { useMe } from "./session.tsx";

export function StartChat({
  about,
  spoken,
  agent,
  children,
}: {
  /** The beginning of the message: `Maria Lopez (14 Birch St #3)`. */
  about: string;
  spoken: string;
  /** The agent; Steward by default. */
  agent?: string;
  children: ReactNode;
}) {
  const me = useMe();
  const navigate = useNavigate();
  const start = (): void => {
    writeStored(`draft.${me.user.id}.new`, `About ${about}: `);
    void navigate({ to: "/conversations/new", search: { agent } });
  };
  return (
    <Button
      size="sm"
      className="touch"
      aria-label={spoken}
      icon={<NotePencilIcon aria-hidden className="size-4" />}
      onClick={start}
    >
      <span>{children}</span>
    </Button>
  );
}
