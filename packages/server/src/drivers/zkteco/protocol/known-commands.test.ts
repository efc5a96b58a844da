import { expect, it } from 'vitest'
import { access, attendance, type CommandText, type WrittenPerson } from './write-command.ts'

/**
 * Commands to which terminals of others answered with success, letter by letter as far as ours are of that kind: recorded with a BioFace A1, a C3-200 Plus
 * (AC 19.0.18), SenseFace 2A and 3A, and ZAM180-NF50VA-Ver3.4.10.
 */

const ann: WrittenPerson = {
  number: 4,
  name: 'Ann',
  card: '12345',
  from: null,
  to: null,
  isBarred: false,
  password: null,
}
const fields = (text: CommandText) => text.split(/(?<=^DATA UPDATE \w+) |\t/)

it.each<[CommandText, string]>([
  [access.removePerson(4), 'DATA DELETE user Pin=4'],
  [access.removeRights(4), 'DATA DELETE userauthorize Pin=4'],
  [access.putRight(4, 1, [1]), 'DATA UPDATE userauthorize Pin=4\tAuthorizeTimezoneId=1\tAuthorizeDoorId=1'],
  [access.putRight(4, 1, [1, 2, 3, 4]), 'DATA UPDATE userauthorize Pin=4\tAuthorizeTimezoneId=1\tAuthorizeDoorId=15'],
  [access.askPeople(), 'DATA QUERY tablename=user,fielddesc=*,filter=*'],
  [access.open(1, 5), 'CONTROL DEVICE 01010105'],
  [access.open(2, 6), 'CONTROL DEVICE 01020106'],
  [access.releaseAlarm(0), 'CONTROL DEVICE 02000000'],
  [access.restart(), 'CONTROL DEVICE 03000000'],
  [attendance.removePerson(9001), 'DATA DELETE USERINFO PIN=9001'],
  [attendance.askPeople(), 'DATA QUERY USERINFO'],
  [attendance.restart(), 'REBOOT'],
  [attendance.open(), 'AC_UNLOCK'],
])('is sent as it was accepted: %s', (ours, accepted) => {
  expect(ours).toBe(accepted)
})

it('a person has the fields that were accepted, with the same names and between tabs', () => {
  expect(fields(access.putPerson({ ...ann, password: '' }, false))).toEqual(
    expect.arrayContaining(['DATA UPDATE user', 'Pin=4', 'Name=Ann', 'CardNo=12345', 'Privilege=0', 'StartTime=0']),
  )
  expect(fields(attendance.putPerson({ ...ann, password: '' }, [1]))).toEqual(
    expect.arrayContaining(['DATA UPDATE USERINFO', 'PIN=4', 'Name=Ann', 'Pri=0', 'Passwd=', 'Card=12345', 'Grp=1']),
  )
})

it('a photograph says the length of its base64, as a terminal says of its own', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2])
  const content = jpeg.toString('base64')
  expect(fields(attendance.putPhoto(9001, jpeg))).toEqual(
    expect.arrayContaining([
      'DATA UPDATE BIOPHOTO',
      'PIN=9001',
      'Type=9',
      `Size=${content.length}`,
      `Content=${content}`,
    ]),
  )
})
