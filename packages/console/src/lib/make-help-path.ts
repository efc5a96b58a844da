import type { DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import { helpPath } from './documentation-path.ts'
import { currentLanguage } from './language.ts'

/** The makes of terminals that have a page in the help, `docs/help/<language>/help-<make>.md`. */
const makesWithHelp: ReadonlySet<DeviceMake> = new Set<DeviceMake>(['zkteco'])

/** The page on what to press at the terminals of a make, and what to look at when something is wrong; for other makes the help on devices. */
export const makeHelpPath = (make: DeviceMake): string =>
  makesWithHelp.has(make) ? `/docs/${currentLanguage()}/help-${make}.html` : helpPath('deviceList')
