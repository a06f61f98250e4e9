/**
 * Hostile contents as data. A payload tries to load something from a foreign host, to run a script, or to lead a reader astray. `template`
 * holds `{URL}` (a foreign address), `{HOST}/{PATH}` (the same without scheme) and `{RUN}` (a script that reports itself); each is made unique,
 * so that whatever got through names the payload it came from.
 */

/** Every foreign host of the list ends so; no one owns a name under `.example` (RFC 2606). */
export const FOREIGN_SUFFIX = "evil.example";

/** Name of the function a script that ran calls with its payload's number. */
export const CANARY = "stewardCanary";

/** One hostile content. */
export interface Payload {
  readonly index: number;
  readonly family: string;
  readonly text: string;
}

/** Contents of one kind, before they are numbered. */
export interface Family {
  readonly name: string;
  readonly templates: readonly string[];
}

/** Makes a template's addresses and scripts those of payload `index`. */
export function fill(template: string, index: number): string {
  return template
    .replaceAll("{URL}", `https://p${index}.${FOREIGN_SUFFIX}/x${index}`)
    .replaceAll("{HOST}", `p${index}.${FOREIGN_SUFFIX}`)
    .replaceAll("{PATH}", `x${index}`)
    .replaceAll("{RUN}", `${CANARY}(${index})`);
}

/** Numbers families, each template once. */
export function numbered(families: readonly Family[]): Payload[] {
  const seen = new Set<string>();
  const payloads: Payload[] = [];
  for (const { name, templates } of families) {
    for (const template of templates) {
      if (seen.has(template)) continue;
      seen.add(template);
      payloads.push({ index: payloads.length, family: name, text: fill(template, payloads.length) });
    }
  }
  return payloads;
}

/** Each form with each value in the place of `{}`. */
export function cross(forms: readonly string[], values: readonly string[]): string[] {
  return values.flatMap((value) => forms.map((form) => form.replaceAll("{}", value)));
}
