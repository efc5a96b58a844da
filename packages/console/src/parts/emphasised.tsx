/** Marks a value that a sentence is about; `Emphasised` shows it stronger. No name holds these characters. */
export const strong = (value: string | number) => `\uE000${value}\uE001`

export const Emphasised = ({ children }: { children: string }) =>
  children.split(/\uE000(.*?)\uE001/).map((part, place) => (place % 2 === 1 ? <b key={place}>{part}</b> : part))
