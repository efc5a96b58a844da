const pictures = ['portraitId', 'displayPortraitId']
/** They come with another main portrait. */
const withPicture = 'furtherPortraitIds'
/** How a change is made, and a number that nobody keeps: no values of a person. */
const unkept = new Set(['pin', 'force', 'version', 'consent', withPicture, ...pictures])

type Values = Readonly<Record<string, unknown>>

/**
 * The values that a change of these `fields` replaces, as a change takes them. Undefined where a picture is among them: the one that was
 * replaced is deleted, and such a change cannot be taken back whole.
 */
export function fieldsBefore(before: Values, input: Values, fields: readonly string[]): Values | undefined {
  const isOther = (name: string) => input[name] !== undefined && input[name] !== before[name]
  if (pictures.some(isOther)) return undefined
  const names = fields.filter((name) => input[name] !== undefined && !unkept.has(name))
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]))
}
