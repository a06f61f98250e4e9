/** Saved replies with their places filled in. Pure. */
import { TEMPLATE_PLACES } from "../../../../src/messaging/api/reply-templates.ts";

/** The names to fill in; null if unknown. */
interface Between {
  readonly name: string | null;
  readonly myName: string;
}

/** The text with known placeholders filled in; unknown ones stay visible. */
export function filled(words: string, { name, myName }: Between): string {
  const known: Readonly<Record<string, string | null>> = {
    "{first name}": name?.split(" ")[0] ?? null,
    "{name}": name,
    "{my name}": myName.split(" ")[0] ?? myName,
  };
  // In one pass, so that a name containing a placeholder isn't filled in.
  return words.replaceAll(/\{[a-z ]+\}/g, (place) => known[place] ?? place);
}

/** The first unfilled placeholder; null if there is none. */
export function openPlace(words: string): string | null {
  return TEMPLATE_PLACES.find((place) => words.includes(place)) ?? null;
}
