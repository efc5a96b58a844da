import { getDevicePortrait, type DevicePerson } from '@gatehouse/contract/device/link.ts'
import { packFace } from '@gatehouse/face/core/packed-face.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { epochMsOf } from '../lib/clock.ts'
import { isRefusedWith } from '../link/link-error.ts'
import type { PersonFailure, StoredPerson } from '../state/terminal-state.ts'
import { keptPin } from './credential-keys.ts'
import { decodeEmbedding } from './decode-embedding.ts'

type Prepared = { person: StoredPerson; failure: PersonFailure | null }
type Source = Pick<TerminalCore, 'recogniser' | 'fetchBytes'>

/**
 * A person as they are stored: with the server's embeddings if they are of this terminal's model, else with one made
 * here from the portrait. A person who cannot be recognised is stored too, without a face. Throws LinkError if the
 * server cannot be asked.
 */
export async function preparePerson(wire: DevicePerson, source: Source, signal: AbortSignal): Promise<Prepared> {
  const isOurModel = wire.modelId === source.recogniser.modelId
  const given = isOurModel ? wire.embeddings.map(decodeEmbedding).filter((embedding) => embedding !== null) : []
  const found = given.length > 0 ? { embeddings: given, failure: null } : await embedPortrait(wire, source, signal)
  const { id, kind, name, prompt, groupIds, validFromAt, validToAt } = wire
  return {
    person: {
      id,
      kind,
      name,
      prompt,
      groupIds,
      cardHash: wire.cardKey ?? wire.cardHash,
      pin: keptPin(wire),
      validFromMs: validFromAt === null ? null : epochMsOf(validFromAt),
      validToMs: validToAt === null ? null : epochMsOf(validToAt),
      suspensions: wire.suspensions.map(({ fromAt, toAt }) => ({
        fromMs: epochMsOf(fromAt),
        toMs: toAt === null ? null : epochMsOf(toAt),
      })),
      leftMs: wire.leftAt === null ? null : epochMsOf(wire.leftAt),
      embeddings: found.embeddings.map(packFace),
      ...(wire.twinIds && { twinIds: wire.twinIds }),
      passes: wire.passes.map(({ validFromAt, validToAt, ...pass }) => ({
        ...pass,
        validFromMs: epochMsOf(validFromAt),
        validToMs: epochMsOf(validToAt),
      })),
    },
    failure: found.failure,
  }
}

type Embedded = { embeddings: Float32Array[]; failure: PersonFailure | null }
const failed = (failure: PersonFailure): Embedded => ({ embeddings: [], failure })

async function embedPortrait(wire: DevicePerson, source: Source, signal: AbortSignal): Promise<Embedded> {
  if (wire.portraitId === null) return failed(wire.embeddings.length > 0 ? 'model-mismatch' : 'portrait-missing')
  const portrait = await source
    .fetchBytes(getDevicePortrait, { params: { id: wire.portraitId }, signal })
    .catch((error: unknown) => {
      if (isRefusedWith(error, 'image.not-found')) return null
      throw error
    })
  if (!portrait) return failed('portrait-missing')
  try {
    const face = await source.recogniser.look(portrait, { checksLiveness: false })
    return face ? { embeddings: [face.embedding], failure: null } : failed('no-face')
  } catch {
    return failed('portrait-unreadable')
  }
}
