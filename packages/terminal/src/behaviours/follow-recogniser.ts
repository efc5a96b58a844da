import { pullPeople, hashForm } from '@gatehouse/contract/device/link.ts'
import type { NamedRecogniser, RecogniserRefusal } from '@gatehouse/contract/device/recogniser.ts'
import { getRecogniser, getRecogniserFile, reportRecogniser } from '@gatehouse/contract/device/recogniser-link.ts'
import type { RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { isRefusedWith } from '../link/link-error.ts'
import { preparePerson } from '../recognition/prepare-person.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { StoredPerson } from '../state/terminal-state.ts'
import { sha256OfBytes } from '../lib/random.ts'

const pageSize = 200

/**
 * Changes over to another recogniser when the server names one: loads it beside the one in use, pulls everybody's templates of that model, and
 * only then changes, in one step. Until then it decides as before. One that this terminal cannot run is reported with the reason.
 */
export const followRecogniser: OwnBehaviour<'recogniser'> = {
  name: 'recogniser',
  start(terminal) {
    const task = terminal.tasks.add('recogniser', async (signal) => {
      // One that runs no other is not named any.
      if (!terminal.recognisers.own.others) return
      const told = await askFor(terminal, signal)
      if (!told || told.follow === 'stay') return
      const { own, current } = terminal.recognisers
      if ((told.recogniser?.modelId ?? own.modelId) === current.modelId) return
      const next = told.recogniser ? await take(terminal, told.recogniser, signal) : own
      if (typeof next === 'string') return report(terminal, told.recogniser?.modelId ?? null, next, signal)
      await report(terminal, told.recogniser?.modelId ?? null, null, signal)
      const templates = await pullTemplates(terminal, next, signal)
      terminal.recognisers.change(next, told.recogniser && specOf(told.recogniser), templates)
      await terminal.state.saved()
      terminal.log(`faces are compared with the recogniser ${next.modelId} from now on`)
      terminal.notify('recogniser-changed')
    })
    return {
      on: {
        'configuration-applied': () => task.runNow(),
      },
    }
  },
}

const specOf = ({ modelId, sha256, input, alignment, dimension, thresholds }: NamedRecogniser): RecogniserSpec => ({
  modelId,
  sha256,
  input,
  alignment,
  dimension,
  thresholds,
})

/** Null: this server is of an earlier release, which knows no other recognisers. */
async function askFor({ call }: TerminalCore, signal: AbortSignal) {
  try {
    return await call(getRecogniser, { signal })
  } catch (error) {
    if (isRefusedWith(error, 'request.not-found')) return null
    throw error
  }
}

/** The named recogniser, loaded; or why this terminal keeps the one that it has. */
async function take(
  { recognisers: { own }, fetchBytes, log }: TerminalCore,
  named: NamedRecogniser,
  signal: AbortSignal,
): Promise<Recogniser | RecogniserRefusal> {
  if (!own.others) return 'cannot-run'
  if (named.byteSize > own.others.maxBytes) return 'too-large'
  const spec = specOf(named)
  const kept = await own.others.reopen(spec).catch(() => null)
  if (kept) return kept
  const model = await fetchBytes(getRecogniserFile, { params: { modelId: named.modelId }, signal }).catch(
    (error: unknown) => {
      if (isRefusedWith(error, 'recogniser.not-here')) return null
      throw error
    },
  )
  if (!model) return 'fetch-failed'
  if ((await sha256OfBytes(model)) !== named.sha256) return 'hash-wrong'
  try {
    return await own.others.take(spec, model)
  } catch (error) {
    log(`the recogniser ${named.modelId} cannot be run here: ${String(error)}`)
    return 'cannot-run'
  }
}

const report = async (
  { call }: TerminalCore,
  modelId: string | null,
  reason: RecogniserRefusal | null,
  signal: AbortSignal,
): Promise<void> =>
  void (await call(reportRecogniser, { body: { modelId, state: reason ? 'refused' : 'following', reason }, signal }))

/** Everybody's templates of this model, beside the list that decides: pulled from the start, until no page is left. */
async function pullTemplates(
  terminal: TerminalCore,
  recogniser: Recogniser,
  signal: AbortSignal,
): Promise<Map<string, StoredPerson['embeddings']>> {
  const templates = new Map<string, StoredPerson['embeddings']>()
  const source = { recogniser, fetchBytes: terminal.fetchBytes }
  for (let cursor: string | undefined, hasMore = true; hasMore;) {
    const query = {
      limit: pageSize,
      hashes: hashForm,
      model: recogniser.modelId,
      ...(cursor !== undefined && { cursor }),
    }
    const page = await terminal.call(pullPeople, { query, signal })
    for (const wire of page.upserts) {
      const { person } = await preparePerson(wire, source, signal)
      templates.set(person.id, person.embeddings)
    }
    ;({ hasMore, cursor } = page)
  }
  return templates
}
