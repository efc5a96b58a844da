import type { SettingValue, SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import { ownValue } from '@gatehouse/contract/device/settings-schema.ts'
import { ownThresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { falseOpeningAims, thresholdOfPolicy, thresholdOnScaleOf } from '@gatehouse/face/core/threshold-policy.ts'

/** The facts from which the threshold of a device is computed; null: nobody has counted its people yet. */
export type FacePolicyFacts = { people: number; factor: number | null } | null

/** A device whose people are not counted yet begins at the default of the setting. */
const uncountedPeople = 125

type Values = Readonly<Record<string, unknown>>
/** The set values, and the defaults of the device's schema. */
export type FaceSettings = {
  settings: Values
  defaults: Values | null
  policy: FacePolicyFacts
  /** The recogniser that the device compares with. */
  modelId: string | null
  /** The one on whose scale a threshold was set by hand; null: the built-in one. */
  thresholdModelId: string | null
}

export type FacePolicy = {
  /** An administrator has set the threshold; otherwise it follows the policy. */
  isByHand: boolean
  inForce: number
  /** Below it the worst measured group has more false openings than the aim allows. */
  floor: number
  /** The strangers for whom at most one false opening is allowed. */
  aim: number
  people: number
  isCounted: boolean
  factor: number | null
  /** Of another recogniser than the built-in one: the cosine at 300 people and one false opening in 300 strangers. */
  openSet: number | null
}

/** The threshold of a device by its settings and the policy (ADR 0075); null: it has no such setting. */
export function facePolicyOf({
  settings,
  defaults,
  policy,
  modelId,
  thresholdModelId,
}: FaceSettings): FacePolicy | null {
  if (!defaults || !Object.hasOwn(defaults, 'faceThreshold')) return null
  const aim = aimOf(settings)
  const { people, factor } = policy ?? { people: uncountedPeople, factor: null }
  const own = ownThresholdsOf(modelId)
  const { threshold, floor } = thresholdOfPolicy({ aim, people, factor, own })
  const set = settings['faceThreshold'] ?? defaults['faceThreshold']
  const isByHand = isSetByHand(settings, defaults) && typeof set === 'number'
  const inForce = isByHand ? thresholdOnScaleOf(set, ownThresholdsOf(thresholdModelId), own) : threshold
  return { isByHand, inForce, floor, aim, people, isCounted: policy !== null, factor, openSet: own?.openSet ?? null }
}

export const isBelowFloor = (policy: FacePolicy | null): boolean => policy !== null && policy.inForce < policy.floor

/** Software of an earlier release does not know who sets the threshold: there a threshold that somebody set is theirs. */
const isSetByHand = (settings: Values, defaults: Values): boolean =>
  Object.hasOwn(defaults, 'faceThresholdBy')
    ? settings['faceThresholdBy'] === 'by-hand'
    : Object.hasOwn(settings, 'faceThreshold')

const defaultAim = 300
const aimOf = (settings: Values): number =>
  falseOpeningAims.find((aim) => String(aim) === settings['falseOpenings']) ?? defaultAim

/** The values that are in force, with the threshold of the policy in its place. */
export function withFaceThreshold<T extends Values>(values: T, facts: FaceSettings): T {
  const policy = facePolicyOf(facts)
  return policy ? { ...values, faceThreshold: policy.inForce } : values
}

/**
 * A person who takes the threshold over by hand, and names none, begins with the one that was in force; naming only a threshold takes it
 * over, too.
 */
export function takenOver(changes: SettingValues, facts: FaceSettings): SettingValues {
  const before = facePolicyOf(facts)
  if (!before || before.isByHand || !Object.hasOwn(facts.defaults ?? {}, 'faceThresholdBy')) return changes
  const by = ownValue<SettingValue>(changes, 'faceThresholdBy')
  const isNamed = Object.hasOwn(changes, 'faceThreshold')
  if (by === 'by-hand') return isNamed ? changes : { ...changes, faceThreshold: before.inForce }
  return isNamed && by === undefined ? { ...changes, faceThresholdBy: 'by-hand' } : changes
}

/**
 * The values that are others at a device when these are copied to it: a threshold is a rate, and the number that stands for it is another one on the
 * scale of another recogniser.
 */
export function onScaleOf(modelId: string | null, values: SettingValues, from: string | null): SettingValues {
  const set = ownValue<SettingValue>(values, 'faceThreshold')
  if (typeof set !== 'number') return {}
  const faceThreshold = thresholdOnScaleOf(set, ownThresholdsOf(from), ownThresholdsOf(modelId))
  return faceThreshold === set ? {} : { faceThreshold }
}
