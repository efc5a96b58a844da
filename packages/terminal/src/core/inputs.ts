/**
 * The inputs that are wired to a terminal beside its camera. `door` is the magnet of the leaf; `wrong-password` a
 * moment at the keys.
 */
export type Input =
  | 'door'
  | 'tamper'
  | 'fire'
  | 'camera-blocked'
  | 'bluetooth-battery-low'
  | 'thermal-camera'
  | 'wrong-password'
