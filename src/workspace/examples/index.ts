/** Examples: what agents proposed and people made of it, kept without names; and rules of style that follow. */
export {
  changeExample,
  keepExample,
  mayChange,
  removeExample,
  type ExampleRow,
  type Keeper,
} from "./keep.ts";
export { learnDue } from "./learn-style.ts";
export { exampleFile, newestExamples } from "./list.ts";
export { englishWords, unrecognised } from "./unrecognised.ts";
export { styleAnswerSchema } from "./style-rules.ts";
