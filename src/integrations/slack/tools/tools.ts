export { findSlackPeople } from "./find-slack-people.ts";
export { listSlackChannels } from "./list-slack-channels.ts";
export { readSlackMessages } from "./read-slack-messages.ts";
export { sendSlackMessage } from "./send-slack-message.ts";
