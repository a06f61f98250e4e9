/** The closed list of reasons for which an approval goes stale. Only the sentence is stored, in `stale_reason`. */

export type StaleReason =
  | { readonly code: "new_text" | "new_email" | "team_wrote" | "all_recipients_wrote" }
  | { readonly code: "member_texted"; readonly member: string }
  | { readonly code: "file_changed"; readonly path: string }
  /** The policy or a precondition refused an effect right before it ran; `sentence` is its answer. */
  | { readonly code: "policy" | "precondition"; readonly sentence: string };

/** The sentence that people read on the card. */
export function staleSentence(reason: StaleReason): string {
  switch (reason.code) {
    case "new_text":
      return "a new text has come in on this thread";
    case "new_email":
      return "a new e-mail has come in on this thread";
    case "team_wrote":
      return "Your team wrote to them since";
    case "all_recipients_wrote":
      return "everybody it was for has written since";
    case "member_texted":
      return `${reason.member} texted them directly`;
    case "file_changed":
      return `${reason.path} was changed since this was drafted.`;
    case "policy":
    case "precondition":
      return reason.sentence;
  }
}
