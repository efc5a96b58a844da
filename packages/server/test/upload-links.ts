import { insertNamedPortrait } from './enrol.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { inHours } from './visits.ts'
import { askForPortraits, uploadAskedPortrait } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { renewRegistrationCode, uploadOwnPortrait } from '@gatehouse/contract/features/registrations.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import {
  inviteVisitor,
  renewWalkInLink,
  uploadVisitPortrait,
  uploadWalkInPortrait,
} from '@gatehouse/contract/features/visits.ts'
import type { Route } from '@gatehouse/contract/route.ts'

/** The address of a link for each upload by people without an account. */
export async function uploadLinks(house: TestGatehouse, admin: Caller): Promise<Map<Route, string>> {
  const { address } = await admin.ask(renewRegistrationCode)
  const { url: walkIn } = await admin.ask(renewWalkInLink)
  const { url: invitation } = await admin.ask(inviteVisitor, {
    body: { name: 'Wang Fang', language: 'en', validFromAt: inHours(house, -1), validToAt: inHours(house, 8) },
  })
  const portraitId = await insertNamedPortrait(house, 'Asked')
  await admin.ask(createStaff, { body: { name: 'Asked', portraitId } })
  const { links: asked } = await admin.ask(askForPortraits, { body: { portraitIds: [portraitId], language: 'en' } })
  return new Map<Route, string>()
    .set(uploadOwnPortrait, address)
    .set(uploadWalkInPortrait, walkIn)
    .set(uploadVisitPortrait, invitation)
    .set(uploadAskedPortrait, asked[0]?.url ?? '')
}
