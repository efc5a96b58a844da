/**
 * The position of a device in the list of people: `<revision>.<personId or empty>.<fullStart>`.
 * - incremental (`fullStart` 0): every change up to (revision, person) is known; an empty person means all of the
 *   revision.
 * - within a full pull (`fullStart` > 0): everybody up to this person is known; `fullStart` is the revision at its
 *   start, from which the changes follow at its end.
 */
export type PeopleCursor = { revision: number; personId: string | null; fullStart: number }

export const encodePeopleCursor = ({ revision, personId, fullStart }: PeopleCursor) =>
  `${revision}.${personId ?? ''}.${fullStart}`

const form = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\.(\d{1,15})$/

export function decodePeopleCursor(text: string): PeopleCursor | undefined {
  const [, revision, personId, fullStart] = form.exec(text) ?? []
  if (revision === undefined || fullStart === undefined) return undefined
  return { revision: Number(revision), personId: personId ?? null, fullStart: Number(fullStart) }
}

/** The last revision that the device has completely. */
export function appliedRevision({ revision, personId, fullStart }: PeopleCursor): number {
  if (fullStart > 0) return 0
  return personId === null ? revision : revision - 1
}
