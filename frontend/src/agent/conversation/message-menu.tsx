/** Actions on an answer. Lazy-loaded on the first click on its button, and opened then. */
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { MoreMenu } from "../../components/more-menu.tsx";
import { useFork } from "./use-fork.ts";

export default function MessageMenu({ id, messageId }: { id: string; messageId: string }) {
  const { fork } = useFork(id, messageId);
  return (
    <MoreMenu label="More about this answer" size="sm" defaultOpen>
      <DropdownMenu.Item onClick={fork}>Fork from here</DropdownMenu.Item>
    </MoreMenu>
  );
}
