import { usePass } from '@gatehouse/contract/device/link.ts'
import { passCode } from '@gatehouse/contract/features/visitor-passes.ts'
import type { PassageVerdict } from '@gatehouse/engine/passage/may-pass.ts'
import { evaluatePass, type PassReason } from '@gatehouse/engine/passage/pass.ts'
import type { z } from 'zod'
import type { Sighting } from '../recognition/sighting.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { doorStateOf } from '../door/door-state.ts'
import { plausibleNowMs } from '../lib/clock.ts'
import { makeId, sha256 } from '../lib/random.ts'
import { evaluatePerson, evaluateStranger, isOpenToAll, type Decision } from '../recognition/decide-passage.ts'
import type { Configuration, StoredPass, StoredPerson } from '../state/terminal-state.ts'
import type { SurroundingsAsker } from './ask-surroundings.ts'
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
  readonly sighting: Sighting
}

export type PassReader = {
  /** A person holds the code of a pass before the camera; null if nothing can be decided yet. */
  see(code: string, picture: Uint8Array): Promise<Sighting | null>
}

/** Decides about codes, one after the other. A code that stays before the camera is not used again. */
export function createPassReader(terminal: TerminalCore, surroundings: PassMoment['surroundings']): PassReader {
  let last: Seen | undefined
  return {
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
        const again = { ...last.sighting, sequence: null }
        terminal.emit('decided', again)
        return again
      }
      const useId = makeId()
      const decision = await decidePass({ terminal, surroundings, configuration, nowMs }, codeHash, useId)
      const recorded = await recordDecision(terminal, decision, { nowMs, picture, entryMode: 'qr-code', id: useId })
      const sighting = await actOn(terminal, decision, recorded, configuration.settings)
      last = { codeHash, atMs: nowMs, sighting }
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
async function decidePass(
  { terminal, surroundings, configuration, nowMs }: PassMoment,
  codeHash: string,
  useId: string,
): Promise<Decision> {
  const { people } = terminal.state
  const atMs = plausibleNowMs(terminal.clock)
  const found = people.findByCode(codeHash)
  const moment = { configuration, atMs, door: doorStateOf(terminal) }
  const unknown = evaluateStranger(moment)
  if (!found && unknown.verdict.abnormal !== 'stranger') return unknown
  if (!found) return refuseByServer(await askServer(terminal, codeHash, null))
  const { person, pass } = found
  const decision = evaluatePerson(person, {
    ...moment,
    people: terminal.people,
    find: (personId) => people.find(personId),
  })
  if (isOpenToAll(decision)) return decision
  const reason = evaluatePass({ ...pass, usedCount: people.usesOf(pass) }, atMs)
  if (reason.code !== 'pass-holds') return refuse(decision.person ?? person, reason, decision.others)
  const complete = await surroundings.complete(decision, nowMs)
  const { verdict } = complete
  const explained = { ...complete, verdict: { ...verdict, reasons: [reason, ...verdict.reasons] } }
  if (!verdict.opens) return explained
  const answer = await askServer(terminal, codeHash, useId)
  if (answer !== null && answer.outcome !== 'usable') {
    surroundings.takeBack(complete, nowMs)
    return refuseByServer(answer, found)
  }
  people.noteUse(pass)
  return explained
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
