/**
 * Runs before a caller's script: provides `input` and `console`, and converts the result to JSON. It saves
 * the built-ins it needs first, because the script may change them. Its report is only text in any case.
 */
export const PRELUDE = `(function (inputText, resultChars, consoleChars) {
  "use strict";
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { from, isArray } = Array;
  const { defineProperty } = Object;
  const text = String;
  const finite = Number.isFinite;
  const [Maps, Sets, Errors] = [Map, Set, Error];
  const { slice } = text.prototype;
  const lines = [];
  let count = 0, room = consoleChars, dropped = 0;
  const named = (error) => text(error.name) + ": " + text(error.message);
  const plain = (key, value) => {
    switch (typeof value) {
      case "bigint": case "symbol": return text(value);
      case "function": return "[function]";
      case "number": return finite(value) ? value : text(value);
      case "object":
        if (value instanceof Errors) return named(value);
        if (value instanceof Maps || value instanceof Sets) return from(value);
    }
    return value;
  };
  const render = (value) => {
    const json = stringify(value, plain);
    return json === undefined ? "null" : json;
  };
  const say = (...words) => {
    let line = "";
    for (let index = 0; index < words.length; index++)
      line += (index === 0 ? "" : " ") + (typeof words[index] === "string" ? words[index] : render(words[index]));
    if (line.length > room) { dropped++; return; }
    room -= line.length + 1;
    defineProperty(lines, count++, { value: line, enumerable: true });
  };
  globalThis.console = { log: say, info: say, warn: say, error: say, debug: say };
  globalThis.input = parse(inputText);
  return (value, thrown) => {
    const report = { __proto__: null, console: lines, dropped };
    if (!thrown) {
      const json = render(value);
      report.length = json.length;
      report.result = json.length > resultChars ? null : json;
    } else {
      const isError = value instanceof Errors;
      const said = isError ? named(value) : "thrown: " + (typeof value === "string" ? value : render(value));
      report.error = apply(slice, said, [0, 1000]);
      report.stack = isError ? apply(slice, text(value.stack), [0, 2000]) : "";
    }
    return stringify(report);
  };
})`;
