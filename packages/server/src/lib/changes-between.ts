/** A value in JSON. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** Fields that never stand in the operation log, nor their old values: it only says that they changed. */
const secret = /password|secret|token|key/i
const pictured = /face|portrait|picture|image|logo|background|embedding/i
/** Numbers of people: masked, with enough digits to recognise them. */
const masked = /phone|email|^ic|idNumber|idCard/i
const maxLetters = 200
/** The fields that every change updates. */
const silent = ['version', 'revision', 'updatedAt']

/**
 * The changed fields of an item, for its line of the operation log: as the API shows it before and after. Secrets and
 * faces are `•••`, numbers of people are masked, long texts cut.
 * @param derived fields that nobody edits: computed ones, and those that every change updates
 */
export function changesBetween(
  before: object,
  after: object,
  derived: readonly string[] = [],
): Record<string, { from: JsonValue; to: JsonValue }> {
  const left = new Set([...silent, ...derived])
  const old = new Map<string, unknown>(Object.entries(before))
  const changes: Record<string, { from: JsonValue; to: JsonValue }> = {}
  for (const [field, to] of Object.entries(after)) {
    const from = old.get(field) ?? null
    if (to === undefined || left.has(field) || JSON.stringify(from) === JSON.stringify(to ?? null)) continue
    changes[field] = { from: shown(field, from), to: shown(field, to) }
  }
  return changes
}

function shown(field: string, value: unknown): JsonValue {
  if (value === null || value === undefined) return null
  if (secret.test(field)) return '•••'
  // A width or a threshold is no face; a face is text, or a list of numbers.
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (pictured.test(field)) return '•••'
  if (typeof value === 'string') return masked.test(field) ? mask(value) : cut(value)
  if (Array.isArray(value)) return value.slice(0, 50).map((one: unknown) => shown(field, one))
  if (typeof value !== 'object') return null
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, shown(key, inner)]))
}

const cut = (text: string) => (text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text)
const mask = (text: string) => (text.length <= 4 ? '•••' : `${text.slice(0, 2)}•••${text.slice(-2)}`)
