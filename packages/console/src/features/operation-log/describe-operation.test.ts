import { languages } from '@gatehouse/contract/envelope.ts'
import { operationFacts } from '@gatehouse/contract/features/operation-log.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { changeLanguage, currentText, loadTexts, startI18n } from '../../i18n/i18n.ts'
import type { OperationWords } from '../../i18n/operation-words.ts'
import { operations } from './texts/en.ts'
import { operationLogTexts } from './operation-log-feature.ts'
import { eventWords, fieldWords, moduleWords, wordOfField } from '../../parts/operation/operation-names.ts'
import { choicesOf, itemOf } from './describe-operation.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(operationLogTexts)
})

it('[BU-03] every module and event that a route writes has a text', () => {
  const audits = [...apiRoutes.values()].flatMap(({ audit }) => (typeof audit === 'object' ? [audit] : []))
  expect(audits.length).toBeGreaterThan(50)
  for (const { module, event } of audits) {
    expect(moduleWords.has(module), module).toBe(true)
    expect(eventWords.has(event), `${module} ${event}`).toBe(true)
  }
})

it('[BU-03] the modules of the filter stand in the order of their titles, in each language', () => {
  const keys = [...moduleWords.keys()].toSorted()
  for (const language of languages) {
    const choices = choicesOf(moduleWords, language)
    expect(choices.map(({ value }) => value).toSorted()).toEqual(keys)
    const titles = choices.map(({ label }) => label)
    expect(titles, language).toEqual(titles.toSorted(new Intl.Collator(language).compare))
  }
})

it('[BU-03] a time within an entry is written as every other time of the console', () => {
  expect(
    itemOf({ item: 'Main entrance, 2026-11-22T15:07:24.28Z', hides: null, module: 'device' }, currentText()),
  ).toMatch(/^Main entrance, 2026-11-2\d \d\d:\d\d:24$/)
})

it('[BU-03] an entry whose people a role may not read says that it was a person', () => {
  expect(itemOf({ item: null, hides: 'people', module: 'staff' }, currentText())).toBe('A person')
  expect(itemOf({ item: null, hides: 'changes', module: 'staff' }, currentText())).toBeNull()
})

it('[BU-03] a lockdown of all sites names them, with its level and without, in the language of the reader', async () => {
  const named = (item: string) => itemOf({ item, hides: null, module: 'lockdown' }, currentText())
  expect(named('')).toBe('All sites')
  expect(named('Red · All sites')).toBe('Red · All sites')
  expect(named('Red · Works')).toBe('Red · Works')
  await changeLanguage('zh')
  expect(named('Red · All sites')).toBe('Red · 所有场所')
  await changeLanguage('zh-tw')
  expect(named('All sites')).toBe('所有場所')
  await changeLanguage('en')
})

it('[BU-03] every event of the system and every field that can be edited has a text', () => {
  for (const name of Object.keys(operationFacts.shape)) expect(operations.fact).toHaveProperty(name)
  // Fields without a label: those that the call itself needs, and settings of devices, which have their own labels.
  const technical = new Set([
    'version',
    'revision',
    'force',
    'values',
    'settings',
    'isLocked',
    'rsa_id',
    'at',
    'clientMs',
  ])
  const bodies = [...apiRoutes.values()].filter(({ method }) => method === 'PATCH' || method === 'PUT')
  expect(bodies.length).toBeGreaterThan(10)
  for (const { body, path } of bodies)
    for (const name of body instanceof z.ZodObject ? Object.keys(body.shape) : [])
      if (!technical.has(name) && !/password/i.test(name))
        expect(fieldWords.has(wordOfField(name)), `${path} ${name}`).toBe(true)
})

const files = import.meta.glob<OperationWords>('../*/operation-words.ts', { eager: true, import: 'operationWords' })

it('[BU-03] One feature names a module, an event or a field: a word that two need is in the operation log', () => {
  for (const kind of ['modules', 'events', 'fields'] as const) {
    const said = Object.values(files).flatMap((words) => Object.keys(words[kind] ?? {}))
    expect(said.filter((name, at) => said.indexOf(name) !== at)).toEqual([])
  }
})
