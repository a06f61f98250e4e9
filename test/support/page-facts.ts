/** What stands in a page that could load, run or mislead. */
import type { Page } from "playwright-core";
import { placePaths } from "./table-of-places.ts";

interface LinkFacts {
  readonly href: string;
  /** The address it leads to, resolved. */
  readonly to: string;
  readonly words: string;
  readonly target: string;
  readonly rel: readonly string[];
  readonly isIsolated: boolean;
  readonly isInLink: boolean;
}

interface PageFacts {
  readonly address: string;
  readonly links: readonly LinkFacts[];
  /** Attributes by which an element can do something. */
  readonly attributes: readonly { readonly tag: string; readonly name: string; readonly value: string }[];
  /** Kinds of elements in the body. */
  readonly tags: readonly string[];
  readonly resources: readonly { readonly rel: string; readonly to: string }[];
}

const ALLOWED_TAGS = new Set(
  (
    "a article aside bdi blockquote br button circle code dd del details div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 " +
    "header hr img input ins kbd label legend li line main mark meter nav noscript ol optgroup option p path polyline pre q rect section select " +
    "small span strong style summary svg table tbody td textarea th thead time tr ul"
  ).split(" "),
);
/** Words of our own links to the sandbox. */
const SANDBOX_LINKS = new Set(["Demo model", "Open the sandbox"]);
/** What addresses of ours begin with: a page's first folder. */
const OUR_FOLDERS = new Set(["", ...placePaths().map((path) => path.split("/")[1] ?? "")]);
/** Never in a page of ours, whatever they hold. */
const FORBIDDEN_ATTRIBUTES =
  /^(?:on.*|ping|srcset|srcdoc|formaction|background|poster|xlink:href|attributionsrc)$/i;
const LOADING_ATTRIBUTES = ["src", "data", "action"];

/** What is wrong with the page as it stands. Empty where all is well. `sandboxUrl` is where the demo's own links lead. */
export async function domProblems(page: Page, sandboxUrl?: string): Promise<string[]> {
  const facts = await page.evaluate(readFacts);
  // The chart of the usage page is the one drawing of ours with words in it.
  const drawn = new URL(facts.address).pathname === "/settings/usage" ? ["text", "title"] : [];
  return [
    ...new Set([
      ...facts.links
        .filter(({ href, words }) => href !== sandboxUrl || !SANDBOX_LINKS.has(words))
        .flatMap((link) => linkProblems(link, facts.address)),
      ...facts.attributes.flatMap((attribute) => attributeProblems(attribute, facts.address)),
      ...facts.tags
        .filter((tag) => !ALLOWED_TAGS.has(tag) && !drawn.includes(tag))
        .map((tag) => `element ${tag}`),
      ...facts.resources.flatMap((resource) => resourceProblems(resource, facts.address)),
    ]),
  ];
}

/** Runs in the page, so it uses nothing from outside itself. */
function readFacts(): PageFacts {
  const all = [...document.querySelectorAll("*")];
  const inBody = all.filter((element) => element !== document.body && document.body.contains(element));
  const doing =
    /^(?:on.*|ping|srcset|srcdoc|formaction|background|poster|xlink:href|attributionsrc|style|src|data|action)$/i;
  return {
    address: location.href,
    links: [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map((link) => ({
      href: link.getAttribute("href") ?? "",
      // In a drawing it is an object, and no address.
      to: String(link.href),
      words: link.textContent ?? "",
      target: link.target,
      rel: [...link.relList],
      isIsolated: link.querySelector("bdi") !== null,
      isInLink: (link.parentElement?.closest("a") ?? null) !== null,
    })),
    attributes: all.flatMap((element) =>
      // Asked of the prototype: hostile forms name their fields like an element's own methods.
      Element.prototype.getAttributeNames
        .call(element)
        .filter((name) => doing.test(name))
        .map((name) => ({
          tag: element.localName,
          name,
          value: Element.prototype.getAttribute.call(element, name) ?? "",
        })),
    ),
    tags: [...new Set(inBody.map(({ localName }) => localName))],
    resources: [...document.querySelectorAll<HTMLLinkElement>("link[href]")].map((link) => ({
      rel: link.rel,
      to: link.href,
    })),
  };
}

function linkProblems(link: LinkFacts, address: string): string[] {
  const said = `link ${JSON.stringify(link.words)} to ${link.href}`;
  if (!URL.canParse(link.to)) return [`scheme: ${said}`];
  const to = new URL(link.to);
  if (!["http:", "https:", "mailto:", "tel:"].includes(to.protocol)) return [`scheme: ${said}`];
  const user = to.username !== "" || to.password !== "" ? [`user name in the address: ${said}`] : [];
  if (to.protocol === "mailto:" || to.protocol === "tel:") return user;
  if (to.origin !== new URL(address).origin) return [...user, ...foreignLinkProblems(link, to, said)];
  const isOurs = OUR_FOLDERS.has(to.pathname.split("/")[1] ?? "") || link.href.startsWith("#");
  return isOurs ? user : [...user, `no page of ours: ${said}`];
}

function foreignLinkProblems(link: LinkFacts, to: URL, said: string): string[] {
  const words = link.words.trim();
  const isOwnAddress = isAddress(words, to);
  const wrong: readonly (readonly [boolean, string])[] = [
    [!link.rel.includes("noopener"), "no noopener"],
    [!link.rel.includes("noreferrer"), "no noreferrer"],
    [link.target !== "_blank", "replaces the page"],
    [!isOwnAddress && !words.endsWith(`(${to.host})`), "host not shown"],
    [!isOwnAddress && !link.isIsolated, "label not isolated"],
    [link.isInLink, "link in a link"],
  ];
  return wrong.filter(([is]) => is).map(([, what]) => `${what}: ${said}`);
}

/** Whether the words are the address itself. */
function isAddress(words: string, to: URL): boolean {
  const written = words.startsWith("www.") ? `http://${words}` : words;
  return URL.canParse(written) ? new URL(written).href === to.href : words === to.host;
}

function attributeProblems({ tag, name, value }: PageFacts["attributes"][number], address: string): string[] {
  if (FORBIDDEN_ATTRIBUTES.test(name)) return [`${name} on ${tag}`];
  if (name === "style") return /url\(|image-set|@import/i.test(value) ? [`style ${value}`] : [];
  if (!LOADING_ATTRIBUTES.includes(name)) return [];
  const isForeign = new URL(value, address).origin !== new URL(address).origin;
  return isForeign ? [`${name} of ${tag}: ${value}`] : [];
}

function resourceProblems({ rel, to }: PageFacts["resources"][number], address: string): string[] {
  return [
    ...(new URL(to).origin !== new URL(address).origin ? [`link rel=${rel} ${to}`] : []),
    ...(["dns-prefetch", "preconnect", "prerender"].includes(rel) ? [`link rel=${rel}`] : []),
  ];
}
