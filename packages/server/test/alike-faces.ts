import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { decideFacePair, listFacePairs } from '@gatehouse/contract/features/people/face-pairs.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { findFacePairs } from '../src/features/face-pairs/face-pair-jobs.ts'
import { insertNamedPortrait } from './enrol.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { inHours } from './visits.ts'

export type AlikeFaces = ReturnType<typeof alikeFaces>

/** Enters people with the faces of names, compares them as the background does, and says what their pairs are. */
export function alikeFaces(house: TestGatehouse, admin: Caller) {
  const enter = {
    staff: async (face: string) =>
      admin.ask(createStaff, { body: { name: face, portraitId: await insertNamedPortrait(house, face), force: true } }),
    visitor: async (face: string) =>
      admin.ask(createVisitor, {
        body: {
          name: face,
          portraitId: await insertNamedPortrait(house, face),
          force: true,
          validFromAt: inHours(house, -1),
          validToAt: inHours(house, 8),
        },
      }),
    blacklisted: async (face: string) =>
      admin.ask(createBlacklisted, {
        body: { name: face, portraitId: await insertNamedPortrait(house, face), force: true },
      }),
  }
  const compare = () => findFacePairs(house.gatehouse.services)
  const pairs = async (caller = admin, state: 'open' | 'decided' = 'open') =>
    (await caller.ask(listFacePairs, { query: { state, size: 200 } })).items
  const pairOf = async (a: { id: string }, b: { id: string }, state: 'open' | 'decided' = 'open') =>
    (await pairs(admin, state)).find(({ first, second }) =>
      [a.id, b.id].every((id) => [first.id, second.id].includes(id)),
    )
  const decide = (a: { id: string }, b: { id: string }, verdict: 'one' | 'two' | null, mainId: string | null = null) =>
    admin.call(decideFacePair, { body: { firstId: a.id, secondId: b.id, verdict, mainId } })
  return { enter, compare, pairs, pairOf, decide }
}
