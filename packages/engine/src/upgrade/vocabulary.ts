/** What is upgraded: the whole device, or the application that runs on it. */
export const packageKinds = ['firmware', 'application'] as const
export type PackageKind = (typeof packageKinds)[number]

/** Full packages stand alone; a split one holds only what differs from its base version. */
export const packageForms = ['full', 'split'] as const

/** normal: somebody at the device agrees. silent: at once, when it is idle. timed: at its time, by the device's clock. */
export const upgradeStrategies = ['normal', 'silent', 'timed'] as const
export type UpgradeStrategy = (typeof upgradeStrategies)[number]

/**
 * How far a device is with a package. `waiting`: its stage has not begun, or it tries again later; `superseded`: another
 * package took its place.
 */
export const upgradeStates = [
  'waiting',
  'offered',
  'downloading',
  'verified',
  'installing',
  'done',
  'failed',
  'rolled-back',
  'cancelled',
  'superseded',
] as const
export type UpgradeState = (typeof upgradeStates)[number]

/** What a device may say of itself. */
export const reportedStates = ['downloading', 'verified', 'installing', 'done', 'failed', 'rolled-back'] as const

/** Why it came to nothing. */
export const upgradeFailures = [
  'disk-full',
  'hash-wrong',
  'signature-wrong',
  'key-unknown',
  'downgrade',
  'not-for-this',
  'install-failed',
  'install-interrupted',
  'did-not-start',
] as const
export type UpgradeFailure = (typeof upgradeFailures)[number]

/** Why a package is not for a device. */
export const mismatches = [
  'other-model',
  'other-hardware',
  'other-application',
  'other-base',
  'other-from-version',
  'same-version',
  'newer-version',
  'version-unknown',
] as const
export type Mismatch = (typeof mismatches)[number]

/** `stopped`: by itself, since too many failed. */
export const rollOutStates = ['running', 'paused', 'stopped', 'cancelled', 'done'] as const
export type RollOutState = (typeof rollOutStates)[number]
