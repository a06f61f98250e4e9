/**
 * Hosts the editor in a shadow root: there its styles become adopted style sheets, which the page's CSP allows; in the document they would be a
 * style element, which it forbids.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: "open" });
}
