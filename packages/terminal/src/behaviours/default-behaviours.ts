import type { Behaviour, OwnBehaviour } from '../core/behaviour.ts'
import type { BehaviourName } from '../core/messages.ts'
import { askForChanges } from './ask-for-changes.ts'
import { keepPresence } from './keep-presence.ts'
import { followRecogniser } from './follow-recogniser.ts'
import { executeCommands } from './execute-commands.ts'
import { poll } from './poll.ts'
import { pullCompanyPictures } from './pull-company-pictures.ts'
import { pullConfiguration } from './pull-configuration.ts'
import { pullLockdown } from './pull-lockdown.ts'
import { pullPeople } from './pull-people.ts'
import { pushAlarms } from './push-alarms.ts'
import { pushDoorEvents } from './push-door-events.ts'
import { pushRecords } from './push-records.ts'
import { recogniseAndDecide } from './recognise-and-decide.ts'
import { reportSettings } from './report-settings.ts'
import { restartDaily } from './restart-daily.ts'
import { openSession } from './open-session.ts'
import { sleepWhenIdle } from './sleep-when-idle.ts'
import { installUpgrades } from './install-upgrades.ts'
import { watchInputs } from './watch-inputs.ts'
import { watchPassages } from './watch-passages.ts'

/** The behaviour of each name, in the order in which they start. The caller adds a camera. */
const byName: { readonly [B in Exclude<BehaviourName, 'camera'>]: OwnBehaviour<B> } = {
  recognition: recogniseAndDecide,
  inputs: watchInputs,
  passages: watchPassages,
  records: pushRecords,
  alarms: pushAlarms,
  'door-events': pushDoorEvents,
  lockdown: pullLockdown,
  configuration: pullConfiguration,
  'company-pictures': pullCompanyPictures,
  settings: reportSettings,
  restart: restartDaily,
  people: pullPeople,
  recogniser: followRecogniser,
  commands: executeCommands,
  upgrades: installUpgrades,
  changes: askForChanges,
  presence: keepPresence,
  poll,
  sleep: sleepWhenIdle,
  session: openSession,
}

/** All behaviours of a terminal. Faults stand before them: `[dropsEvery(3), ...defaultBehaviours]`. */
export const defaultBehaviours: readonly Behaviour[] = Object.values(byName)
