/** The part that is upgraded: the whole device, or the application that runs on it. */
export const packageKinds = ['firmware', 'application'] as const
export type PackageKind = (typeof packageKinds)[number]

/** Full packages stand alone; a split one holds only what differs from its base version. */
export const packageForms = ['full', 'split'] as const

/** normal: somebody at the device agrees. silent: at once, when it is idle. timed: at its time, by the device's clock. */
export const upgradeStrategies = ['normal', 'silent', 'timed'] as const
export type UpgradeStrategy = (typeof upgradeStrategies)[number]

/**
 * The progress of a device with a package. `waiting`: its stage has not begun, or it tries again later; `superseded`:
 * another package took its place.
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

/** The states that a device may report. */
export const reportedStates = ['downloading', 'verified', 'installing', 'done', 'failed', 'rolled-back'] as const

/** The reason of a failure. */
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
  'not-fetched',
  'timed-out',
  'not-supported',
  'former-version',
  'no-answer',
  'not-returned',
] as const
export type UpgradeFailure = (typeof upgradeFailures)[number]

/** The reason why a package is not for a device. */
export const mismatches = [
  'other-make',
  'no-upgrades',
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

/** `stopped`: automatically, since too many devices failed. */
export const rollOutStates = ['running', 'paused', 'stopped', 'cancelled', 'done'] as const
export type RollOutState = (typeof rollOutStates)[number]

// Converts the shares of a plan into devices; the form of a publication uses the same rule.

/** The number of failures among these devices that is one too many: the first, if the share is less than one device. */
export const failuresThatStop = (devices: number, mostFailedPercent: number): number =>
  Math.floor((mostFailedPercent * devices) / 100) + 1

/** The number of devices in a share: at least one, if there are any. */
export const shareOf = (devices: number, percent: number): number =>
  devices === 0 ? 0 : Math.max(1, Math.ceil((devices * percent) / 100))
