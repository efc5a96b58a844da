import { expect, it } from 'vitest'
import { createReplyForm } from './reply-form.ts'

const answersTo = (
  asked: 'uploaded' | 'queried',
  table: string,
  bodies: readonly string[],
  replies = createReplyForm(),
) => bodies.map((body) => replies.answer(asked, table, 1, Buffer.from(body)))
const same = (count: number) => Array.from({ length: count }, () => 'pin=7\n')
const texts = (answers: readonly { text: string }[]) => answers.map(({ text }) => text)

it('an uploaded table is answered in the other form when the same body comes a third time, and so from then on', () => {
  expect(texts(answersTo('uploaded', 'user', same(4)))).toEqual(['OK', 'OK', 'user=1', 'user=1'])
  expect(texts(answersTo('uploaded', 'biodata', same(4)))).toEqual(['biodata=1', 'biodata=1', 'OK', 'OK'])
})

it('bodies that differ are no loop', () => {
  const bodies = [1, 2, 3, 4].map((pin) => `userpic pin=${pin}\n`)
  expect(new Set(texts(answersTo('uploaded', 'userpic', bodies)))).toEqual(new Set(['userpic=1']))
})

it('pictures of people are answered with their number and the end of the connection', () => {
  expect(answersTo('uploaded', 'userpic', same(1))).toEqual([{ text: 'userpic=1', closes: true }])
})

it('a terminal that likes neither form gets both again with the end of the connection', () => {
  const answers = answersTo('uploaded', 'biophoto', same(9))
  expect(answers[2]).toEqual({ text: 'OK', closes: false })
  expect(answers[5]).toEqual({ text: 'biophoto=1', closes: true })
  expect(answers[8]).toEqual({ text: 'OK', closes: true })
})

it('the rows of a question are answered with their number, and have their own form when they come again and again', () => {
  const replies = createReplyForm()
  expect(texts(answersTo('queried', 'user', same(3), replies))).toEqual(['user=1', 'user=1', 'OK'])
  expect(texts(answersTo('uploaded', 'user', same(1), replies))).toEqual(['OK'])
})
