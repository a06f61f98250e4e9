/** People choose these names, so none of them may carry a link or a further line into a stranger's mailbox. */
export function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}\p{M} &'’.,-]+/gu, " ")
    .replace(/\.(?=\S)/g, ". ")
    .slice(0, 60)
    .trim();
}
