/** The encryption part of `web-push`, which its types only declare at the package's entry. */
declare module "web-push/src/encryption-helper.js" {
  export { encrypt } from "web-push";
}
