/** Photos and files of a contact's text in the conversation about it. */
import type { MediaPart, Message } from "../../../../src/agent/api/message.ts";
import TextMedia from "../../messaging/media/text-media.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";

/** `isAlone`: it came without words, so it says itself who sent it. */
export default function MediaMessage({
  message: { author, createdAt, queued },
  part: { textId, files },
  isAlone,
}: {
  message: Message;
  part: MediaPart;
  isAlone: boolean;
}) {
  return (
    <div className="flex max-w-[85%] flex-col items-start gap-0.5">
      {isAlone ? (
        <p className="px-1 text-xs text-kumo-subtle">
          {clipped(author.name, 100)} · <Time at={createdAt} as="clock" />
          {queued ? " · not read yet" : ""}
        </p>
      ) : null}
      <TextMedia textId={textId} media={files} from={author.name} at={createdAt} />
    </div>
  );
}
