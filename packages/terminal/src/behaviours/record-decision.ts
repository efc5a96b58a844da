import { shrinkCapture } from '#platform'
import type { DeviceSettings, WireRecord } from '@gatehouse/contract/device/link.ts'
import { maxCandidates } from '@gatehouse/contract/device/passage-words.ts'
import type { Reason } from '@gatehouse/engine/passage/may-pass.ts'
import type { Sighting } from '../recognition/sighting.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { instantOf, plausibleNowMs } from '../lib/clock.ts'
import { noteEntry } from '../door/first-person.ts'
import { outputsOf } from '../door/released-floors.ts'
import { makeId } from '../lib/random.ts'
import type { Decision } from '../recognition/decide-passage.ts'
import { promptText } from '../recognition/prompt-text.ts'
import { wireReasons } from '../recognition/wire-reasons.ts'

type Moment = {
  readonly nowMs: number
  /** Null without a camera. */
  readonly picture: Uint8Array | null
  readonly entryMode: WireRecord['entryMode']
  /** The position of the face on the picture, null for nowhere; without it, the largest face counts. */
  readonly place?: WireRecord['faceBox'] | undefined
  /** The record's id, if it was announced before. */
  readonly id?: string
}

export type Recorded = { readonly sequence: number; readonly id: string }

/**
 * Stores a decision and its alarms on the disk, before the door moves; gives the record, null if it could not be
 * stored.
 */
export async function recordDecision(
  terminal: TerminalCore,
  decision: Decision,
  { nowMs, picture, entryMode, place, id = makeId() }: Moment,
): Promise<Recorded | null> {
  const { verdict, person, others, cosine, liveness } = decision
  const capture = picture && (await shrinkCapture(picture))
  const faceBox = picture && place === undefined ? await findPlace(terminal, picture) : (place ?? null)
  try {
    const sequence = terminal.state.records.append(
      {
        id,
        kind: verdict.recordedAs,
        personId: person?.id ?? null,
        recognisedAt: instantOf(nowMs),
        entryMode,
        cosine: wireCosine(cosine),
        liveness,
        opened: verdict.opens,
        abnormal: verdict.abnormal,
        reasons: wireReasons(verdict.reasons),
        faceBox,
        candidates: others
          .slice(0, maxCandidates)
          .map((other) => ({ personId: other.person.id, cosine: wireCosine(other.cosine) })),
      },
      capture,
    )
    noteAlarms(terminal, decision, capture)
    await terminal.state.saved()
    terminal.notify('record-added')
    return { sequence, id }
  } catch (error) {
    // A full disk must not lock people in or out: the decision stands, its record is lost, and an event reports it.
    terminal.log(`a record was LOST, it could not be stored: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

function noteAlarms(terminal: TerminalCore, { verdict, person }: Decision, image: Uint8Array | null): void {
  for (const type of verdict.alarms) {
    const description = type === 'occupancy-limit' ? (verdict.reasons.flatMap(sayOccupancy)[0] ?? null) : null
    terminal.alarms.note(type, { personId: person?.id ?? null, description, image })
  }
}

const sayOccupancy = (reason: Reason): string[] =>
  reason.code === 'occupancy-reached' && 'max' in reason ? [`${reason.occupancy} / ${reason.max}`] : []

/** The product of two vectors of length one may be slightly above one. */
const wireCosine = (cosine: number | null) => cosine && Math.max(-1, Math.min(1, cosine))

/** A record without a frame is worth more than none. */
const findPlace = async ({ recogniser }: TerminalCore, picture: Uint8Array): Promise<WireRecord['faceBox']> =>
  recogniser.place?.(picture).catch(() => null) ?? null

async function openDoor(
  terminal: TerminalCore,
  { person, verdict }: Decision,
  seconds: number,
  recordId: string | null,
) {
  try {
    await terminal.door.open(person?.name ?? 'somebody', seconds, outputsOf(verdict, terminal.state))
    if (recordId !== null) terminal.notify('person-admitted', recordId, seconds)
  } catch (error) {
    terminal.log(`the door did not open: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Carries out a recorded decision: the door, and the prompt on the screen. `recorded` is null where nothing new was recorded. */
export async function actOn(
  terminal: TerminalCore,
  decision: Decision,
  recorded: Recorded | null,
  settings: DeviceSettings,
  recordId: string | null = recorded?.id ?? null,
): Promise<Sighting> {
  terminal.recentPeople.note(decision, terminal.clock.nowMs())
  noteEntry(terminal.state, decision, plausibleNowMs(terminal.clock))
  if (decision.verdict.opens) await openDoor(terminal, decision, settings.doorOpenSeconds, recordId)
  const sighting = { ...decision, sequence: recorded?.sequence ?? null, opened: decision.verdict.opens }
  terminal.emit('decided', sighting)
  const prompt = promptText(decision, settings)
  if (prompt !== '') terminal.emit('prompted', prompt, settings.voiceBroadcast)
  return sighting
}
