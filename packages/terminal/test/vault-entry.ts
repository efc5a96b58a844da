import { openVaultState } from '../src/browser/open-vault-state.ts'
import { openVault } from '../src/browser/vault.ts'

/* What the page of the vault's test can be asked. */
export { openVault, openVaultState }
export { createVaultQueue } from '../src/browser/vault-queue.ts'
export { recordKind } from '../src/state/queue-kinds.ts'
export { makeId } from '../src/random.ts'

/** Everything that IndexedDB holds under the name, as text: what somebody finds who copies the profile. */
export async function textOnDisk(name: string): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('the database does not open')))
  })
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
