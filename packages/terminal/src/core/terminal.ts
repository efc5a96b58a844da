import { codeReader, createHttpSend, learnCertificateAuthority, networkRelay } from '#platform'
import { hello } from '@gatehouse/contract/device/link.ts'
import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import { createAlarms } from './alarms.ts'
import type { Behaviour, Credential, Message, Running, Sighting, TerminalCore, TerminalEvents } from './behaviour.ts'
import { defaultBehaviours } from '../behaviours/default-behaviours.ts'
import { announce } from '../behaviours/announce.ts'
import { pair } from '../behaviours/pair.ts'
import { instantOf, systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { createDoor } from '../door/door.ts'
import { printingRelay, settableRelay } from '../door/relay.ts'
import type { Relay } from '../door/relay.ts'
import { createDuties } from './task-set.ts'
import { callServer, download, fetchBytes } from '../link/call-server.ts'
import type { Caller } from '../link/call-server.ts'
import type { Input } from './inputs.ts'
import { createListeners } from './events.ts'
import { LinkError, isRefusedWith } from '../link/link-error.ts'
import { normaliseFingerprint } from '../link/trust.ts'
import type { Trust } from '../link/trust.ts'
import { ownVersions } from './own-versions.ts'
import { programSettings } from './program-settings.ts'
import type { CodeReader } from '../recognition/code-reader.ts'
import { createPeopleIndex } from '../recognition/people-index.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import { plainInstaller } from '../upgrades/installer.ts'
import { installedVersions, type PackageStore } from '../upgrades/package-store.ts'

export interface TerminalOptions {
  /** Where to pair. Not needed once paired: the state knows it. */
  readonly serverUrl?: string
  /** Used where the state holds no pairing, or one that the server has ended. */
  readonly pairingCode?: string
  /** Without a code: ask until an administrator accepts this terminal. */
  readonly announces?: boolean
  /** SHA-256 of the installation's own certificate authority, as the pairing page shows it. */
  readonly caFingerprint?: string
  /** `openStateFolder(folder)` or `createMemoryState()`. Whoever made it closes it, after `stop` or `die`. */
  readonly state: TerminalState
  readonly recogniser: Recogniser
  /** What reads the QR codes of passes. */
  readonly codeReader?: CodeReader
  readonly behaviours?: readonly Behaviour[]
  readonly versions?: Partial<DeviceVersions>
  readonly clock?: Clock
  /** What moves the bolt; prints when not given. */
  readonly relay?: Relay
  readonly log?: (line: string) => void
  readonly pollSeconds?: number
  /** Records in one request, 1 to 200. */
  readonly batchSize?: number
  /** The processor that delivers is the one that recognises: what waits is sent in the pauses between people. */
  readonly isSparing?: boolean
  /** What it can be set to, where that is not what our own terminals can be set to. */
  readonly schema?: SettingsSchema
  /** Settings that this terminal cannot follow (another relay, no camera light), with what it says about each. */
  readonly unsupported?: Readonly<Record<string, string>>
  /** Takes upgrade packages from the server that are signed with one of these keys (PEM). Not given: it takes none. */
  readonly upgrades?: {
    readonly store: PackageStore
    readonly trustedKeys: readonly string[]
    readonly agrees?: boolean
  }
}

export interface Terminal {
  readonly state: TerminalState
  /** The LDID, null before pairing. */
  readonly ldid: string | null
  readonly isDoorOpen: boolean
  /**
   * Pairs where that is needed (throws LinkError when it can't), else works at once, whether the server is there or not.
   */
  start(): Promise<void>
  /** Says goodbye and lets go of everything; takes a second at most. */
  stop(): Promise<void>
  /** Lets go of everything at once, as if the power had gone: the server hears of it by the will. */
  die(): void
  /** Somebody before the camera, as a JPEG or PNG. Null where there is no face, or none that can be decided about. */
  present(picture: Uint8Array): Promise<Sighting | null>
  /** A card at the reader or a PIN from the keys, with a picture of who gave it. Null where it counts for nothing, yet. */
  take(credential: Credential, picture: Uint8Array | null): Promise<Sighting | null>
  /**
   * Resolves once nothing is under way: greeted, pulled, every record acknowledged, listening. Waits for as long as it
   * takes; rejects when the terminal stops.
   */
  idle(): Promise<void>
  /** Somebody is there who shows nothing yet: the screen wakes up. */
  touch(): void
  /** An input changes: the door leaf opens, the case is lifted, the fire alarm rings. */
  sense(input: Input, isOn: boolean): void
  /** Somebody at the terminal agrees to the upgrade that it asks about. */
  agree(): void
  on<E extends keyof TerminalEvents>(event: E, listener: (...what: TerminalEvents[E]) => void): () => void
  /** The next time that this happens. */
  next<E extends keyof TerminalEvents>(event: E): Promise<TerminalEvents[E]>
}

const noNews = (): void => {}
const goodbyeMs = 1_000

/** A terminal, made of behaviours. It holds no global state: any number live in one process. */
export function createTerminal(options: TerminalOptions): Terminal {
  const { state, recogniser, behaviours = defaultBehaviours, log = noNews } = options
  const clock = behaviours.reduceRight<Clock>(
    (inner, { clock: wrap }) => wrap?.(inner) ?? inner,
    options.clock ?? systemClock,
  )
  const versions: DeviceVersions = { ...ownVersions(state.serialNumber, recogniser.modelId), ...options.versions }
  const { emit, on } = createListeners()

  let trust: Trust = { certificateAuthority: state.identity?.certificateAuthority ?? null }
  let http = createHttpSend(trust)
  const wire = { open: (request: Parameters<typeof http.open>[0]) => http.open(request), die: () => die() }
  const send = behaviours.reduceRight(
    (next, behaviour) => behaviour.wire?.(next, wire) ?? next,
    (request: Parameters<typeof http.send>[0]) => http.send(request),
  )

  let running: Running[] = []
  const joining = new AbortController()
  let isStarted = false
  let isGreeted = false
  let isOnline: boolean | undefined
  let isDisowned = false
  let showing = 0
  const waiters: PromiseWithResolvers<void>[] = []

  const duties = createDuties({ clock, log, onChange: settle })
  const people = createPeopleIndex(() => state.people)
  const door = createDoor({
    relay: settableRelay(
      options.relay ?? printingRelay(log),
      () => {
        const settings = state.configuration?.settings
        return (settings?.doorOpenMethod === 'network-relay' && settings.networkRelayAddress) || null
      },
      (address) => networkRelay(address, (route, input) => core.call(route, input)),
    ),
    clock,
    onOpened: (forWhom) => emit('opened', forWhom),
    onClosed: () => emit('closed'),
    onFailure: (error) => log(`the door did not close: ${String(error)}`),
  })

  const tell = (message: Message): void => {
    if (message.type === 'connected') isGreeted = true
    if (message.type === 'listening') duties.retry()
    for (const behaviour of running) behaviour.on?.(message)
  }
  const alarms = createAlarms({
    state,
    clock,
    onReport(type, what) {
      emit('alarmed', type, what)
      tell({ type: 'alarmed' })
    },
  })

  const core: TerminalCore = {
    state,
    clock,
    recogniser,
    people,
    door,
    alarms,
    emit,
    log,
    present,
    // Those of a package that was installed count from then on.
    get versions() {
      return { ...versions, ...(options.upgrades && installedVersions(options.upgrades.store.installed)) }
    },
    upgrades: options.upgrades
      ? {
          store: options.upgrades.store,
          trustedKeys: options.upgrades.trustedKeys,
          agrees: options.upgrades.agrees ?? false,
          installer: behaviours.reduceRight(
            (next, behaviour) => behaviour.installer?.(next, wire) ?? next,
            plainInstaller(options.upgrades.store),
          ),
        }
      : null,
    codeReader: options.codeReader ?? codeReader,
    get trust() {
      return trust
    },
    settings: {
      pollSeconds: options.pollSeconds ?? 30,
      batchSize: options.batchSize ?? 20,
      isSparing: options.isSparing ?? false,
    },
    schema: options.schema ?? programSettings,
    unsupported: options.unsupported ?? {},
    refused: [],
    configurationTag: null,
    serverAheadMs: 0,
    identity() {
      if (!state.identity) throw new Error('this terminal is not paired')
      return state.identity
    },
    call: (route, input) => watched(callServer(caller(), route, input), input.signal),
    fetchBytes: (route, input) => watched(fetchBytes(caller(), route, input), input.signal),
    download: (route, input, file) => watched(download(caller(), route, input, file), input.signal),
    duty: duties.add,
    findDuty: duties.find,
    tell,
    restart: () => void setTimeout(() => void restart()),
    unbind: () => void setTimeout(() => void unbind()),
    die: () => die(),
  }

  function caller(): Caller {
    const { ldid, secret, serverUrl } = core.identity()
    return { send, serverUrl: new URL(serverUrl), credentials: `${ldid}.${secret}` }
  }

  /** Every call shows whether the server is there. */
  async function watched<T>(call: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      const answer = await call
      setOnline(true, '')
      setDisowned(false)
      return answer
    } catch (error) {
      if (!signal?.aborted && isRefusedWith(error, 'device.credentials-wrong')) setDisowned(true)
      if (!signal?.aborted && error instanceof LinkError) setOnline(error.kind !== 'unreachable', error.message)
      throw error
    }
  }

  function setOnline(isNowOnline: boolean, reason: string): void {
    if (isOnline === isNowOnline || !isStarted) return
    isOnline = isNowOnline
    if (isNowOnline) emit('online')
    else emit('offline', reason)
  }

  function setDisowned(isNow: boolean): void {
    // Who leaves by a command is let go of before its last word is answered.
    if (isDisowned === isNow || !isStarted || state.isLeaving) return
    isDisowned = isNow
    emit('disowned', isNow)
  }

  async function start(): Promise<void> {
    if (isStarted) throw new Error('this terminal has been started already')
    if (!state.identity || (await hasEnded())) await join()
    begin()
  }

  /** A code was given although there is a pairing: does the server still know this terminal? */
  async function hasEnded(): Promise<boolean> {
    if (options.pairingCode === undefined) return false
    try {
      const body = { versions, clockAt: instantOf(clock.nowMs()), nextSequence: state.records.nextSequence }
      await callServer(caller(), hello, { body })
      return false
    } catch (error) {
      return isRefusedWith(error, 'device.credentials-wrong')
    }
  }

  async function join(): Promise<void> {
    const { serverUrl = state.identity?.serverUrl, pairingCode: code, caFingerprint } = options
    if (serverUrl === undefined || (code === undefined && !options.announces)) {
      throw new Error(
        'This terminal is not paired: it needs --server with --pair CODE, or with --announce to be accepted in the console.',
      )
    }
    const url = new URL(serverUrl)
    let certificateAuthority: string | null = null
    if (caFingerprint !== undefined && url.protocol === 'https:') {
      const fingerprint = normaliseFingerprint(caFingerprint)
      if (fingerprint === null) throw new Error('The fingerprint must be a SHA-256: 64 hexadecimal digits.')
      certificateAuthority = await learnCertificateAuthority(url, fingerprint)
    }
    trust = { certificateAuthority }
    http.close()
    http = createHttpSend(trust)
    const identity =
      code === undefined
        ? await announce({
            send,
            serverUrl: url,
            versions,
            trust,
            state,
            clock,
            signal: joining.signal,
            onWaiting: (checkCode) => emit('announced', checkCode),
          })
        : await pair({ send, serverUrl: url, code, versions, trust })
    // What an ended pairing has left behind is of another time: its secret is dead and its numbers mean nothing.
    state.wipe()
    people.reset()
    state.identity = identity
    await state.saved()
  }

  function begin(): void {
    isStarted = true
    isGreeted = false
    core.configurationTag = null
    isOnline = undefined
    isDisowned = false
    duties.open()
    running = []
    door.hold(state.doorMode).catch((error: unknown) => log(`the door cannot be held: ${String(error)}`))
    // One by one, so that a behaviour which is started later hears of what an earlier one does.
    for (const behaviour of behaviours) {
      const started = behaviour.start?.(core)
      if (started) running.push(started)
    }
  }

  async function end(): Promise<void> {
    if (!isStarted) return
    isStarted = false
    const leaving = running
    const goodbyes = Promise.allSettled(leaving.map(async (behaviour) => behaviour.stop?.()))
    const enough = Promise.withResolvers<void>()
    const callOff = systemClock.after(goodbyeMs, enough.resolve)
    await Promise.race([goodbyes, enough.promise])
    callOff()
    for (const behaviour of leaving) behaviour.die?.()
    running = []
    await duties.close()
    http.close()
    door.stop()
  }

  function die(): void {
    if (!isStarted) return
    isStarted = false
    for (const behaviour of running) behaviour.die?.()
    running = []
    void duties.close()
    http.close()
    refuseWaiters()
  }

  async function restart(): Promise<void> {
    if (!isStarted) return
    await end()
    people.reset()
    begin()
    emit('restarted')
  }

  async function unbind(): Promise<void> {
    if (!isStarted) return
    await end()
    options.upgrades?.store.clear()
    state.wipe()
    people.reset()
    await state.saved()
    refuseWaiters()
    emit('unbound')
  }

  function present(picture: Uint8Array): Promise<Sighting | null> {
    return show(({ see }) => see?.(picture))
  }

  /** To the first behaviour that takes it. */
  async function show(to: (behaviour: Running) => Promise<Sighting | null> | undefined): Promise<Sighting | null> {
    showing++
    try {
      for (const behaviour of running) {
        const sighting = to(behaviour)
        if (sighting) return await sighting
      }
      throw new Error('this terminal is not running')
    } finally {
      showing--
      settle()
    }
  }

  const isIdle = (): boolean =>
    isStarted && isGreeted && showing === 0 && duties.areIdle && state.records.waiting + state.alarms.waiting === 0

  function settle(): void {
    if (waiters.length === 0 || !isIdle()) return
    for (const waiter of waiters.splice(0)) waiter.resolve()
  }

  function refuseWaiters(): void {
    for (const waiter of waiters.splice(0)) waiter.reject(new Error('the terminal was stopped'))
  }

  return {
    state,
    get ldid() {
      return state.identity?.ldid ?? null
    },
    get isDoorOpen() {
      return door.isOpen
    },
    start,
    async stop() {
      joining.abort(new Error('the terminal was stopped'))
      await end()
      refuseWaiters()
    },
    die,
    present,
    take: (credential, picture) => show(({ take }) => take?.(credential, picture)),
    sense(input, isOn) {
      for (const behaviour of running) behaviour.sense?.(input, isOn)
    },
    touch: () => tell({ type: 'seen' }),
    agree: () => tell({ type: 'agreed' }),
    idle() {
      if (isIdle()) return Promise.resolve()
      const waiter = Promise.withResolvers<void>()
      waiters.push(waiter)
      return waiter.promise
    },
    on,
    next(event) {
      return new Promise((resolve) => {
        const stop = on(event, (...what) => {
          stop()
          resolve(what)
        })
      })
    },
  }
}
