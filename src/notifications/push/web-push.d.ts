/** The part of `web-push` that encrypts, which its types know only at the package's entry. */
declare module "web-push/src/encryption-helper.js" {
  export { encrypt } from "web-push";
}
