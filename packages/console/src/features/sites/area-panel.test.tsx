import type { Area, Site } from '@gatehouse/contract/features/sites.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { AreaPanel } from './area-panel.tsx'
import { sitesTexts } from './sites-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(sitesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const area = (id: string, parentAreaId: string | null, name: string): Area => ({
  id,
  siteId: 'site',
  parentAreaId,
  name,
  doorCount: 2,
})
const whole = area('whole', null, 'Headquarters')
const lab = area('lab', 'whole', 'Laboratory')
const siteOf = (...areas: Area[]): Site => ({
  id: 'site',
  name: 'Headquarters',
  address: null,
  timeZone: null,
  areaCount: areas.length,
  doorCount: 2,
  deviceCount: 1,
  createdAt: '2026-11-24T08:00:00Z',
  areas,
  version: 1,
})

function draw(site: Site, chosenId?: string, isWriter = true) {
  const tell = () => vi.fn<(area: Area) => void>()
  const deeds = { add: tell(), edit: tell(), remove: tell() }
  const onChoose = vi.fn<(id: string | undefined) => void>()
  render(<AreaPanel site={site} chosenId={chosenId} onChoose={onChoose} deeds={isWriter ? deeds : undefined} />)
  return { deeds, onChoose }
}
const openMenu = (name: string) => fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))

it('areas stand inside one another within outside, and the choice of one is told', () => {
  const { onChoose } = draw(siteOf(whole, lab))
  const names = [...document.querySelectorAll('.site-area-name')].map((name) => name.textContent)
  expect(names).toEqual(['Outside', 'Headquarters', 'Laboratory'])
  fireEvent.click(screen.getByText('Laboratory'))
  expect(onChoose).toHaveBeenLastCalledWith('lab')
  fireEvent.click(screen.getByText('Outside'))
  expect(onChoose).toHaveBeenCalledTimes(1)
})

it('the choice of the chosen area shows all doors again', () => {
  const { onChoose } = draw(siteOf(whole, lab), 'lab')
  fireEvent.click(screen.getByText('Laboratory'))
  expect(onChoose).toHaveBeenLastCalledWith(undefined)
})

it('a new area goes into the chosen one, and into the whole site where none is chosen', () => {
  const { deeds } = draw(siteOf(whole, lab), 'lab')
  fireEvent.click(screen.getByRole('button', { name: 'Add area' }))
  expect(deeds.add).toHaveBeenLastCalledWith(lab)
  cleanup()
  const second = draw(siteOf(whole, lab))
  fireEvent.click(screen.getByRole('button', { name: 'Add area' }))
  expect(second.deeds.add).toHaveBeenLastCalledWith(whole)
})

it('an area is moved and deleted from its menu, the whole site is only renamed', async () => {
  const { deeds } = draw(siteOf(whole, lab), 'lab')
  openMenu('Laboratory')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename or move' }))
  expect(deeds.edit).toHaveBeenLastCalledWith(lab)
  cleanup()
  draw(siteOf(whole, lab), 'whole')
  openMenu('Headquarters')
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(['Add an area inside', 'Rename'])
})

it('a role that may only see has no actions', () => {
  draw(siteOf(whole, lab), 'lab', false)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Choose an area to see only its doors.')).toBeDefined()
})

it('a site that is one area says what more areas are for', () => {
  draw(siteOf(whole))
  expect(screen.getByText(/^The site is one area so far/)).toBeDefined()
})
