/** The tools of this toolset. To add one, add its file and a line here. */
export { getMessage } from "./get-message.ts";
export { listConversations } from "./list-conversations.ts";
export { listMessages } from "./list-messages.ts";
export { listPhoneNumbers } from "./list-phone-numbers.ts";
export { sendMessage } from "./send-message.ts";
export { sendMessages } from "./send-messages.ts";
