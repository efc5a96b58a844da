import type { doorInputs } from '@gatehouse/contract/device/door-events.ts'

/**
 * The inputs that are wired to a terminal beside its camera. `door` is the magnet of the leaf; `wrong-password`,
 * `exit-button` and `lockdown` are moments.
 */
export type Input =
  | 'door'
  | 'tamper'
  | 'fire'
  | 'exit-button'
  | 'lockdown'
  | 'camera-blocked'
  | 'bluetooth-battery-low'
  | 'thermal-camera'
  | 'wrong-password'

/** The inputs whose wire is watched: a resistor at its end tells a cut wire from an open switch. */
export const wiredInputs = ['door', 'fire', 'exit-button', 'lockdown'] as const satisfies readonly Input[]
export type WiredInput = (typeof wiredInputs)[number]

/** The name of each at the server. */
export const wireNames = {
  door: 'door-magnet',
  fire: 'fire-signal',
  'exit-button': 'exit-button',
  lockdown: 'lockdown',
} as const satisfies Record<WiredInput, (typeof doorInputs)[number]>
