/** A file's own text, as Vite imports it. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}
