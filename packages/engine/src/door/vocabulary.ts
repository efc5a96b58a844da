/** The words of doors. Names only: the contract builds its schemas from these. */

/** The state into which a command has put a door, until another command. */
export const doorModes = ['normal', 'held-open', 'held-closed'] as const
export type DoorMode = (typeof doorModes)[number]

/** The causes that open every door for everybody: a fire input, or a person who has pressed emergency open. */
export const emergencyKinds = ['fire', 'emergency-open'] as const
export type EmergencyKind = (typeof emergencyKinds)[number]

/** `soft` only raises an alarm, `hard` refuses, `timed` refuses for some minutes after the person has come in. */
export const antiPassbackModes = ['soft', 'hard', 'timed'] as const
export type AntiPassbackMode = (typeof antiPassbackModes)[number]

/** The effect of a full area on people who come in. */
export const occupancyModes = ['alarm', 'refuse'] as const
export type OccupancyMode = (typeof occupancyModes)[number]

/** The side that a rule takes when its state is not known. */
export const unknownSides = ['opens', 'refuses'] as const
export type UnknownSide = (typeof unknownSides)[number]

/** The alarms that a decision raises beside its verdict. `duress` is silent: nothing at the door shows it. */
export const doorAlarms = ['anti-passback', 'occupancy-limit', 'duress'] as const
export type DoorAlarm = (typeof doorAlarms)[number]

/** The rules that depend on events elsewhere, and take the side in their settings when these are not known. */
export const assumedRules = ['anti-passback', 'occupancy-limit', 'interlock'] as const
export type AssumedRule = (typeof assumedRules)[number]

/** A passage through a turnstile counts when its contact confirms it; an elevator is a door whose areas are its floors. */
export const doorKinds = ['door', 'turnstile', 'elevator'] as const
export type DoorKind = (typeof doorKinds)[number]

/** The reasons to doubt the presence of a person. */
export const presenceDoubts = [
  'direction-unknown',
  'held-open',
  'not-confirmed',
  'came-from-elsewhere',
  'clock-wrong',
  'floor-unknown',
  'contradictory',
] as const
export type PresenceDoubt = (typeof presenceDoubts)[number]
