import type { LicenceLoss } from '@gatehouse/contract/features/licence.ts'
import { companyTime } from './format-date.ts'

/** The words of the catalog `errors` for what gets worse, which the login page has as well as the console. */
type LossKey =
  | 'trial'
  | 'edition'
  | 'end'
  | 'devices'
  | 'people'
  | 'devicesTaken'
  | 'peopleTaken'
  | 'devicesMore'
  | 'peopleMore'
  | 'internet'

/** The losses that a refusal `licence.worse` names; none for any other refusal. */
export function lossesIn(error: unknown): readonly LicenceLoss[] {
  if (!(error instanceof Error) || error.message !== 'licence.worse' || !('data' in error)) return []
  const { data } = error
  if (typeof data !== 'object' || data === null || !('worse' in data) || !Array.isArray(data.worse)) return []
  return data.worse.filter(isLoss)
}

const isLoss = (value: unknown): value is LicenceLoss =>
  typeof value === 'object' && value !== null && 'what' in value && 'from' in value && 'to' in value

type Say = (key: LossKey | 'noLimit' | 'enterprise' | 'cloud', facts: { from: string; to: string }) => string
const nothing = { from: '', to: '' }

/** A sentence for each thing that gets worse. `say` gives the words of `licenceWorse`, filled. */
export const lossTexts = (losses: readonly LicenceLoss[], say: Say): string[] =>
  losses.map(({ what, from, to }) => {
    const named = (value: LicenceLoss['from']) => {
      if (what === 'end') return companyTime(String(value), 'day')
      if (value === 'enterprise' || value === 'cloud') return say(value, nothing)
      return value === null ? say('noLimit', nothing) : String(value)
    }
    return say(keyOf(what, from), { from: named(from), to: named(to) })
  })

function keyOf(what: LicenceLoss['what'], from: LicenceLoss['from']): LossKey {
  // The usage is only shown to accounts that may see it.
  if (what === 'devices-taken') return from === null ? 'devicesMore' : 'devicesTaken'
  if (what === 'people-taken') return from === null ? 'peopleMore' : 'peopleTaken'
  return what
}
