import { expect, it } from 'vitest'
import { access, attendance } from '../protocol/write-command.ts'
import { describeCommand } from './describe-command.ts'
import { hidden, hideValues } from './hide-values.ts'

const person = {
  number: 123_456_789,
  name: 'Ann, Lee',
  card: '4711',
  from: null,
  to: null,
  isBarred: false,
  password: '730219',
}

it.each([
  ['a person of the attendance dialect', attendance.putPerson(person, [2]), 'put-person'],
  ['a person of the access dialect', access.putPerson(person, true), 'put-person'],
  ['a face', attendance.putPhoto(123_456_789, Buffer.from('a face')), 'put-face'],
  ['a removal', attendance.removePerson(123_456_789), 'remove-person'],
])('%s is told by its number, and neither its name nor its card nor its picture is shown', (_, text, word) => {
  const line = describeCommand(`C:12:${text}`)
  expect(line).toMatchObject({ word, command: 12, person: 123_456_789 })
  expect(line.text).toMatch(/^C:12:DATA (UPDATE|DELETE) .*PIN=123456789/i)
  for (const own of ['Ann', 'Lee', '4711', '730219', Buffer.from('a face').toString('base64')])
    expect(line.text).not.toContain(own)
})

it.each([
  ['an own number of the terminal', 'pin=17\tevent=0', `pin=${hidden}  event=0`],
  [
    'a card',
    'time=2026-01-05 08:00:01\tcardno=998877\teventaddr=1',
    `time=2026-01-05 08:00:01  cardno=${hidden}  eventaddr=1`,
  ],
  [
    'the password of the link',
    'DeviceType=acc,ComPwd=12,~DeviceName=ProFace X[TI]',
    `DeviceType=acc,ComPwd=${hidden},~DeviceName=ProFace X[TI]`,
  ],
  ['a key', 'pushver=2.4.1\tpushcommkey=abc', `pushver=2.4.1  pushcommkey=${hidden}`],
  ['a registration code', 'RegistryCode=abc123', `RegistryCode=${hidden}`],
  [
    'a column that stands where none is known',
    '123456789\t2026-01-05 08:00:01\t0\t15\tSMITH\t36.5',
    `123456789  2026-01-05 08:00:01  0  15  ${hidden}  ${hidden}`,
  ],
  [
    'a field that nobody has thought of',
    'USER PIN=123456789\tNickname=Bee\tPri=14',
    `USER PIN=123456789  Nickname=${hidden}  Pri=14`,
  ],
  ['a row in words', 'Dear server, my name is Ann', [...Array(2)].map(() => hidden).join(',')],
  [
    'an error, which is no secret',
    'ERRORLOG ErrCode=D01E0003\tErrMsg=no face in photo\tDataOrigin=cmd\tCmdId=12\tAuthCode=77',
    `ERRORLOG ErrCode=D01E0003  ErrMsg=no face in photo  DataOrigin=cmd  CmdId=12  AuthCode=${hidden}`,
  ],
])('%s is hidden or shown: %s', (_, line, shown) => expect(hideValues(line)).toBe(shown))

it('a command at a door is shown as it stands', () => {
  expect(describeCommand(`C:3:${access.open(1, 5)}`)).toMatchObject({
    word: 'door',
    text: 'C:3:CONTROL DEVICE 01010105',
  })
})
