import type { Behaviour } from '../core/behaviour.ts'
import { askForNews } from './ask-for-changes.ts'
import { keepPresence } from './keep-presence.ts'
import { executeCommands } from './execute-commands.ts'
import { poll } from './poll.ts'
import { pullCompanyPictures } from './pull-company-pictures.ts'
import { pullConfiguration } from './pull-configuration.ts'
import { pullPeople } from './pull-people.ts'
import { pushAlarms } from './push-alarms.ts'
import { pushRecords } from './push-records.ts'
import { recogniseAndDecide } from './recognise-and-decide.ts'
import { reportSettings } from './report-settings.ts'
import { restartDaily } from './restart-daily.ts'
import { sayHello } from './open-session.ts'
import { standBy } from './sleep-when-idle.ts'
import { installUpgrades } from './install-upgrades.ts'
import { watchInputs } from './watch-inputs.ts'

/** All that a terminal does. Faults are put before them: `[dropsEvery(3), ...defaultBehaviours]`. */
export const defaultBehaviours: readonly Behaviour[] = [
  recogniseAndDecide,
  watchInputs,
  pushRecords,
  pushAlarms,
  pullConfiguration,
  pullCompanyPictures,
  reportSettings,
  restartDaily,
  pullPeople,
  executeCommands,
  installUpgrades,
  askForNews,
  keepPresence,
  poll,
  standBy,
  sayHello,
]
