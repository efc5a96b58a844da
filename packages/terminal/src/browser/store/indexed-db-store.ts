import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** The value of a key: any JSON, and bytes beside it. */
export type Kept = {
  readonly json: unknown
  readonly bytes?: Uint8Array | null
}

export type StoreName = 'note' | 'person' | 'record' | 'alarm' | 'door_event' | 'command'
export type Key = string | number

/** Writes a value under a key, or deletes it with null. */
export type Change = readonly [store: StoreName, key: Key, kept: Kept | null]

/**
 * The disk of a terminal in a browser: IndexedDB, each value sealed by AES-GCM with a key that the browser made, keeps
 * beside it and gives to nobody, not even to this page. A thief who copies the files of the profile gets ciphertext;
 * only scripts of this very page on this very device can read.
 */
export type IndexedDbStore = {
  /** The browser accepts no more: the newest record is there without its picture, or not at all. */
  readonly isFull: boolean
  keys(store: StoreName): Promise<Key[]>
  /** Undefined if there is no value, or none that can still be opened. */
  read(store: StoreName, key: Key): Promise<Kept | undefined>
  /** In this order, in one transaction. */
  readMany(store: StoreName, keys: readonly Key[]): Promise<(Kept | undefined)[]>
  readAll(store: StoreName): Promise<[Key, Kept][]>
  /**
   * Runs after all earlier requests; as a whole or not at all. Values that must be read first are read in the function.
   */
  change(changes: readonly Change[] | (() => Promise<readonly Change[]>)): void
  /** Deletes everything in these stores, beyond recovery: a new key replaces the old one. */
  empty(): void
  /** Resolves once all changes so far are on the disk; rejects if one that was under way failed. */
  saved(): Promise<void>
  /** Resolves once all changes so far are on the disk or have failed. */
  settled(): Promise<void>
  close(): void
}

const firstStores = ['note', 'person', 'record', 'alarm', 'command'] as const
const stores = [...firstStores, 'door_event'] as const
const queues: readonly StoreName[] = ['record', 'alarm', 'door_event']
const keyName = 'sealing'

type Sealed = {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}
type Shelf = { key: Key; value: Sealed }
type Shelves = DBSchema & {
  key: { key: string; value: CryptoKey }
  note: Shelf
  person: Shelf
  record: Shelf
  alarm: Shelf
  door_event: Shelf
  command: Shelf
}

export async function openIndexedDbStore(name: string): Promise<IndexedDbStore> {
  const db = await openDB<Shelves>(name, 2, {
    upgrade(opened, before) {
      if (before < 1) {
        opened.createObjectStore('key')
        for (const store of firstStores) opened.createObjectStore(store)
      }
      opened.createObjectStore('door_event')
    },
  })
  let key = (await db.get('key', keyName)) ?? (await putKey(db))
  const onTheirWay = new Set<Promise<void>>()
  let last: Promise<unknown> = Promise.resolve()
  let isFull = false

  const withMutex = (work: () => Promise<void>): void => {
    const done = last.then(work).finally(() => onTheirWay.delete(done))
    onTheirWay.add(done)
    last = done.catch(() => undefined) // callers that wait by `saved` handle the error
  }

  async function write(changes: readonly Change[]): Promise<void> {
    const ready = await Promise.all(
      changes.map(async ([store, at, kept]) => [store, at, kept && (await seal(key, store, at, kept))] as const),
    )
    const transaction = db.transaction(stores, 'readwrite', { durability: 'strict' })
    const requests = ready.map(([store, at, sealed]) => {
      const shelf = transaction.objectStore(store)
      return sealed ? shelf.put(sealed, at) : shelf.delete(at)
    })
    await Promise.all([...requests, transaction.done])
  }

  const opened = async (store: StoreName, at: Key, sealed: Sealed | undefined): Promise<Kept | undefined> =>
    sealed && unseal(key, store, at, sealed).catch(() => undefined)

  return {
    get isFull() {
      return isFull
    },
    keys: (store) => db.getAllKeys(store),
    read: async (store, at) => opened(store, at, await db.get(store, at)),
    async readMany(store, keys) {
      const { store: shelf } = db.transaction(store)
      const values = await Promise.all(keys.map((at) => shelf.get(at)))
      return Promise.all(keys.map((at, i) => opened(store, at, values[i])))
    },
    async readAll(store) {
      const transaction = db.transaction(store)
      const [keys, values] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
      const all = await Promise.all(keys.map(async (at, i) => [at, await opened(store, at, values[i])] as const))
      return all.flatMap(([at, kept]) => (kept ? [[at, kept] satisfies [Key, Kept]] : []))
    },
    change(changes) {
      withMutex(async () => {
        const made = typeof changes === 'function' ? await changes() : changes
        try {
          await write(made)
          if (made.some(([, , kept]) => kept?.bytes)) isFull = false
        } catch (error) {
          // A full disk: a record without its picture is worth more than none.
          if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
          isFull = true
          await write(
            made.map(([store, at, kept]) => [store, at, queues.includes(store) && kept ? { json: kept.json } : kept]),
          )
        }
      })
    },
    empty() {
      withMutex(async () => {
        const transaction = db.transaction(stores, 'readwrite')
        await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done])
        key = await putKey(db)
      })
    },
    async saved() {
      const failed = (await Promise.allSettled(onTheirWay)).find((each) => each.status === 'rejected')
      if (failed) throw failed.reason
    },
    async settled() {
      await last
    },
    close: () => db.close(),
  }
}

async function putKey(db: IDBPDatabase<Shelves>): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await db.put('key', key, keyName)
  return key
}

/** A value that was sealed for one place does not open in another. */
const placeOf = (store: StoreName, key: Key): BufferSource => new TextEncoder().encode(`${store} ${typeof key} ${key}`)

async function seal(key: CryptoKey, store: StoreName, at: Key, { json, bytes }: Kept): Promise<Sealed> {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const plain = new Uint8Array(4 + text.length + (bytes?.length ?? 0))
  new DataView(plain.buffer).setUint32(0, text.length)
  plain.set(text, 4)
  if (bytes) plain.set(bytes, 4 + text.length)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: placeOf(store, at) }, key, plain)
  return { iv, data }
}

async function unseal(key: CryptoKey, store: StoreName, at: Key, { iv, data }: Sealed): Promise<Kept> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: placeOf(store, at) }, key, data)
  const length = new DataView(plain).getUint32(0)
  const json: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(plain, 4, length)))
  const bytes = new Uint8Array(plain, 4 + length)
  return { json, bytes: bytes.length > 0 ? bytes : null }
}
