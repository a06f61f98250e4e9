export * from "./account.ts";
export * from "./approval.ts";
export * from "./common.ts";
export * from "./conversation.ts";
export * from "./endpoint.ts";
export * from "./message.ts";
export * from "./socket.ts";
export * from "./objects.ts";
