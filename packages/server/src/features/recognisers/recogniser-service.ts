import type { RecogniserStatus } from '@gatehouse/contract/features/service-config/recognisers.ts'
import { recogniserRefusals } from '@gatehouse/contract/device/recogniser.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { Ctx } from '../../ctx.ts'
import { manifestOf } from '../../face/recogniser-slot.ts'
import { selectRecognisers, selectRecogniserState } from '../../face/recogniser-store.ts'
import { type Follower, selectFollowers } from './device-recogniser-store.ts'
import { canFollow, isTold } from './recogniser-actions.ts'
import { readFailed, readProgress } from './recogniser-reads.ts'

const maxTerminals = 100
const maxFailed = 20

/** Which recogniser is in use, how a change goes on, and which terminals follow. */
export async function getStatus(ctx: Ctx): Promise<RecogniserStatus> {
  const state = await selectRecogniserState(ctx.db)
  const rows = await selectRecognisers(ctx.db)
  const names = new Map(rows.map((row) => [row.model_id, manifestOf(row).name]))
  const named = (modelId: string) => ({ modelId, name: names.get(modelId) ?? null })
  const inUse = state.in_use ?? faceModelId
  const wanted = state.wanted ?? faceModelId
  const current = await readProgress(ctx.db, inUse)
  const others = (await selectFollowers(ctx.db)).filter((one) => one.face_model_id !== inUse)
  const all = await selectFollowers(ctx.db)
  return {
    builtIn: faceModelId,
    inUse: { ...named(inUse), since: state.changed_at },
    putIn: rows.map((row) => ({
      ...named(row.model_id),
      byteSize: Number(row.byte_size),
      dimension: manifestOf(row).dimension,
      addedAt: row.added_at,
    })),
    change: state.is_changing
      ? {
          ...named(wanted),
          begunAt: state.begun_at ?? ctx.clock.now().toString(),
          ...(await readProgress(ctx.db, wanted)),
          failedPeople: await readFailed(ctx.db, wanted, maxFailed),
          problem: state.problem,
        }
      : null,
    lacking: current.people - current.done,
    lackingPeople: await readFailed(ctx.db, inUse, maxFailed),
    terminals: {
      follow: all.length - others.length,
      others: others.slice(0, maxTerminals).map((one) => ({
        id: one.id,
        name: one.name,
        recogniser: named(one.face_model_id ?? ''),
        state: followingOf(one, inUse, names),
        reason: recogniserRefusals.find((reason) => isTold(one, inUse) && reason === one.reason) ?? null,
      })),
    },
  }
}

type Following = RecogniserStatus['terminals']['others'][number]['state']

function followingOf(one: Follower, inUse: string, names: ReadonlyMap<string, string>): Following {
  const isOurs = one.face_model_id === faceModelId || names.has(one.face_model_id ?? '')
  if (!isOurs) return 'own'
  if (!canFollow(one)) return 'no-change'
  if (!isTold(one, inUse)) return 'waits'
  return one.state === 'refused' ? 'refused' : 'following'
}
