import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runTask } from './run-task.ts'

/**
 * `npm run pictures`: every page in all its looks as contact sheets, axe on every page for each role, whole, empty and failed,
 * and the links of each role's pages. `-- staff company`: those pages alone; `-- rest`: the pictures that are not there yet, after a run
 * that was ended; `-- readme`: the README's pictures from the demo; `-- axe`, `-- links`, `-- toasts`, `-- deeds` (each button is pressed) and `-- sheets`: one part of it.
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
  const parts = {
    axe: 'axe.pictures',
    links: 'links.pictures',
    sheets: 'take.pictures',
    toasts: 'toasts.pictures',
    deeds: 'deeds.pictures',
  }
  const part = Object.entries(parts).find(([name]) => args.includes(name))?.[1]
  const isRest = args.includes('rest')
  const pages = args.filter((arg) => !(arg in parts) && arg !== 'rest')
  if (pages.length > 0) process.env['PICTURES'] = pages.join(',')
  if (isRest) process.env['PICTURES_REST'] = 'yes'
  else if (pages.length === 0 && (part === undefined || part === parts.sheets))
    await rm(join(root, '.cache/pictures'), { recursive: true, force: true })
  const which = part === undefined ? [] : [part]
  const config = ['--config', 'playwright.pictures.config.ts']
  return runTask({ name: 'pictures', command: ['playwright', 'test', ...config, ...which], folder: 'packages/e2e' })
}
