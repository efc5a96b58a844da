import pino from 'pino'
import { expect, it } from 'vitest'
import { humanLine, humanLog } from './human-log.ts'

const line = (rest: object) =>
  `${JSON.stringify({ level: 30, time: 1_795_790_118_817, pid: 1, hostname: 'vm', ...rest })}\n`

it('a line of the log says the hour and what happened, without the fields that only machines read', () => {
  expect(humanLine(line({ msg: 'Making a new database', from: 'postgres' }), 'Asia/Shanghai')).toBe(
    '22:35:18  Making a new database\n',
  )
})

it('a warning says its cause, and an error also where it happened', () => {
  const err = { message: 'no route to host', stack: 'Error: no route to host\n    at mail.ts:1' }
  expect(humanLine(line({ level: 40, msg: 'the mail was not sent', err }), 'UTC')).toBe(
    '14:35:18  warning: the mail was not sent: no route to host\n',
  )
  expect(humanLine(line({ level: 50, msg: 'a job failed', part: 'mail', err }), 'UTC')).toBe(
    '14:35:18  error: a job failed: mail: Error: no route to host\n    at mail.ts:1\n',
  )
})

it('a text that is no line of the log stays as it is', () => {
  expect(humanLine('plain words\n', 'UTC')).toBe('plain words\n')
  expect(humanLine('{"level":"odd"}\n', 'UTC')).toBe('{"level":"odd"}\n')
})

it('the log writes human lines to whom it is given', () => {
  const said: string[] = []
  pino({}, humanLog({ write: (text) => said.push(text) })).info('ready')
  expect(said.join('')).toMatch(/^\d\d:\d\d:\d\d {2}ready\n$/)
})
