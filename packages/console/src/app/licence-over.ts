import { onLicenceOver } from '../api/call.ts'
import { loadUser } from '../api/load-user.ts'
import { clockPage } from '../lib/clock-page.ts'
import { leaveConsole } from './leave-console.ts'

/**
 * LOGIN-13: the licence has ended while the console is open, and the form that renews it is on the login page. Only who may set the
 * clock stays, where it stands before the licence begins: on the page that sets it.
 */
export function watchLicence(goTo: (address: string) => void): () => void {
  return onLicenceOver((error) => {
    if (error.message !== 'licence.clock-behind') return leaveConsole({ keepsPlace: true })
    loadUser().then(
      ({ role }) => {
        if (role.name !== 'superAdmin') leaveConsole({ keepsPlace: true })
        else if (!location.pathname.startsWith(clockPage)) goTo(clockPage)
      },
      // Another component explains why there is no user.
      () => {},
    )
  })
}
