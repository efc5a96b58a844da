import type { Reason } from '../passage/may-pass.ts'
import type { DoorState } from './door-question.ts'

/** A fire input or an emergency open opens for everybody, whatever else is set. Null: there is none. */
export function evaluateEmergency({ emergency }: DoorState): Reason | null {
  if (!emergency) return null
  return { code: emergency.kind === 'fire' ? 'fire-opens' : 'emergency-opens', sinceMs: emergency.sinceMs }
}
