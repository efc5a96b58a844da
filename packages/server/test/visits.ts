import { createVisitor, type Visitor } from '@gatehouse/contract/features/visitors.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'

/** An instant that lies this many hours from the test's now. */
export const inHours = ({ clock }: TestGatehouse, hours: number) =>
  clock
    .now()
    .add({ minutes: Math.round(hours * 60) })
    .round('millisecond')
    .toString()

/** A visitor of today: from an hour ago for eight hours, unless told otherwise. */
export const buildVisitor = (
  house: TestGatehouse,
  admin: Caller,
  body: Partial<BodyInput<typeof createVisitor>> = {},
): Promise<Visitor> =>
  admin.ask(createVisitor, {
    body: { name: '王芳', validFromAt: inHours(house, -1), validToAt: inHours(house, 8), ...body },
  })
