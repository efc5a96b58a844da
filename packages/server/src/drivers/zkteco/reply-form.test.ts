import { expect, it } from 'vitest'
import { createReplyForm } from './reply-form.ts'

it('an uploaded table is answered in the other form when the same body comes a third time, and so from then on', () => {
  const replies = createReplyForm()
  const user = Buffer.from('user pin=7\n')
  expect([1, 2, 3, 4].map(() => replies.answer('user', 1, user))).toEqual(['OK', 'OK', 'user=1', 'user=1'])
  const templates = [1, 2, 3, 4].map(() => replies.answer('biodata', 2, Buffer.from('biodata pin=7\n')))
  expect(templates).toEqual(['biodata=2', 'biodata=2', 'OK', 'OK'])
})

it('bodies that differ are no loop', () => {
  const replies = createReplyForm()
  const answers = [1, 2, 3, 4].map((pin) => replies.answer('userpic', 1, Buffer.from(`userpic pin=${pin}\n`)))
  expect(new Set(answers)).toEqual(new Set(['userpic=1']))
})
