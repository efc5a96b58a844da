import { runTask } from './run-task.ts'

/**
 * `npm run pictures`: every page in all its looks as contact sheets, then axe on every page in all of them. `-- staff company`:
 * those pages alone; `-- readme`: the README's pictures from the demo; `-- axe` and `-- sheets`: one half of it.
 */
const args = process.argv.slice(2)
const code = args.includes('readme') ? await takeForReadme() : await takeAll()
if (code !== 0) process.exitCode = 1

function takeForReadme() {
  return runTask({ name: 'pictures', command: ['node', 'packages/demo/src/main.ts', '--pictures'] })
}

function takeAll() {
  const halves = { axe: 'axe.pictures', sheets: 'take.pictures' }
  const half = Object.entries(halves).find(([name]) => args.includes(name))?.[1]
  const pages = args.filter((arg) => !(arg in halves))
  if (pages.length > 0) process.env['PICTURES'] = pages.join(',')
  const which = half === undefined ? [] : [half]
  const config = ['--config', 'playwright.pictures.config.ts']
  return runTask({ name: 'pictures', command: ['playwright', 'test', ...config, ...which], folder: 'packages/e2e' })
}
