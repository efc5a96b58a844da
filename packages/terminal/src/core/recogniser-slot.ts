import { noteRecogniser, type RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { PeopleIndex } from '../recognition/people-index.ts'
import type { StoredPerson, TerminalState } from '../state/terminal-state.ts'

/** The recogniser that a terminal compares with: its own, or another one that the server has named (ADR 0078). */
export type RecogniserSlot = {
  readonly current: Recogniser
  /** The one that came with the program. */
  readonly own: Recogniser
  /** At the start, before anybody is decided about: takes up the one that was in use. */
  open(): Promise<void>
  /** Changes over in one step, with everybody's templates of that model; null: back to the own one. */
  change(
    next: Recogniser,
    spec: RecogniserSpec | null,
    templates: ReadonlyMap<string, StoredPerson['embeddings']>,
  ): void
}

type Parts = {
  readonly state: TerminalState
  readonly people: PeopleIndex
  readonly log: (line: string) => void
}

export function createRecogniserSlot(own: Recogniser, { state, people, log }: Parts): RecogniserSlot {
  let current = own

  /** Everybody stays; people without a template of this model wait for the list, which is pulled again. */
  function storeTemplates(templates: ReadonlyMap<string, StoredPerson['embeddings']>): void {
    const { cursor, hashing } = state.people
    // The cursor goes first: whatever a power cut leaves of this, the whole list is pulled again.
    state.people.startOver()
    state.people.apply({
      begins: false,
      ends: false,
      upserts: [...state.people.all()].map((person) => ({
        person: { ...person, embeddings: templates.get(person.id) ?? [] },
        failure: null,
      })),
      removals: [],
      cursor: cursor ?? '',
      hashing,
      capacity: Number.POSITIVE_INFINITY,
    })
    state.people.startOver()
    people.reset()
  }

  return {
    get current() {
      return current
    },
    own,
    async open() {
      const spec = state.recogniser
      if (!spec || current !== own) return
      const kept = await own.others?.reopen(spec).catch((error: unknown) => {
        log(`the recogniser ${spec.modelId} cannot be loaded: ${String(error)}`)
        return null
      })
      if (kept) {
        noteRecogniser(spec)
        current = kept
        return
      }
      // Without its file the templates here are of no use: they are pulled again for the own one.
      state.recogniser = null
      storeTemplates(new Map())
    },
    change(next, spec, templates) {
      if (spec) noteRecogniser(spec)
      storeTemplates(templates)
      state.recogniser = spec
      current = next
    },
  }
}
