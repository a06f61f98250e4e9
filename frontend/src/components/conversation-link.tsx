import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { InsideLink } from "./inside-link.tsx";
import { ownJob } from "./own-job.ts";

interface Props {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to a conversation. For background jobs, links to the job's page or shows its name only. */
export function ConversationLink({ id, className, children }: Props) {
  const job = ownJob(id);
  if (job === null) {
    return (
      <Link to="/conversations/$id" params={{ id }} className={className}>
        {children}
      </Link>
    );
  }
  if (job.href === null) return <span className="wrap-anywhere">{children}</span>;
  return (
    <InsideLink href={job.href} {...(className === undefined ? {} : { className })}>
      {children}
    </InsideLink>
  );
}
