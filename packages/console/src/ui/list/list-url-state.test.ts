import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { describe, expect, it } from 'vitest'
import { readUrlState, choiceOf, setFilters, writeUrlState } from './list-url-state.ts'

const devices = listDevices.query
const read = (text: string) => readUrlState(devices, new URLSearchParams(text))
const write = (text: string, change: Partial<ReturnType<typeof read>>) =>
  writeUrlState(devices, new URLSearchParams(text), change).toString()

describe('the state of a list in its address', () => {
  it('the state is the defaults of the route if the address has no parameters', () => {
    expect(read('')).toEqual({ page: 1, size: 20, sort: 'createdAt', order: 'desc' })
  })

  it('each parameter is read by itself, and a wrong one falls back alone', () => {
    expect(read('page=x&size=50&status=broken&keyword=%20door%20')).toEqual({
      page: 1,
      size: 50,
      sort: 'createdAt',
      order: 'desc',
      keyword: 'door',
    })
  })

  it('the state reads yes and no of a record list as the route does', () => {
    expect(readUrlState(listRecords.query, new URLSearchParams('opened=false')).opened).toBe(false)
    expect(readUrlState(listRecords.query, new URLSearchParams('')).opened).toBeUndefined()
  })

  it('a changed filter leads back to the first page, and a changed page does not', () => {
    expect(write('page=4', { status: 'offline' })).toBe('status=offline')
    expect(write('status=offline&page=4', { page: 5 })).toBe('status=offline&page=5')
    const records = writeUrlState(listRecords.query, new URLSearchParams('after=k9'), { kind: 'stranger' })
    expect(records.toString()).toBe('kind=stranger')
  })

  it('the address leaves out defaults and emptied filters', () => {
    expect(write('size=50&keyword=door&status=online', { size: 20, keyword: '', status: undefined })).toBe('')
  })

  it('the list does not change parameters that are not its own', () => {
    expect(write('tab=people&page=2', { keyword: 'x' })).toBe('tab=people&keyword=x')
  })

  it('a written state is read back unchanged', () => {
    const state = {
      page: 3,
      size: 50,
      keyword: 'north & south',
      status: 'offline',
      sort: 'name',
      order: 'asc',
    } as const
    expect(read(write('', state))).toEqual(state)
  })
})

it('only parameters that narrow the list count as filters, not the position in it', () => {
  expect(setFilters(read('page=2&size=50&sort=name'))).toEqual([])
  expect(setFilters(readUrlState(listRecords.query, new URLSearchParams('opened=false&after=k')))).toEqual(['opened'])
})

it('another page or order is the same choice of rows, another filter or department is another one', () => {
  expect(choiceOf('?page=2&deptId=3&sort=name&opened=false')).toBe(choiceOf('?opened=false&deptId=3&after=k'))
  expect(choiceOf('?deptId=3')).not.toBe(choiceOf('?deptId=4'))
  expect(choiceOf('?deptId=3')).not.toBe(choiceOf('?deptId=3&keyword=ada'))
})
