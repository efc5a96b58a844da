import { codeReader, networkRelay } from '#platform'
import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { defaultBehaviours } from '../behaviours/default-behaviours.ts'
import { createDoor, type Door } from '../door/door.ts'
import { createRecentPeople } from '../door/recent-people.ts'
import { withFloors } from '../door/floors.ts'
import { printingFloorRelay, printingRelay, type Relay, settableRelay } from '../door/relay.ts'
import { createConnection, type Connection } from '../link/connection.ts'
import { createPeopleIndex } from '../recognition/people-index.ts'
import { plainInstaller } from '../upgrades/installer.ts'
import { installedVersions } from '../upgrades/package-store.ts'
import { type Alarms, createAlarms } from './alarms.ts'
import { createAppliedConfiguration } from './applied-configuration.ts'
import type { TerminalCore, Upgrades, Wire } from './behaviour.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import { createDoorEvents } from './door-events.ts'
import { createListeners, type Emit, type TerminalListeners } from './events.ts'
import { createIdleness, type Idleness } from './idleness.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import type { Notify } from './messages.ts'
import { ownVersions } from './own-versions.ts'
import { createRecogniserSlot } from './recogniser-slot.ts'
import { programSettings } from './program-settings.ts'
import { createRunningBehaviours, type RunningBehaviours } from './running-behaviours.ts'
import { createServerClock } from './server-clock.ts'
import { createTaskSet } from './task-set.ts'
import type { TerminalOptions } from './terminal-options.ts'

/** A terminal from within, and the functions that move it. */
export type Parts = {
  readonly core: TerminalCore
  /** The versions of this program itself; `core.versions` also has those that packages have brought. */
  readonly versions: DeviceVersions
  readonly lifecycle: Lifecycle
  readonly running: RunningBehaviours
  readonly idleness: Idleness
  readonly connection: Connection
  readonly listeners: TerminalListeners
}

const noLog = (): void => {}

/** Assembles the parts of a terminal; none of them runs yet. */
export function createCore(options: TerminalOptions): Parts {
  const { state, recogniser, behaviours = defaultBehaviours, log = noLog, schema = programSettings } = options
  const clock = clockOf(options)
  const versions: DeviceVersions = { ...ownVersions(state.serialNumber, recogniser), ...options.versions }
  const listeners = createListeners()
  const { emit } = listeners

  const wire: Wire = { open: (request) => connection.open(request), die: () => lifecycle.die() }
  const connection = createConnection({
    state,
    wrap: (send) => behaviours.reduceRight((next, behaviour) => behaviour.wire?.(next, wire) ?? next, send),
    isHeard: () => lifecycle.isRunning,
    onReachable: (isReachable, reason) => (isReachable ? emit('online') : emit('offline', reason)),
    onRejected: (areRejected) => emit('credentials-rejected', areRejected),
  })

  let isGreeted = false
  const idleness = createIdleness(
    () =>
      lifecycle.isRunning &&
      isGreeted &&
      !running.areDeciding &&
      tasks.areIdle &&
      state.records.waiting + state.alarms.waiting + state.doorEvents.waiting === 0,
  )
  const tasks = createTaskSet({ clock, log, onChange: idleness.check })
  const running = createRunningBehaviours(behaviours, idleness.check)
  const notify: Notify = (message, ...what) => {
    if (message === 'session-opened') isGreeted = true
    if (message === 'mqtt-connected') tasks.skipPauses()
    running.notify(message, ...what)
  }

  const people = createPeopleIndex(
    () => state.people,
    () => recognisers.current.modelId,
    log,
  )
  const recognisers = createRecogniserSlot(recogniser, { state, people, log })
  const configuration = createAppliedConfiguration({ state, schema, unsupported: options.unsupported ?? {} })
  const door = doorOf(options, { clock, connection, emit, log })
  const core: TerminalCore = {
    state,
    clock,
    serverClock: createServerClock(clock),
    get recogniser() {
      return recognisers.current
    },
    recognisers,
    people,
    door,
    recentPeople: createRecentPeople(),
    alarms: alarmsOf(options, { clock, emit, notify }),
    doorEvents: createDoorEvents({ state, clock, log, onTold: () => notify('door-event-added') }),
    configuration,
    schema,
    tasks,
    notify,
    emit,
    log,
    // The versions of an installed package count from then on.
    get versions() {
      const installed = options.upgrades && installedVersions(options.upgrades.store.installed)
      const isOther = recognisers.current !== recognisers.own
      return { ...versions, ...(isOther && { faceModelId: recognisers.current.modelId }), ...installed }
    },
    upgrades: upgradesOf(options, wire),
    codeReader: options.codeReader ?? codeReader,
    get trust() {
      return connection.trust
    },
    settings: pollSettingsOf(options),
    identity: connection.identity,
    call: connection.call,
    fetchBytes: connection.fetchBytes,
    download: connection.download,
    present: (picture, further) => running.show(({ see }) => see?.(picture, further)),
    restart: () => void setTimeout(() => void lifecycle.restart()),
    unbind: () => void setTimeout(() => void lifecycle.unbind()),
    die: () => lifecycle.die(),
  }
  const lifecycle = createLifecycle({
    core,
    behaviours: running,
    tasks,
    connection,
    packages: options.upgrades?.store,
    onBegin: () => void (isGreeted = false),
    onOver: idleness.giveUp,
  })
  return { core, versions, lifecycle, running, idleness, connection, listeners }
}

const clockOf = ({ clock = systemClock, behaviours = defaultBehaviours }: TerminalOptions): Clock =>
  behaviours.reduceRight<Clock>((inner, { clock: wrap }) => wrap?.(inner) ?? inner, clock)

const pollSettingsOf = ({ pollSeconds = 30, batchSize = 20, isSparing = false }: TerminalOptions) => ({
  pollSeconds,
  batchSize,
  isSparing,
})

const alarmsOf = (
  { state }: TerminalOptions,
  { clock, emit, notify }: { clock: Clock; emit: Emit; notify: Notify },
): Alarms =>
  createAlarms({
    state,
    clock,
    onReport(type, what) {
      // A person under duress is watched: nothing at the terminal tells of their call for help.
      if (type !== 'duress') emit('alarmed', type, what)
      notify('alarm-added')
    },
  })

function doorOf(
  { state, relay, floorRelay }: TerminalOptions,
  { clock, connection, emit, log }: { clock: Clock; connection: Connection; emit: Emit; log: (line: string) => void },
): Door {
  const ownFloorRelay = floorRelay ?? printingFloorRelay(log)
  const chosenRelay = (own: Relay, output?: number) =>
    settableRelay(
      own,
      () => {
        const settings = state.configuration?.settings
        return (settings?.doorOpenMethod === 'network-relay' && settings.networkRelayAddress) || null
      },
      (address) => networkRelay(address, connection.call, output),
    )
  const door = createDoor({
    relay: chosenRelay(relay ?? printingRelay(log)),
    clock,
    onOpened: (forWhom) => emit('opened', forWhom),
    onClosed: () => emit('closed'),
    onFailure: (error) => log(`the door did not close: ${String(error)}`),
  })
  return withFloors(door, {
    outputs: () => (state.configuration?.access.door?.floors ?? []).map(({ output }) => output),
    relay: (output) => chosenRelay(ownFloorRelay(output), output),
    clock,
    onFailure: (error) => log(`the relay of a floor did not obey: ${String(error)}`),
  })
}

function upgradesOf({ upgrades, behaviours = defaultBehaviours }: TerminalOptions, wire: Wire): Upgrades | null {
  if (!upgrades) return null
  const { store, trustedKeys, agrees = false } = upgrades
  const installer = behaviours.reduceRight(
    (next, behaviour) => behaviour.installer?.(next, wire) ?? next,
    plainInstaller(store),
  )
  return { store, trustedKeys, agrees, installer }
}
