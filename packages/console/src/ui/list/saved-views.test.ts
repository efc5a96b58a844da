import { expect, it } from 'vitest'
import { viewPath, viewQuery } from './saved-views.ts'

it('a view keeps filters and order, whatever their order in the address, and not the page somebody is on', () => {
  const kept = viewQuery(new URLSearchParams('opened=false&page=3&after=x&tab=y&keyword=&period=today'))
  expect(kept).toBe('opened=false&period=today')
  expect(viewQuery(new URLSearchParams('period=today&opened=false'))).toBe(kept)
})

it('a view has the address of its list', () => {
  expect(viewPath({ page: 'signRecord', query: 'opened=false' })).toEqual({
    pathname: '/sign/signRecord',
    search: 'opened=false',
  })
  expect(viewPath({ page: 'staff', query: '' }).pathname).toBe('/manmgt/staff/0')
})
