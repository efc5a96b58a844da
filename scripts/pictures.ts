import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runTask } from './run-task.ts'

/**
 * `npm run pictures`: every page in all its looks as contact sheets, then axe on every page in all of them. `-- staff company`:
 * those pages alone; `-- rest`: the pictures that are not there yet, after a run that was ended; `-- readme`: the README's pictures
 * from the demo; `-- axe` and `-- sheets`: one half of it.
 */
const args = process.argv.slice(2)
const begunAt = Date.now()
const code = args.includes('readme') ? await takeForReadme() : await takeAll()
process.stdout.write(`${((Date.now() - begunAt) / 60_000).toFixed(1)} minutes\n`)
if (code !== 0) process.exitCode = 1

function takeForReadme() {
  return runTask({ name: 'pictures', command: ['node', 'packages/demo/src/main.ts', '--pictures'] })
}

async function takeAll() {
  const halves = { axe: 'axe.pictures', sheets: 'take.pictures' }
  const half = Object.entries(halves).find(([name]) => args.includes(name))?.[1]
  const isRest = args.includes('rest')
  const pages = args.filter((arg) => !(arg in halves) && arg !== 'rest')
  if (pages.length > 0) process.env['PICTURES'] = pages.join(',')
  if (isRest) process.env['PICTURES_REST'] = 'yes'
  else if (pages.length === 0 && half !== halves.axe)
    await rm(join(root, '.cache/pictures'), { recursive: true, force: true })
  const which = half === undefined ? [] : [half]
  const config = ['--config', 'playwright.pictures.config.ts']
  return runTask({ name: 'pictures', command: ['playwright', 'test', ...config, ...which], folder: 'packages/e2e' })
}
