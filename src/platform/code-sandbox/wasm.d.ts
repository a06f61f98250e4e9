/** A WebAssembly file, compiled when the Worker is uploaded. */
declare module "*.wasm" {
  const compiled: WebAssembly.Module;
  export default compiled;
}
