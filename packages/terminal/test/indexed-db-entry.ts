import { openIndexedDbState } from '../src/browser/store/open-indexed-db-state.ts'
import { openIndexedDbStore } from '../src/browser/store/indexed-db-store.ts'
import { recordKind } from '../src/state/queue-kinds.ts'

/* The calls of the page of the database's test. */
export { openIndexedDbStore, openIndexedDbState, recordKind }
export { createIndexedDbQueue } from '../src/browser/store/indexed-db-queue.ts'
export { makeId } from '../src/lib/random.ts'

/** The numbers of the records that IndexedDB holds under the name, whatever the queue reports. */
export async function recordsOnDisk(name: string): Promise<IDBValidKey[]> {
  const db = await openDisk(name)
  const keys = await new Promise<IDBValidKey[]>((resolve) => {
    const request = db.transaction(recordKind.table).objectStore(recordKind.table).getAllKeys()
    request.addEventListener('success', () => resolve(request.result))
  })
  db.close()
  return keys
}

const openDisk = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('the database does not open')))
  })

/** Everything that IndexedDB holds under the name, as text: the data that a thief who copies the profile finds. */
export async function textOnDisk(name: string): Promise<string> {
  const db = await openDisk(name)
  const texts: string[] = []
  for (const store of db.objectStoreNames) {
    const values: unknown[] = await new Promise((resolve) => {
      const request = db.transaction(store).objectStore(store).getAll()
      request.addEventListener('success', () => resolve(request.result))
    })
    for (const value of values) {
      if (value instanceof CryptoKey) texts.push(`a key that ${value.extractable ? 'can' : 'cannot'} be taken out`)
      else if (typeof value === 'object' && value !== null && 'data' in value && value.data instanceof ArrayBuffer) {
        texts.push(new TextDecoder('latin1').decode(value.data))
      } else texts.push(JSON.stringify(value))
    }
  }
  db.close()
  return texts.join('\n')
}
