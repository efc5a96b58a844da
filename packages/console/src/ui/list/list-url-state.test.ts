import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { describe, expect, it } from 'vitest'
import { readUrlState, setFilters, writeUrlState } from './list-url-state.ts'

const devices = listDevices.query
const read = (text: string) => readUrlState(devices, new URLSearchParams(text))
const write = (text: string, change: Partial<ReturnType<typeof read>>) =>
  writeUrlState(devices, new URLSearchParams(text), change).toString()

describe('the state of a list in its address', () => {
  it('is the defaults of the route where the address says nothing', () => {
    expect(read('')).toEqual({ page: 1, size: 20, sort: 'createdAt', order: 'desc' })
  })

  it('is read parameter by parameter, and a wrong one falls back alone', () => {
    expect(read('page=x&size=50&status=broken&keyword=%20door%20')).toEqual({
      page: 1,
      size: 50,
      sort: 'createdAt',
      order: 'desc',
      keyword: 'door',
    })
  })

  it('reads yes and no of a record list as the route does', () => {
    expect(readUrlState(listRecords.query, new URLSearchParams('opened=false')).opened).toBe(false)
    expect(readUrlState(listRecords.query, new URLSearchParams('')).opened).toBeUndefined()
  })

  it('goes back to the first page when a filter changes, and stays when the page does', () => {
    expect(write('page=4', { status: 'offline' })).toBe('status=offline')
    expect(write('status=offline&page=4', { page: 5 })).toBe('status=offline&page=5')
    const records = writeUrlState(listRecords.query, new URLSearchParams('after=k9'), { kind: 'stranger' })
    expect(records.toString()).toBe('kind=stranger')
  })

  it('leaves defaults and emptied filters out of the address', () => {
    expect(write('size=50&keyword=door&status=online', { size: 20, keyword: '', status: undefined })).toBe('')
  })

  it('does not touch parameters that are not the list’s', () => {
    expect(write('tab=people&page=2', { keyword: 'x' })).toBe('tab=people&keyword=x')
  })

  it('comes back as it was written', () => {
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

it('counts as filters what narrows the list, not where in it one is', () => {
  expect(setFilters(read('page=2&size=50&sort=name'))).toEqual([])
  expect(setFilters(readUrlState(listRecords.query, new URLSearchParams('opened=false&after=k')))).toEqual(['opened'])
})
