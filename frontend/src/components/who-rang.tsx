import { useQuery } from "@tanstack/react-query";
import type { UrgentView } from "../../../src/notifications/api/notifications.ts";
import { urgentQuery } from "../api/queries.ts";
import { Time } from "./time.tsx";

/** Whom an urgent notification about one of `subjects` has reached, and who is next; nothing once it is settled. */
export function WhoRang({ subjects }: { subjects: readonly string[] }) {
  const { data } = useQuery(urgentQuery);
  const urgent = data?.items.find(({ subjectId }) => subjects.includes(subjectId));
  if (urgent === undefined) return null;
  return (
    <span className="block pt-0.5 text-xs text-kumo-subtle wrap-anywhere">
      {urgent.acknowledged === null ? (
        <Asked urgent={urgent} />
      ) : (
        <>
          {urgent.acknowledged.name} is on it since <Time at={urgent.acknowledged.at} as="clock" />
        </>
      )}
    </span>
  );
}

const DID = { push: "rang", sms: "texted" } as const;

function Asked({ urgent: { at, rang, asked, next } }: { urgent: UrgentView }) {
  return (
    <>
      {rang ? (
        <>
          Rang at <Time at={at} as="clock" />
        </>
      ) : (
        "No phone or browser of the team rang"
      )}
      {asked.map(({ name, at: askedAt, by }) => (
        <span key={name + askedAt}>
          {" "}
          ·{" "}
          {by === null ? (
            `${name} couldn’t be reached`
          ) : (
            <>
              {DID[by]} {name} at <Time at={askedAt} as="clock" />
            </>
          )}
        </span>
      ))}
      {next === null ? null : (
        <>
          {" "}
          · next {next.name ?? "everyone else"} at <Time at={next.at} as="clock" />
        </>
      )}
    </>
  );
}
