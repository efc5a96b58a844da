/**
 * Compares two versions: below 0 if the first is earlier, 0 if they are equal, above 0 if it is later. Pieces between
 * dots and hyphens count as numbers where both are; a version with a hyphen after the numbers comes before the same one
 * without (2.0.0-rc.1 < 2.0.0). A leading "v" is ignored.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [pieces(one), pieces(other)]
  const byNumbers = comparePieces(a.numbers, b.numbers)
  if (byNumbers !== 0) return byNumbers
  if (a.suffix === null || b.suffix === null) return Number(b.suffix !== null) - Number(a.suffix !== null)
  return comparePieces(a.suffix, b.suffix)
}

function pieces(version: string) {
  const plain = version.trim().replace(/^v(?=\d)/i, '')
  const at = plain.indexOf('-')
  return {
    numbers: (at < 0 ? plain : plain.slice(0, at)).split('.'),
    suffix: at < 0 ? null : plain.slice(at + 1).split(/[.-]/),
  }
}

function comparePieces(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = comparePiece(a[at] ?? '0', b[at] ?? '0')
    if (difference !== 0) return difference
  }
  return 0
}

/** Digits within a piece count as a number, too: other makes write "Ver9.0" and "Ver10.0". */
function comparePiece(a: string, b: string): number {
  const [one, other] = [runsOf(a), runsOf(b)]
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = compareRun(one[at] ?? '', other[at] ?? '')
    if (difference !== 0) return difference
  }
  return 0
}

const runsOf = (piece: string) => piece.match(/\d+|\D+/g) ?? []
const isNumber = (text: string) => /^\d+$/.test(text)

function compareRun(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Math.sign(Number(a) - Number(b))
  return a === b ? 0 : a < b ? -1 : 1
}
