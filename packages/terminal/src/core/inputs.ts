/**
 * The inputs that are wired to a terminal beside its camera. `door` is the magnet of the leaf; `wrong-password` and
 * `exit-button` are moments.
 */
export type Input =
  | 'door'
  | 'tamper'
  | 'fire'
  | 'exit-button'
  | 'camera-blocked'
  | 'bluetooth-battery-low'
  | 'thermal-camera'
  | 'wrong-password'
