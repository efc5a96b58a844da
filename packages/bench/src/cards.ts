import { createHmac, hash, pbkdf2Sync, scryptSync } from 'node:crypto'
import { hashForm, scryptCost } from '@gatehouse/contract/device/link.ts'
import { cardSpelling } from '@gatehouse/contract/card-number.ts'
import { cardKey } from '@gatehouse/terminal/recognition/credential-keys.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import type { StoredPerson } from '@gatehouse/terminal/state/terminal-state.ts'
import { type Benchmark, type Measurement, row } from './benchmark.ts'
import { timeCalls } from './percentile.ts'

const people = 10_000
const shown = 40
const guesses = 60
const hashing = { form: hashForm, salt: '5a'.repeat(16), deviceSalt: 'c3'.repeat(32) } as const
const salt = Buffer.from(hashing.salt, 'hex')
const deviceSalt = Buffer.from(hashing.deviceSalt, 'hex')
const numberOf = (n: number) => String(3_000_000 + n).padStart(10, '0')

export const cards: Benchmark = {
  name: 'cards',
  about: 'a card at a door of 10,000 people, and what each guess costs who has stolen the terminal; one core',
  run: async () => [await measureDoor(), measureGuesses()],
}

/** From the reader's line to the person, in the terminal's own list; the list's keys need not be made slowly for that. */
async function measureDoor(): Promise<Measurement> {
  const state = createMemoryState()
  const last = numberOf(people - 1)
  const key = await cardKey(hashing, last)
  const upserts = Array.from({ length: people }, (_, n) => ({
    person: personOf(n, n === people - 1 ? key : hash('sha256', `other ${n}`)),
    failure: null,
  }))
  const page = { begins: true, ends: true, removals: [], cursor: '1..0', capacity: people, hashing }
  state.people.apply({ ...page, upserts })
  let found = 0
  const door = await timeCalls(shown, async () => {
    if (state.people.findByCard(await cardKey(hashing, cardSpelling(` ${last} `)))) found++
  })
  const raw = await timeCalls(shown, async () => void scryptSync(last, salt, 32, scryptCost))
  return {
    work: { what: 'cards that were found among 10,000', expected: door.calls, done: found },
    rows: [
      row({
        what: 'a card at the door, 10,000 people, 95th of 100',
        value: door.p95,
        unit: 'ms',
        atMost: 500,
        limit: { value: raw.p95, what: 'scrypt alone' },
      }),
    ],
  }
}

/** As the terminal makes them: a thief has both salts. */
const keyOf = (secret: string | Buffer, slowSalt: Buffer) =>
  createHmac('sha256', deviceSalt)
    .update(scryptSync(secret, slowSalt, 32, scryptCost))
    .digest('hex')
const ownSalt = Buffer.from('17'.repeat(16), 'hex')
const pinKeyOf = (n: number) =>
  keyOf(pbkdf2Sync(String(n).padStart(6, '0'), ownSalt, 100_000, 32, 'sha256'), Buffer.concat([salt, ownSalt]))

/** One core that tries numbers until it has found the last, in each form; the plain one is that of releases before. */
function measureGuesses(): Measurement {
  const card = guess(guesses, (n) => keyOf(numberOf(n), salt))
  const plain = guess(200_000, (n) => hash('sha256', numberOf(n)))
  const pin = guess(guesses, pinKeyOf)
  return {
    work: { what: 'numbers that were found by trying', expected: 3, done: card.found + plain.found + pin.found },
    rows: [
      row({
        what: 'card numbers tried',
        value: card.rate,
        unit: '/s',
        limit: { value: plain.rate, what: 'the form of before: SHA-256' },
      }),
      row({ what: 'all card numbers of 32 bits', value: 2 ** 32 / card.rate, unit: 's' }),
      row({ what: 'PINs of one person tried', value: pin.rate, unit: '/s' }),
      row({ what: 'all PINs of six digits of one person', value: 1e6 / pin.rate, unit: 's' }),
      row({ what: 'all PINs of four digits of one person', value: 1e4 / pin.rate, unit: 's' }),
    ],
  }
}

function guess(times: number, keyOf: (n: number) => string): { rate: number; found: number } {
  const wanted = keyOf(times - 1)
  const began = performance.now()
  let found = 0
  for (let n = 0; n < times; n++) if (keyOf(n) === wanted) found++
  return { rate: (times / (performance.now() - began)) * 1_000, found }
}

const personOf = (n: number, key: string): StoredPerson => ({
  id: String(n),
  kind: 'staff',
  name: `Person ${n}`,
  prompt: null,
  groupIds: [],
  validFromMs: null,
  validToMs: null,
  suspensions: [],
  leftMs: null,
  embeddings: [],
  passes: [],
  cardHash: key,
  pin: null,
})
