import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import { expect, it } from 'vitest'
import { browserSettings } from '../browser/browser-settings.ts'
import { programSettings } from './program-settings.ts'

const folder = join(import.meta.dirname, '..')
const declaring = /(?:browser-settings|program-settings|\.test)\.tsx?$/
const codeOf = (isOfProgram: boolean) =>
  globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((file) => !declaring.test(file) && !(isOfProgram && file.startsWith('browser')))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')

it.each([
  ['the terminal program', programSettings],
  ['a terminal in a browser', browserSettings],
])('[DEV-03] the settings of %s are a schema that servers take', (_which, settings) => {
  expect(settingsSchema.parse(settings)).toEqual(settings)
})

/** The server sends the threshold that follows from it. */
const followedByServer = ['faceThresholdBy']

it.each([
  ['the terminal program', programSettings, codeOf(true), followedByServer],
  // The file in which they are declared: their form needs more than a key.
  [
    'a terminal in a browser',
    browserSettings,
    codeOf(false),
    ['activeChallenge', ...followedByServer, 'screenBrightness', 'soundVolume'],
  ],
])('[DEV-03] %s declares no setting that none of its code reads', (_which, { settings }, code, readAtDeclaration) => {
  const dead = settings.map(({ key }) => key).filter((key) => !new RegExp(`\\b${key}\\b`).test(code))
  expect(dead.toSorted()).toEqual(readAtDeclaration)
})
