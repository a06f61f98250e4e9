/** Single values with a form of their own. */
import { Link } from "@tanstack/react-router";
import { linkTarget } from "../../components/link-target.ts";
import { PersonLink } from "../../team/people/person-link.tsx";
import { useZone } from "../../components/session.tsx";
import { exactTime } from "../../components/words.ts";
import type { Leaf } from "./effect-layout.ts";
import { localTimeWords } from "./local-time.ts";
import { Shown } from "./shown.tsx";

const NO_ROOTS: ReadonlySet<string> = new Set();

/** A phone number, linked to its contact. */
export function RecipientNumber({ leaf }: { leaf: Leaf }) {
  return (
    <PersonLink id={isE164(leaf.value) ? leaf.value : undefined}>
      <PhoneNumber leaf={leaf} />
    </PersonLink>
  );
}

function isE164(value: unknown): value is string {
  return typeof value === "string" && /^\+\d{7,15}$/.test(value);
}

/** An American number in its groups. They are only set apart: the characters are those that are sent. */
export function PhoneNumber({ leaf }: { leaf: Leaf }) {
  const groups = /^(\+1)(\d{3})(\d{3})(\d{4})$/.exec(leaf.shown)?.slice(1);
  if (!groups || leaf.value !== leaf.shown) return <Shown leaf={leaf} />;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {groups.map((group, index) => (
        <span key={index} className={index > 0 ? "ml-[0.3em]" : undefined}>
          {group}
        </span>
      ))}
    </span>
  );
}

/** A workspace file, linked to its current version. */
export function FileLink({ leaf }: { leaf: Leaf }) {
  return (
    <>
      <Shown leaf={leaf} />
      {typeof leaf.value === "string" ? (
        <Link
          to="/workspace/$"
          params={{ _splat: leaf.value }}
          className="touch ml-3 inline-flex items-center font-normal link"
        >
          current version
        </Link>
      ) : null}
    </>
  );
}

/** A page of the service, named by its host and path. */
export function PageLink({ leaf }: { leaf: Leaf }) {
  const target = leaf.value === leaf.shown ? linkTarget(leaf.shown, NO_ROOTS) : null;
  if (target === null || target.inside) return <Shown leaf={leaf} />;
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" className="font-normal link">
      {leaf.shown.replace(/^https?:\/\//, "")}
    </a>
  );
}

/** A moment in the team's zone, with the exact bytes next to it. */
export function Moment({ leaf }: { leaf: Leaf }) {
  const zone = useZone();
  if (typeof leaf.value !== "string" || Number.isNaN(Date.parse(leaf.value))) return <Shown leaf={leaf} />;
  return (
    <>
      <time dateTime={leaf.value}>{exactTime(leaf.value, zone)}</time>{" "}
      <span className="text-xs text-kumo-subtle">
        <Shown leaf={leaf} />
      </span>
    </>
  );
}

/** A day, or a time of a day, of no zone. */
export function LocalTime({ leaf }: { leaf: Leaf }) {
  const words = localTimeWords(leaf.shown);
  if (words === null || leaf.value !== leaf.shown) return <Shown leaf={leaf} />;
  return <time dateTime={leaf.shown}>{words}</time>;
}
