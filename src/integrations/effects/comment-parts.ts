/** What comments on tasks and issues have in common, whoever keeps them: how they are told, laid out, and found again. Each kind is declared in a file of its own. */
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

/** What is commented on, by the fields of documents that name it. */
interface Commented<Name extends string, Place extends string> {
  /** `task`. */
  readonly noun: string;
  readonly name: Name;
  /** Where it is kept: a list, a project. */
  readonly place: Place;
  readonly placeLabel: string;
  /** How the thing itself is laid out; its name alone where left out. */
  readonly lead?: readonly LayoutRule[];
  /** Fields nobody reads. */
  readonly ids: readonly (readonly [field: string, label: string])[];
}

type Told<Name extends string, Place extends string> = Readonly<Record<Name | Place | "text", string>>;

/** How a comment is told and laid out. */
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

/** How deleting a comment of ours is told and laid out. */
export function deletedComment<Name extends string, Place extends string>(thing: Commented<Name, Place>) {
  return {
    words: {
      name: "Comment deletion",
      plural: "comment deletions",
      verb: "delete",
      done: "Deleted",
      message: null,
      irreversible: "Who has read the comment has read it.",
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

/** The comment among those of its thread: written since the claim, and proof of nothing else yet. */
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
