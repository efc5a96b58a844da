export type IdsByName = ReadonlyMap<string, string>

export function idOf(ids: IdsByName, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`"${name}" was never made`)
  return id
}
