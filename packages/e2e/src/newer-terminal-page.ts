import { cp, glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const built = join(import.meta.dirname, '../../terminal/dist')

/** The built page of terminals in browsers once more, as a release of that version would bring it: other files, another list. */
export async function makeNewerPage(folder: string, version: string): Promise<void> {
  await cp(built, folder, { recursive: true })
  for await (const compressed of glob('**/*.{br,gz}', { cwd: folder })) await rm(join(folder, compressed))
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  const [script = ''] = /assets\/index-[^."]+\.js/.exec(index) ?? []
  const newer = script.replace('.js', '-newer.js')
  const change = async (name: string, from: RegExp, to: string) => {
    const text = await readFile(join(folder, name), 'utf8')
    if (!from.test(text)) throw new Error(`${name} has changed: there is no ${from} in it`)
    await writeFile(join(folder, name), text.replace(from, to))
  }
  await rename(join(folder, script), join(folder, newer))
  await change(newer, /(@gatehouse\/terminal.{1,20}version:.)\d+\.\d+\.\d+/, `$1${version}`)
  await change('index.html', new RegExp(script), newer)
  await change('sw.js', new RegExp(script), newer)
  await change('sw.js', /("version":")[0-9a-f]+/, '$1newer')
}
