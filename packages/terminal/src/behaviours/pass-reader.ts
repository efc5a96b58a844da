import { usePass } from '@gatehouse/contract/device/link.ts'
import { passCode } from '@gatehouse/contract/features/visitor-passes.ts'
import type { PassageVerdict } from '@gatehouse/engine/passage/may-pass.ts'
import { evaluatePass, type PassReason } from '@gatehouse/engine/passage/pass.ts'
import { nextFactor } from '@gatehouse/engine/passage/verification.ts'
import type { z } from 'zod'
import type { Sighting } from '../recognition/sighting.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { doorStateOf } from '../door/door-state.ts'
import { plausibleNowMs } from '../lib/clock.ts'
import { makeId, sha256 } from '../lib/random.ts'
import { evaluatePerson, evaluateStranger, isOpenToAll, type Decision } from '../recognition/decide-passage.ts'
import type { Configuration, StoredPass, StoredPerson } from '../state/terminal-state.ts'
import type { SurroundingsAsker } from './ask-surroundings.ts'
import type { CredentialCollector } from './credential-collector.ts'
import type { Settled } from './factor-progress.ts'
import { actOn, recordDecision } from './record-decision.ts'

/** The time that a person at the door waits for the server's answer; then the terminal decides alone. */
const patienceMs = 1_500

/** The code of a pass in the picture; null if there is none, or none of ours. */
export async function findPassCode({ codeReader }: TerminalCore, picture: Uint8Array): Promise<string | null> {
  const texts = await codeReader.read(picture).catch(() => [])
  return texts.find((text) => passCode.safeParse(text).success) ?? null
}

type Seen = {
  readonly codeHash: string
  readonly atMs: number
  readonly decision: Decision
}

/** A pass that was shown where a face is wanted as well: its use is counted once both are there. */
type Shown = {
  readonly codeHash: string
  readonly personId: string
}

export type PassReader = {
  /** A person holds the code of a pass before the camera; null if nothing can be decided yet: their face may be missing. */
  see(code: string, picture: Uint8Array): Promise<Sighting | null>
  /**
   * Counts the use of the pass that was shown beside a face, for an opening; refuses one that cannot be used. The code counts as seen
   * at this moment: it may be held there still.
   */
  useBeside(decision: Decision, useId: string): Promise<Decision>
}

type Parts = {
  readonly surroundings: PassMoment['surroundings']
  readonly collector: Pick<CredentialCollector, 'addPass'>
}

/** Decides about codes, one after the other. A code that stays before the camera is not used again. */
export function createPassReader(terminal: TerminalCore, { surroundings, collector }: Parts): PassReader {
  let last: Seen | undefined
  let shown: Shown | undefined

  /** A pass beside a face: what the collector says of both; a pass that opens nothing is refused at once. */
  async function settle(moment: PassMoment, codeHash: string, useId: string): Promise<Settled | null> {
    if (nextFactor(moment.configuration.settings.verificationMode, ['qr-code']) !== 'face')
      return { decision: await decidePass(moment, codeHash, useId), entryMode: 'qr-code' }
    const own = await evaluateHere(moment, codeHash)
    const { decision } = own
    if (!own.pass || isOpenToAll(decision)) return { decision, entryMode: 'qr-code' }
    shown = { codeHash, personId: own.person.id }
    const settled = collector.addPass(decision)
    if (settled?.entryMode !== 'face-and-qr-code') return settled
    const complete = await surroundings.complete(settled.decision, moment.nowMs)
    return { ...settled, decision: await useBeside(complete, useId) }
  }

  async function useBeside(decision: Decision, useId: string): Promise<Decision> {
    const { configuration, people } = terminal.state
    if (!decision.verdict.opens || !configuration || isOpenToAll(decision)) return decision
    const nowMs = terminal.clock.nowMs()
    const found = shown && people.findByCode(shown.codeHash)
    if (!shown || !found || !decision.shownIds.includes(shown.personId))
      return refuseClaimed({ surroundings, nowMs }, decision, refuse(decision.person, { code: 'pass-unknown' }))
    const counted = await countUse(
      { terminal, surroundings, configuration, nowMs },
      { ...shown, ...found, decision, useId },
    )
    last = { codeHash: shown.codeHash, atMs: nowMs, decision: counted }
    return counted
  }

  return {
    useBeside,
    async see(code, picture) {
      const { configuration } = terminal.state
      if (!configuration) {
        terminal.emit('undecided', 'nothing can be decided before the first settings have come')
        return null
      }
      terminal.notify('person-seen')
      const codeHash = await sha256(code)
      const nowMs = terminal.clock.nowMs()
      const age = last?.codeHash === codeHash ? nowMs - last.atMs : Number.POSITIVE_INFINITY
      if (last && age >= 0 && age < configuration.settings.repeatSeconds * 1000) {
        const again = { ...last.decision, sequence: null, opened: last.decision.verdict.opens }
        terminal.emit('decided', again)
        return again
      }
      const useId = makeId()
      const settled = await settle({ terminal, surroundings, configuration, nowMs }, codeHash, useId)
      if (!settled) return null
      const { decision, entryMode } = settled
      const recorded = await recordDecision(terminal, decision, { nowMs, picture, entryMode, id: useId })
      const sighting = await actOn(terminal, decision, recorded, configuration.settings)
      last = { codeHash, atMs: nowMs, decision }
      return sighting
    },
  }
}

type PassMoment = {
  readonly terminal: TerminalCore
  readonly surroundings: Pick<SurroundingsAsker, 'complete' | 'takeBack'>
  readonly configuration: Configuration
  readonly nowMs: number
}

/**
 * A pass opens the door if it is valid, and its person may pass here and now. The terminal checks its own data first;
 * only for an opening it asks the server to count the use, so that N uses are N at all doors. If the server does not
 * answer, the terminal's own data decides.
 */
async function decidePass(moment: PassMoment, codeHash: string, useId: string): Promise<Decision> {
  const own = await evaluateHere(moment, codeHash)
  if (!own.pass) return own.decision
  const decision = await moment.surroundings.complete(own.decision, moment.nowMs)
  return countUse(moment, { ...own, codeHash, decision, useId })
}

type Usable = { readonly decision: Decision; readonly person: StoredPerson; readonly pass: StoredPass }

/** The decision by this terminal's own data; with the pass if it is valid, else refused or open to all. */
async function evaluateHere(
  { terminal, configuration }: PassMoment,
  codeHash: string,
): Promise<Usable | { readonly decision: Decision; readonly pass: null }> {
  const { people } = terminal.state
  const atMs = plausibleNowMs(terminal.clock)
  const found = people.findByCode(codeHash)
  const moment = { configuration, atMs, door: doorStateOf(terminal) }
  const unknown = evaluateStranger(moment)
  if (!found && unknown.verdict.abnormal !== 'stranger') return { decision: unknown, pass: null }
  if (!found) return { decision: refuseByServer(await askServer(terminal, codeHash, null)), pass: null }
  const { person, pass } = found
  const decision = evaluatePerson(person, {
    ...moment,
    people: terminal.people,
    find: (personId) => people.find(personId),
  })
  if (isOpenToAll(decision)) return { decision, pass: null }
  const reason = reasonOf(terminal, pass)
  if (reason.code !== 'pass-holds')
    return { decision: refuse(decision.person ?? person, reason, decision.others), pass: null }
  return { decision, person, pass }
}

const reasonOf = ({ state, clock }: TerminalCore, pass: StoredPass): ReturnType<typeof evaluatePass> =>
  evaluatePass({ ...pass, usedCount: state.people.usesOf(pass) }, plausibleNowMs(clock))

async function countUse(
  { terminal, surroundings, nowMs }: PassMoment,
  { decision, person, pass, codeHash, useId }: Usable & { readonly codeHash: string; readonly useId: string },
): Promise<Decision> {
  const { verdict } = decision
  const reason = reasonOf(terminal, pass)
  if (reason.code !== 'pass-holds')
    return refuseClaimed({ surroundings, nowMs }, decision, refuse(decision.person ?? person, reason, decision.others))
  const explained = { ...decision, verdict: { ...verdict, reasons: [reason, ...verdict.reasons] } }
  if (!verdict.opens) return explained
  const answer = await askServer(terminal, codeHash, useId)
  if (answer !== null && answer.outcome !== 'usable')
    return refuseClaimed({ surroundings, nowMs }, decision, refuseByServer(answer, { person, pass }))
  terminal.state.people.noteUse(pass)
  return explained
}

/** The refusal of a pass for which the door would have opened: its person takes no place inside. */
function refuseClaimed(
  { surroundings, nowMs }: Pick<PassMoment, 'surroundings' | 'nowMs'>,
  decision: Decision,
  refusal: Decision,
): Decision {
  if (decision.verdict.opens) surroundings.takeBack(decision, nowMs)
  return refusal
}

type Answer = z.output<(typeof usePass)['response']>

async function askServer(terminal: TerminalCore, codeHash: string, useId: string | null): Promise<Answer | null> {
  try {
    return await terminal.call(usePass, { body: { codeHash, useId }, signal: AbortSignal.timeout(patienceMs) })
  } catch {
    return null
  }
}

const reasonCodes = {
  unknown: 'pass-unknown',
  elsewhere: 'pass-elsewhere',
  revoked: 'pass-revoked',
  'not-started': 'pass-not-started',
  over: 'pass-over',
  'used-up': 'pass-used-up',
  // The server knows a pass that this terminal does not know yet: the list of people is on its way.
  usable: 'pass-unknown',
} as const satisfies Record<Answer['outcome'], PassReason['code']>

/**
 * Refused for the server's reason. If the server could not be asked, a code that is unknown here is refused as unknown.
 */
function refuseByServer(answer: Answer | null, found?: { person: StoredPerson; pass: StoredPass }): Decision {
  const code = reasonCodes[answer?.outcome ?? 'unknown']
  const passId = answer?.passId ?? found?.pass.id
  const named = answer?.person && { ...nobody, ...answer.person }
  const person =
    answer?.outcome === 'unknown' || answer?.outcome === 'elsewhere' ? null : (found?.person ?? named ?? null)
  return refuse(person, passId === undefined ? { code } : { code, passId })
}

/** A visitor whom only the server still knows. */
const nobody = {
  kind: 'visitor',
  prompt: null,
  groupIds: [],
  validFromMs: null,
  validToMs: null,
  suspensions: [],
  leftMs: null,
  embeddings: [],
  passes: [],
  cardHash: null,
  pin: null,
} as const

function refuse(
  person: StoredPerson | null,
  reason: PassageVerdict['reasons'][number],
  others: Decision['others'] = [],
): Decision {
  const recordedAs = person?.kind ?? 'stranger'
  return {
    verdict: { opens: false, recordedAs, abnormal: 'invalid-qr-code', reasons: [reason], alarms: [], assumed: [] },
    person,
    others,
    shownIds: [],
    cosine: null,
    liveness: null,
  }
}
