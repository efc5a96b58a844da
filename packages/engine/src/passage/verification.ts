import type { EntryMode } from './vocabulary.ts'

/** The credentials that a person can show at a door. */
export type Factor = 'face' | 'ic-card' | 'pin' | 'qr-code' | 'id-card' | 'bluetooth'

/** By verification mode: the ways to pass, each by one credential, or by several of the same person. */
const ways = {
  face: [['face']],
  'face-or-card': [['face'], ['ic-card']],
  'face-and-card': [['face', 'ic-card']],
  'face-or-id-card': [['face'], ['id-card']],
  'face-and-id-card': [['face', 'id-card']],
  'face-or-qr-code': [['face'], ['qr-code']],
  'face-and-qr-code': [['face', 'qr-code']],
  'face-or-qr-code-or-card': [['face'], ['qr-code'], ['ic-card']],
  'face-and-pin': [['face', 'pin']],
  'card-and-pin': [['ic-card', 'pin']],
  'face-and-card-and-pin': [['face', 'ic-card', 'pin']],
  'id-card': [['id-card']],
  bluetooth: [['bluetooth']],
} as const satisfies Record<string, readonly (readonly Factor[])[]>

export type VerificationMode = keyof typeof ways

/** The credentials that are still missing after this one; `useless` if it counts for nothing. */
export function nextFactor(mode: VerificationMode, shown: readonly Factor[]): Factor | 'enough' | 'useless' {
  const open = ways[mode].filter((way: readonly Factor[]) => shown.every((factor) => way.includes(factor)))
  if (open.some((way) => way.length === shown.length)) return 'enough'
  return open[0]?.find((factor) => !shown.includes(factor)) ?? 'useless'
}

/** The entry mode that a record has for these credentials. */
export function entryModeOf(shown: readonly Factor[]): EntryMode {
  const [face, card] = [shown.includes('face'), shown.includes('ic-card')]
  if (shown.includes('qr-code')) return face ? 'face-and-qr-code' : 'qr-code'
  if (shown.includes('pin')) return face ? (card ? 'face-and-ic-card-and-pin' : 'face-and-pin') : 'ic-card-and-pin'
  return face ? (card ? 'face-and-ic-card' : 'face') : 'ic-card'
}

/** The number of wrong PINs of one person … */
export const maxWrongPins = 5
/** … within this time that lock the PIN until the first of them is this old. */
export const wrongPinsMs = 300_000

/** The reasons for which a card, a PIN or a pass is refused. */
export type CredentialReason = {
  code: 'card-unknown' | 'card-of-another' | 'pass-of-another' | 'pin-unset' | 'pin-wrong' | 'pin-locked'
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
export const verificationModes = Object.keys(ways) as VerificationMode[]

/** The ways of a mode that need no face. If all of its ways are such, nobody needs a portrait there. */
export function waysWithoutFace(mode: VerificationMode): { ways: (readonly Factor[])[]; needsFace: boolean } {
  const all: readonly (readonly Factor[])[] = ways[mode]
  const withoutFace = all.filter((way) => !way.includes('face'))
  return { ways: withoutFace, needsFace: withoutFace.length < all.length }
}
