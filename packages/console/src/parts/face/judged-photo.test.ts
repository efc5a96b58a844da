import type { uploadDisplayPortrait, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import type { uploadAskedPortrait } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import type { uploadOwnPortrait } from '@gatehouse/contract/features/registrations.ts'
import type { uploadVisitPortrait, uploadWalkInPortrait } from '@gatehouse/contract/features/visits.ts'
import type { ErrorCodeOf } from '@gatehouse/contract/route.ts'
import { expect, it } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { isOfPicture } from './judged-photo.ts'

type Uploads =
  | typeof uploadPortrait
  | typeof uploadDisplayPortrait
  | typeof uploadOwnPortrait
  | typeof uploadAskedPortrait
  | typeof uploadVisitPortrait
  | typeof uploadWalkInPortrait
type Code = Extract<ErrorCodeOf<Uploads>, `portrait.${string}`>

/** Whether the picture itself is what was refused: each code of an upload stands here, or this does not compile. */
const codes = {
  'portrait.unreadable': true,
  'portrait.too-large': true,
  'portrait.check-failed': true,
  'portrait.other-person': true,
  'portrait.not-found': false,
  'portrait.link-over': false,
  'portrait.too-many-sent': false,
} as const satisfies Record<Code, boolean>

const failure = (message: string) => new CallError({ status: 422, code: '422', message })

it.each(Object.entries(codes))('[MAN-08] a photograph refused with %s is called a bad one: %s', (code, isBad) => {
  expect(isOfPicture(failure(code))).toBe(isBad)
})

it('[MAN-08] a photograph that the server did not look at is not called a bad one, and one that cannot be read here is', () => {
  for (const message of ['server.busy', 'request.too-many', 'client.request'])
    expect(isOfPicture(failure(message)), message).toBe(false)
  expect(isOfPicture(new DOMException('it was moved', 'NotReadableError'))).toBe(true)
})
