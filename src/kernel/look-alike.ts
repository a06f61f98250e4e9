/** Detects confusable names. Pure. */
import { lazy } from "./lazy.ts";

/** Whether two different domains look alike: equal after mapping look-alike letters, or one letter apart. */
export function looksLike(one: string, other: string): boolean {
  if (one === other || other === "") return false;
  if (skeleton(one) === skeleton(other)) return true;
  return Math.min(one.length, other.length) >= 8 && isOneEditApart(one, other);
}

function skeleton(domain: string): string {
  return domain
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/[1i|]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("5", "s")
    .replaceAll("-", "");
}

function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length === long.length) {
    const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
    return (
      short.slice(at + 1) === long.slice(at + 1) || (swapped && short.slice(at + 2) === long.slice(at + 2))
    );
  }
  return short.slice(at) === long.slice(at + 1);
}

/** Alphabets with letters that resemble those of another. */
const scripts = lazy(() => [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]);

/** Whether a text mixes letters of alphabets that resemble each other. */
export function mixesScripts(text: string): boolean {
  return scripts().filter((script) => script.test(text)).length > 1;
}
