import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { countFaces } from './face-template-reads.ts'
import { createFacesInMemory, type FaceQuestions } from './faces-in-memory.ts'
import { type GalleryThread, startGalleryThread } from './gallery-thread.ts'

/**
 * Everybody's face in memory, for asking whether a face is registered already. Filled from the database by `rebuild`, at the start and
 * after a broken connection; kept up by the hint that names a changed person. While it is rebuilt, everybody is found as before. Many
 * faces are read and searched by a thread of their own: the start does not wait for them, questions do.
 */
export type FaceGallery = {
  /** @throws AppError server.busy while the faces are read for the first time */
  [K in keyof FaceQuestions]: (...given: Parameters<FaceQuestions[K]>) => Promise<ReturnType<FaceQuestions[K]>>
} & {
  refreshPerson(personId: string): Promise<void>
  rebuild(): Promise<void>
  close(): Promise<void>
}

type Needs = {
  db: Db
  databaseUrl: string
  keys: Pick<InstallKeys, 'embedding'>
  log: Record<'info' | 'error', (facts: object, text: string) => void>
}

/** A search of this many takes half a millisecond; more are worth the start of a thread. */
const maxHere = 20_000
/** A question waits this long for faces that are being read. */
const patienceMs = 5_000
/** Progress is logged after as many people. */
const peoplePerLine = 100_000

type Started = { readonly it: GalleryThread; readonly filled: Promise<void>; isFilled: boolean }

/** Empty, until `rebuild`. */
export function createFaceGallery({ db, databaseUrl, keys, log }: Needs, max = maxHere): FaceGallery {
  let here = createFacesInMemory({ db, keys })
  /** Everybody is here. */
  let isHere = false
  let isThreadNeeded = false
  let thread: Started | undefined

  function start(): Started {
    isThreadNeeded = true
    let logged = 0
    const it = startGalleryThread(databaseUrl, keys, (people) => {
      if (people < logged + peoplePerLine) return
      logged = people
      log.info({ people }, 'faces are read into memory')
    })
    const filled = it.call('rebuild').then(
      () => {
        started.isFilled = true
        isHere = false
        here = createFacesInMemory({ db, keys })
        log.info({}, 'all faces are in memory')
      },
      async (error: unknown) => {
        if (thread === started) thread = undefined
        await it.close()
        throw error
      },
    )
    filled.catch((error: unknown) => log.error({ err: error }, 'faces could not be read into memory'))
    const started: Started = { it, filled, isFilled: false }
    thread = started
    return started
  }

  async function readAgain(): Promise<void> {
    if (thread?.it.isAlive) return thread.it.call('rebuild')
    if (!isThreadNeeded && (await countFaces(db, max)) < max) {
      await here.rebuild()
      isHere = true
      return
    }
    const { filled } = start()
    if (isHere) await filled // who asks is answered from here meanwhile
  }

  let last = Promise.resolve()
  let next: Promise<void> | undefined
  /** One after the other: two at once would each start a thread. Those who ask while one waits for its turn are served by the same one. */
  const rebuild = (): Promise<void> =>
    (next ??= last = last
      .catch(() => {})
      .then(() => {
        next = undefined
        return readAgain()
      }))

  /** The thread to ask; undefined: here. A thread that ended is started again, and questions wait for it. */
  async function threadToAsk(): Promise<GalleryThread | undefined> {
    if (isHere || !isThreadNeeded) return undefined
    const { it, filled, isFilled } = thread?.it.isAlive ? thread : start()
    if (isFilled) return it
    const patience = new AbortController()
    const late = wait(patienceMs, false, { signal: patience.signal, ref: false }).catch(() => false)
    const isReady = await Promise.race([
      filled.then(
        () => true,
        () => false,
      ),
      late,
    ])
    patience.abort()
    if (!isReady) throw new AppError('server.busy')
    return it
  }

  const ask = <K extends keyof FaceQuestions>(name: K): FaceGallery[K] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name, arguments and answer belong together
    (async (...given: Parameters<FaceQuestions[K]>) => {
      const there = await threadToAsk()
      if (there) return there.call(name, ...given)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
      return (here[name] as (...given: unknown[]) => unknown)(...given)
    }) as FaceGallery[K]

  return {
    search: ask('search'),
    countPeople: ask('countPeople'),
    entriesOf: ask('entriesOf'),
    alikeOf: ask('alikeOf'),
    compare: ask('compare'),
    comparePeople: ask('comparePeople'),
    async refreshPerson(personId) {
      if (thread?.it.isAlive) await thread.it.call('refreshPerson', personId)
      if (isHere || !isThreadNeeded) await here.refreshPerson(personId)
    },
    rebuild,
    close: async () => thread?.it.close(),
  }
}
