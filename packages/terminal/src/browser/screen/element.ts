/** An element with its properties and what is in it. Text goes in as text, never as HTML. */
export function el<N extends keyof HTMLElementTagNameMap>(
  name: N,
  properties: Partial<Omit<HTMLElementTagNameMap[N], 'style' | 'children'>>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[N] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...content)
  return element
}
