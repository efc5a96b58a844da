import { cardSpelling } from '@gatehouse/contract/card-number.ts'
import { sha256 } from '../lib/random.ts'
import type { PeopleStore, StoredPerson } from '../state/terminal-state.ts'
import { cardKey } from './credential-keys.ts'

/**
 * Finds a person by the key that this terminal was given; by the plain hash if the server is of an earlier release, or
 * has no key yet.
 */
export async function findByCard(people: PeopleStore, number: string): Promise<StoredPerson | undefined> {
  const spelled = cardSpelling(number)
  const { hashing } = people
  const keyed = hashing ? await cardKey(hashing, spelled) : null
  const plain = await sha256(spelled)
  // The list may have arrived in another form while the card was hashed.
  if (people.hashing?.deviceSalt !== hashing?.deviceSalt) return findByCard(people, number)
  return (keyed === null ? undefined : people.findByCard(keyed)) ?? people.findByCard(plain)
}
