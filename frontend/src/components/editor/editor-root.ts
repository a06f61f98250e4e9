/**
 * Where an editor lives: a shadow root. The editor brings its styles along; in a shadow root they become adopted style sheets, which the
 * page's policy allows, and in the document a style element, which it does not.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: "open" });
}
