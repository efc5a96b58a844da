import { getPackageFile, pullUpgrades, reportUpgrade } from '@gatehouse/contract/device/link.ts'
import type { PackageOffer } from '@gatehouse/contract/device/packages.ts'
import { compareVersions } from '@gatehouse/engine/upgrade/compare-versions.ts'
import type { UpgradeFailure } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { OwnBehaviour, TerminalCore, Upgrades } from '../core/behaviour.ts'
import type { UpgradeProgress } from '../core/events.ts'
import { isRefusedWith, LinkError } from '../link/link-error.ts'
import type { UpgradeNote } from '../upgrades/package-store.ts'
import { faultOfSignature } from '../upgrades/verify-signature.ts'
import { whenToInstall } from '../upgrades/when-to-install.ts'

/** A terminal is idle when nobody has stood there for this long. */
const quietMs = 5_000
/** The hundredths of a download that are reported as one step. */
const stepPercent = 10
/** The maximum delay of a timer. */
const maxMs = 2_000_000_000

/** The upgrade failed, for a reason that is reported to the server. */
class Failure extends Error {
  readonly reason: UpgradeFailure
  constructor(reason: UpgradeFailure) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Fetches the package that is assigned to this terminal, continuing an interrupted download, installs it when its
 * strategy says so, and returns to the previous version when the new one does not start.
 */
export const installUpgrades: OwnBehaviour<'upgrades'> = {
  name: 'upgrades',
  start(terminal) {
    const { upgrades, clock } = terminal
    if (!upgrades) return
    settleLastStart(upgrades)
    let seenAtMs = 0
    let cancel: (() => void) | undefined
    const task = terminal.tasks.add('upgrades', async (signal) => {
      cancel?.()
      const waitMs = await goOn(terminal, upgrades, signal, () => clock.nowMs() - seenAtMs >= quietMs)
      if (waitMs !== null && !signal.aborted) cancel = clock.after(Math.min(waitMs, maxMs), () => task.runNow())
    })
    return {
      on: {
        'person-seen': () => void (seenAtMs = clock.nowMs()),
        hint(what) {
          if (what === 'upgrades') task.runNow()
        },
        // During an upgrade it polls: no hint tells that the upgrade was withdrawn.
        poll() {
          if (upgrades.store.note) task.schedule()
        },
        'session-opened': (_session, isFirst) => {
          if (isFirst && upgrades.store.note) task.runNow()
        },
        'upgrade-agreed': () => {
          if (!upgrades.store.note) return
          upgrades.store.note = { ...upgrades.store.note, isAgreed: true }
          task.runNow()
        },
      },
      stop: () => cancel?.(),
      die: () => cancel?.(),
    }
  },
}

/** Finds what the last run left: an interrupted installation, or a new version that runs. */
function settleLastStart({ store, installer }: Upgrades): void {
  const { note } = store
  if (!note) return
  if (note.phase === 'installing') {
    store.installed = note.before
    store.note = { ...note, phase: 'over', outcome: { state: 'rolled-back', reason: 'install-interrupted' } }
  } else if (note.phase === 'switched') {
    const isUp = installer.comesUp(note.offer)
    if (!isUp) store.installed = note.before
    const outcome = isUp
      ? ({ state: 'done', reason: null } as const)
      : ({ state: 'rolled-back', reason: 'did-not-start' } as const)
    store.note = { ...note, phase: 'over', outcome }
  }
}

/**
 * Takes the next step of the upgrade. Gives after how many milliseconds it has to be called again; null: when a message
 * arrives.
 */
async function goOn(
  terminal: TerminalCore,
  upgrades: Upgrades,
  signal: AbortSignal,
  isQuiet: () => boolean,
): Promise<number | null> {
  // The installed version starts in a moment: callers from now on ask for work that is done.
  if (upgrades.store.note?.phase === 'switched') return null
  await reportOutcome(terminal, upgrades, signal)
  const note = await chooseUpgrade(terminal, upgrades, signal)
  if (!note) return null
  try {
    return await workOn(terminal, upgrades, note, signal, isQuiet)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    upgrades.store.file.clear()
    upgrades.store.note = { ...note, phase: 'over', outcome: { state: 'failed', reason: error.reason } }
    await reportOutcome(terminal, upgrades, signal)
    return null
  }
}

async function reportOutcome(terminal: TerminalCore, { store }: Upgrades, signal: AbortSignal): Promise<void> {
  const { note } = store
  if (!note?.outcome) return
  const { state, reason } = note.outcome
  await report(terminal, note.offer, { state, reason }, signal)
  store.clear()
  terminal.emit('upgrading', state, note.offer.version, reason)
}

async function report(
  terminal: TerminalCore,
  { id, attempt }: PackageOffer,
  body: { state: UpgradeProgress; percent?: number; reason?: UpgradeFailure | null },
  signal: AbortSignal,
): Promise<void> {
  try {
    await terminal.call(reportUpgrade, { params: { id }, body: { attempt, ...body }, signal })
  } catch (error) {
    // It was deleted meanwhile: nobody needs the report.
    if (!isRefusedWith(error, 'package.not-found')) throw error
  }
}

/** The upgrade that the server assigns to this terminal now, with its local progress. */
async function chooseUpgrade(
  terminal: TerminalCore,
  { store }: Upgrades,
  signal: AbortSignal,
): Promise<UpgradeNote | null> {
  const { offers, held } = await pull(terminal, signal)
  const { note } = store
  if (note && held.includes(note.offer.id)) return null
  const offer = offers.find(({ id }) => id === note?.offer.id) ?? offers[0]
  const isSameFile = note !== null && offer?.sha256 === note.offer.sha256
  if (!isSameFile) store.clear()
  if (!offer) return null
  const isGoingOn = isSameFile && note.offer.id === offer.id && note.offer.attempt === offer.attempt
  store.note = isGoingOn
    ? { ...note, offer }
    : {
        offer,
        phase: 'download',
        isAgreed: false,
        before: store.installed,
        outcome: null,
        startAtMs: terminal.clock.nowMs() + Math.random() * offer.spreadSeconds * 1000,
      }
  return store.note
}

/** A server of an earlier release has no upgrades. */
async function pull(terminal: TerminalCore, signal: AbortSignal) {
  try {
    return await terminal.call(pullUpgrades, { signal })
  } catch (error) {
    if (isRefusedWith(error, 'request.not-found')) return { offers: [], held: [] }
    throw error
  }
}

async function workOn(
  terminal: TerminalCore,
  upgrades: Upgrades,
  note: UpgradeNote,
  signal: AbortSignal,
  isQuiet: () => boolean,
): Promise<number | null> {
  const { store } = upgrades
  const { offer } = note
  if (note.phase === 'download') {
    refuseUnsuitable(terminal, offer)
    const fault = await faultOfSignature(offer, upgrades.trustedKeys)
    if (fault) throw new Failure(fault)
    const leftMs = note.startAtMs - terminal.clock.nowMs()
    if (leftMs > 0) return leftMs
    await fetchPackage(terminal, upgrades, offer, signal)
    const { md5, sha256 } = await store.file.digest()
    if (sha256 !== offer.sha256 || md5 !== offer.md5) throw new Failure('hash-wrong')
    store.note = { ...note, phase: 'verified' }
    await report(terminal, offer, { state: 'verified' }, signal)
    terminal.emit('upgrading', 'verified', offer.version, null)
  }
  const time = whenToInstall(offer, {
    nowMs: terminal.serverClock.nowMs(),
    timeZone: terminal.state.configuration?.settings.timeZone ?? 'UTC',
    isAgreed: note.isAgreed || upgrades.agrees,
    isIdle: !terminal.door.isOpen && isQuiet(),
  })
  if (time === 'ask') terminal.emit('consent-requested', offer.title, offer.version)
  if (time !== 'now') return time === 'ask' ? null : time
  await install(terminal, upgrades, { ...note, phase: 'installing' }, signal)
  return null
}

function refuseUnsuitable({ versions }: TerminalCore, offer: PackageOffer): void {
  const isFirmware = offer.kind === 'firmware'
  if (offer.name !== (isFirmware ? versions.model : versions.packageName)) throw new Failure('not-for-this')
  const running = isFirmware ? versions.firmwareVersion : versions.appVersion
  if (offer.baseVersion !== null && compareVersions(offer.baseVersion, running) !== 0) throw new Failure('not-for-this')
  const direction =
    !isFirmware && offer.versionCode !== null && versions.appVersionCode !== null
      ? offer.versionCode - versions.appVersionCode
      : compareVersions(offer.version, running)
  if (direction < 0 && !offer.allowsDowngrade) throw new Failure('downgrade')
}

/** Fetches the missing part of the file, and reports the progress from time to time. */
async function fetchPackage(
  terminal: TerminalCore,
  { store: { file }, installer }: Upgrades,
  offer: PackageOffer,
  signal: AbortSignal,
): Promise<void> {
  if (file.size > offer.size) file.clear()
  let reportedPercent = -1
  let reporting: Promise<void> | undefined
  const reportProgress = () => {
    const percent = Math.floor((file.size * 100) / offer.size)
    if (reporting || percent < reportedPercent + stepPercent) return
    reportedPercent = percent
    terminal.emit('upgrading', 'downloading', offer.version, null)
    // A report beside the download; its failure does not interrupt it.
    reporting = report(terminal, offer, { state: 'downloading', percent: Math.min(percent, 99) }, signal)
      .catch(() => undefined)
      .finally(() => (reporting = undefined))
  }
  let failure: Failure | undefined
  let isFirst = true
  reportProgress()
  try {
    if (file.size === offer.size) return
    await terminal.download(
      getPackageFile,
      { params: { id: offer.id }, signal },
      {
        from: file.size,
        tag: offer.sha256,
        onData(bytes, status) {
          // The whole file comes although a part was asked for: the local part is of another file.
          if (isFirst && status === 200) file.clear()
          isFirst = false
          try {
            installer.keep(bytes)
          } catch {
            failure = new Failure('disk-full')
            throw failure
          }
          reportProgress()
        },
      },
    )
  } catch (error) {
    if (failure) throw failure
    if (isRefusedWith(error, 'package.range-wrong')) file.clear()
    throw error
  } finally {
    await reporting
  }
  if (file.size < offer.size) throw new LinkError('unreachable', 'the download ended early')
}

async function install(
  terminal: TerminalCore,
  { store, installer }: Upgrades,
  note: UpgradeNote,
  signal: AbortSignal,
): Promise<void> {
  const { offer } = note
  // A failed report changes nothing.
  await report(terminal, offer, { state: 'installing' }, signal).catch(() => undefined)
  if (signal.aborted) return
  // A power cut from here on is an interrupted installation.
  store.note = note
  terminal.emit('upgrading', 'installing', offer.version, null)
  try {
    installer.install(offer)
  } catch {
    throw new Failure('install-failed')
  }
  if (signal.aborted) return
  store.note = { ...note, phase: 'switched' }
  terminal.restart()
}
