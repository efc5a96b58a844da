import { resetUserLoad } from '../api/load-user.ts'

type Leave = (how: { keepsPlace: boolean }) => void
let leave: Leave | undefined

/** Set while the console is open, by who opened it. */
export function onLeaveConsole(next: Leave | undefined) {
  leave = next
}

/**
 * Ends the session in this browser and shows the login page (NAV-08, LOGIN-11, LOGIN-12). `keepsPlace`: the person is
 * brought back to this page after the next login.
 */
export const leaveConsole: Leave = (how) => {
  resetUserLoad()
  leave?.(how)
}
