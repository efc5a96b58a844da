import {
  askForPunch,
  decidePunchRequest,
  listPunchRequests,
  makePhoneLink,
} from '@gatehouse/contract/features/attendance/punches.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import type { CompanySeed } from './seed-company.ts'

/** Punches that people missed on the last day of work, and asked for on their phones. */
const asked = [
  { share: 0.3, minute: 9 * 60 + 2, reason: 'The door stood open for a delivery, it did not see me.' },
  { share: 0.55, minute: 18 * 60 + 6, reason: 'Left by the yard with the courier.' },
  { share: 0.8, minute: 8 * 60 + 54, reason: 'Was at the customer first.' },
] as const

/** The last day of work before the demo was made; undefined: its rules begin after that, as those of two days at a weekend do. */
export function lastWorkday({ foundedOn, days }: Pick<CompanySeed, 'foundedOn' | 'days'>) {
  let on = foundedOn.subtract({ days: 1 })
  while (on.dayOfWeek > 5) on = on.subtract({ days: 1 })
  return Temporal.PlainDate.compare(on, foundedOn.subtract({ days })) < 0 ? undefined : on
}

/** Corrections of attendance as employees ask for them: the first is granted, the others wait. Rules are there. */
export async function seedCorrections(seed: CompanySeed, url: string): Promise<void> {
  const { ask, company } = seed
  const on = lastWorkday(seed)
  if (!on) return
  const phone = askServer(url)
  for (const { share, minute, reason } of asked) {
    const jobId = company.employees[Math.floor(company.employees.length * share)]?.jobId
    const person = jobId && (await ask(listStaff, { query: { keyword: jobId } })).items[0]
    if (!person) continue
    const link = await ask(makePhoneLink, { params: { personId: person.id }, body: { language: 'en' } })
    const token = link.url.slice(link.url.lastIndexOf('/') + 1)
    await phone(askForPunch, { params: { token }, body: { on: on.toString(), minute, reason } })
  }
  const first = (await ask(listPunchRequests, { query: { state: 'waiting' } })).items.at(-1)
  if (first)
    await ask(decidePunchRequest, {
      params: { id: first.id },
      body: { isApproved: true, remark: 'Seen by the storekeeper.' },
    })
}
