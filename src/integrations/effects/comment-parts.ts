/**
 * What comment effects on tasks and issues share across vendors: labels, layout and lookup after a crash. Each effect is declared in its
 * own file.
 */
import type { EffectWords } from "../../approvals/api/approval.ts";
import {
  notFound,
  sinceClaim,
  type Done,
  type Found,
  type LayoutRule,
  type LookUpOptions,
  type Sayings,
} from "../../approvals/effects/define-effect.ts";

/** The commented thing, by the document fields that name it. */
interface Commented<Name extends string, Place extends string> {
  /** `task`. */
  readonly noun: string;
  readonly name: Name;
  /** Its container: a list or a project. */
  readonly place: Place;
  readonly placeLabel: string;
  /** Layout of the thing itself; only its name by default. */
  readonly lead?: readonly LayoutRule[];
  /** Fields hidden from readers. */
  readonly ids: readonly (readonly [field: string, label: string])[];
}

type Told<Name extends string, Place extends string> = Readonly<Record<Name | Place | "text", string>>;

/** Labels and layout for a new comment. */
export function newComment<Name extends string, Place extends string>(thing: Commented<Name, Place>) {
  return {
    words: {
      name: "Comment",
      plural: "comments",
      verb: "post",
      done: "Posted",
      message: null,
      irreversible: null,
    } satisfies Omit<EffectWords, "ask" | "sent">,
    says: (document: Told<Name, Place>): Sayings => ({
      title: `Comment on “${document[thing.name]}”`,
      target: `${document[thing.name]}, ${document[thing.place]}`,
      ask: `Post this comment on the ${thing.noun} “${document[thing.name]}”?`,
      sent: `Comment posted on the ${thing.noun} ${document[thing.name]}`,
    }),
    layout: layoutOf(thing),
    recovery: "look_up" as const,
  };
}

/** Labels and layout for deleting one of our comments. */
export function deletedComment<Name extends string, Place extends string>(thing: Commented<Name, Place>) {
  return {
    words: {
      name: "Comment deletion",
      plural: "comment deletions",
      verb: "delete",
      done: "Deleted",
      message: null,
      irreversible: "People may already have read the comment.",
    } satisfies Omit<EffectWords, "ask" | "sent">,
    says: (document: Told<Name, Place>): Sayings => ({
      title: `Delete a comment on “${document[thing.name]}”`,
      target: `${document[thing.name]}, ${document[thing.place]}`,
      ask: `Delete this comment on the ${thing.noun} “${document[thing.name]}”?`,
      sent: `Comment deleted on the ${thing.noun} ${document[thing.name]}`,
    }),
    layout: [...layoutOf(thing), { path: "/commentId", label: "Comment", role: "id" as const }],
    audience: () => "no_one" as const,
    recovery: "look_up" as const,
  };
}

function layoutOf<Name extends string, Place extends string>(thing: Commented<Name, Place>): LayoutRule[] {
  const { noun, name, place, placeLabel, ids } = thing;
  const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return [
    ...(thing.lead ?? [{ path: `/${name}`, label, role: "recipient" } as const]),
    { path: `/${place}`, label: placeLabel, role: "detail" },
    { path: "/text", label: "Comment", role: "body" },
    { path: "/connectionId", label: "Connection", role: "id" },
    ...ids.map(([field, label]): LayoutRule => ({ path: `/${field}`, label, role: "id" })),
  ];
}

/** Finds our comment in its thread: written after the claim and not already matched to another effect. */
export function foundComment<Comment extends { readonly id: string; readonly at: string }>(
  comments: readonly Comment[],
  isMeant: (comment: Comment) => boolean,
  options: LookUpOptions,
  link: (comment: Comment) => Pick<Done, "link"> = () => ({}),
): Found {
  const since = sinceClaim(options);
  const found = comments.find(
    (one) => one.at >= since && isMeant(one) && !options.takenProviderIds.includes(one.id),
  );
  return found === undefined
    ? notFound(options)
    : { kind: "found", done: { providerId: found.id, ...link(found) } };
}
