/**
 * Renders Markdown from a model as React elements, from the parser's tokens: there is no HTML string anywhere, so nothing in the text can become
 * markup. Raw HTML is shown as text, images as links, and a link shows the host it leads to.
 */
import { createContext, memo, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import type { Token, Tokens } from "marked";
import { InsideLink } from "./inside-link.tsx";
import { fileTarget, linkTarget, saysHost } from "./link-target.ts";
import { Plain } from "./folded.tsx";
import { usePageRoots } from "./places-context.tsx";
import { markdownTokens, type CloseMarks, type Remembered } from "./markdown-tokens.ts";

const MAX_DEPTH = 12;

function children(token: Token): Token[] {
  return "tokens" in token && Array.isArray(token.tokens) ? token.tokens : [];
}

function Inline({ tokens, depth }: { tokens: readonly Token[]; depth: number }): ReactNode {
  return tokens.map((token, index) => <InlineToken key={index} token={token} depth={depth + 1} />);
}

/** Set inside a link, where a nested link is plain text. */
const InLink = createContext(false);

/** The folder of the displayed workspace file, from which its relative links resolve. Null: such links are plain text. */
const InFolder = createContext<string | null>(null);

const LINK = "link";
/** A link that is only a number: a citation of the words before it. */
const CHIP =
  "inline-flex min-w-5 items-center justify-center rounded-full bg-kumo-tint px-1.5 align-text-top text-xs text-kumo-link ring ring-kumo-line hover:underline";

/** Isolated, so that bidirectional characters in the text can't reverse the host that follows. */
function SafeLink({ href, label, inner }: { href: string; label: string; inner: ReactNode }) {
  const folder = useContext(InFolder);
  const roots = usePageRoots();
  const target = linkTarget(href, roots) ?? (folder === null ? null : fileTarget(href, folder));
  if (useContext(InLink) || !target) return <span>{inner}</span>;
  const words = (
    <InLink value>
      <bdi>{inner}</bdi>
    </InLink>
  );
  if (target.inside) {
    const isChip = /^\d{1,2}$/.test(label);
    return (
      <InsideLink
        href={target.href}
        className={isChip ? CHIP : LINK}
        {...(isChip ? { label: `Source ${label}` } : {})}
      >
        {words}
      </InsideLink>
    );
  }
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" className={LINK}>
      {words}
      {saysHost(label, target) ? null : <span className="text-kumo-subtle"> ({target.host})</span>}
    </a>
  );
}

function InlineToken({ token, depth }: { token: Token; depth: number }): ReactNode {
  if (depth > MAX_DEPTH) return token.raw;
  const inner = <Inline tokens={children(token)} depth={depth} />;
  switch (token.type) {
    case "strong":
      return <strong className="font-semibold">{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "del":
      return <del>{inner}</del>;
    case "codespan":
      return (
        <code className="rounded bg-kumo-tint px-1 py-0.5 font-mono text-[0.92em]">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case "br":
      return <br />;
    case "link":
      return (
        <SafeLink href={(token as Tokens.Link).href} label={(token as Tokens.Link).text} inner={inner} />
      );
    case "image": {
      const image = token as Tokens.Image;
      return <SafeLink href={image.href} label={image.text} inner={`Image: ${image.text || "untitled"}`} />;
    }
    case "escape":
      return (token as Tokens.Escape).text;
    case "checkbox":
      return (token as Tokens.Checkbox).checked ? "☑ " : "☐ ";
    case "text":
      return children(token).length > 0 ? inner : unescapeEntities((token as Tokens.Text).text);
    default:
      return token.raw;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function unescapeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

function Cell({ cell, as: As }: { cell: Tokens.TableCell; as: "th" | "td" }) {
  const align = cell.align === "right" ? "text-right" : cell.align === "center" ? "text-center" : "text-left";
  return (
    <As className={`border border-kumo-line px-2 py-1 ${align}`}>
      <Inline tokens={cell.tokens} depth={0} />
    </As>
  );
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Table">
      <table className="border-collapse text-sm">
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <Cell key={index} cell={cell} as="th" />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <Cell key={at} cell={cell} as="td" />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, index) => (
    <li key={index}>
      {item.tokens.map((token, at) => (
        <Block key={at} token={token} depth={depth + 1} tight={!list.loose} />
      ))}
    </li>
  ));
  if (!list.ordered) return <ul className="flex list-disc flex-col gap-1 pl-5">{items}</ul>;
  return (
    <ol start={list.start === "" ? 1 : list.start} className="flex list-decimal flex-col gap-1 pl-5">
      {items}
    </ol>
  );
}

function Block({ token, depth, tight = false }: { token: Token; depth: number; tight?: boolean }): ReactNode {
  if (depth > MAX_DEPTH) return <p>{token.raw}</p>;
  const inline = <Inline tokens={children(token)} depth={depth} />;
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return (
        <p
          data-depth={(token as Tokens.Heading).depth}
          className={(token as Tokens.Heading).depth <= 2 ? "text-base font-semibold" : "font-semibold"}
        >
          {inline}
        </p>
      );
    case "paragraph":
      return tight ? <span>{inline}</span> : <p>{inline}</p>;
    case "blockquote":
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-kumo-line pl-3 text-kumo-subtle">
          {children(token).map((inner, index) => (
            <Block key={index} token={inner} depth={depth + 1} />
          ))}
        </blockquote>
      );
    case "code":
      return (
        <pre className="overflow-x-auto rounded-lg bg-kumo-tint p-3 font-mono text-xs" tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "list":
      return <List list={token as Tokens.List} depth={depth} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr className="border-kumo-line" />;
    case "text":
    case "checkbox":
      return <InlineToken token={token} depth={depth} />;
    default:
      return <p className="whitespace-pre-wrap">{token.raw}</p>;
  }
}

const MemoBlock = memo(
  Block,
  (before, after) => before.token.raw === after.token.raw && before.token.type === after.token.type,
);

/** Loaded with the first answer that streams; until then its unclosed marks are shown as they are. */
let closeMarks: CloseMarks | null = null;

function useCloseMarks(streaming: boolean): CloseMarks | null {
  const [close, setClose] = useState(() => closeMarks);
  useEffect(() => {
    if (!streaming || close !== null) return;
    let isHere = true;
    import("remend").then(
      (loaded) => {
        closeMarks = (text) => loaded.default(text);
        if (isHere) setClose(() => closeMarks);
      },
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [streaming, close]);
  return streaming ? close : null;
}

interface Props {
  readonly text: string;
  readonly streaming?: boolean;
  /** If the text is a file of the workspace, its folder. */
  readonly folder?: string;
}

/** Finished blocks aren't re-rendered while more arrives. What can't be parsed is shown as text. */
export default function Markdown({ text, streaming = false, folder }: Props) {
  const [remembered] = useState<Remembered>(() => new Map());
  const close = useCloseMarks(streaming);
  const tokens = useMemo(() => markdownTokens(text, close, remembered), [text, close, remembered]);
  if (!tokens)
    return (
      <p className="whitespace-pre-wrap wrap-anywhere">
        <Plain text={text} />
      </p>
    );
  return (
    <InFolder value={folder ?? null}>
      <div className="flex flex-col gap-2.5 wrap-anywhere">
        {tokens.map((token, index) => (
          <MemoBlock key={index} token={token} depth={0} />
        ))}
      </div>
    </InFolder>
  );
}
