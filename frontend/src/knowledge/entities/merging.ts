/** Manual merge and unmerge; each is immediate and offers an undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { entityEndpoints } from "../../../../src/knowledge/api/entities.ts";
import { call } from "../../api/call.ts";
import { clipped } from "../../components/text-pieces.ts";
import { toasts } from "../../components/toasts.ts";

interface Other {
  readonly id: string;
  readonly name: string;
}

/** A button that disappears with its action moves the focus to the page's title. */
export function focusName(): void {
  document.querySelector<HTMLElement>("[data-entity-name]")?.focus();
}

/** `merge` merges another entity into this one, `separate` splits a part off. */
export function useMerging(id: string) {
  const client = useQueryClient();
  const read = (): Promise<void> => client.invalidateQueries({ queryKey: ["entities"] });
  const offerBack = (title: string, back: () => void): void => {
    toasts.add({ title, actions: [{ children: "Undo", onClick: back }] });
  };
  const separate = useMutation({
    mutationFn: (part: Other) => call(entityEndpoints.separate, { params: { id: part.id } }),
    onSuccess: (_, part) => {
      offerBack(`${clipped(part.name, 60)} is on its own again`, () => merge.mutate(part));
      return read();
    },
  });
  const merge = useMutation({
    mutationFn: (other: Other) =>
      call(entityEndpoints.merge, { params: { id: other.id }, body: { into: id } }),
    onSuccess: (_, other) => {
      offerBack(`${clipped(other.name, 60)} is merged in`, () => separate.mutate(other));
      return read();
    },
  });
  return { merge, separate, isBusy: merge.isPending || separate.isPending };
}
