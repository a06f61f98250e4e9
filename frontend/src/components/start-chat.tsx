/** A new chat that begins with whom it is about; what to ask is still to be written. */
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
  /** What the message begins with: `Maria Lopez (14 Birch St #3)`. */
  about: string;
  spoken: string;
  /** Whom to talk to; Steward where it is left out. */
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
