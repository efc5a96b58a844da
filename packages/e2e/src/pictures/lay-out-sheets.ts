import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { launchChromium } from '../../../../scripts/chromium.ts'
import { partsOf, picturesFolder, sheetsFolder, shotsFolder } from './shot-files.ts'

/** Side by side, so many of a width in a row. */
const columns: Record<string, number> = { 1440: 3, 1024: 4, 390: 8 }
const rows = 4

/** Contact sheets of all pictures that were taken, by width, and a list of them. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function layOutSheets(): Promise<void> {
  if (!existsSync(shotsFolder)) return
  await rm(sheetsFolder, { recursive: true, force: true })
  await mkdir(sheetsFolder, { recursive: true })
  const files = (await readdir(shotsFolder)).filter((file) => file.endsWith('.png')).toSorted()
  const byWidth = Map.groupBy(files, (file) => partsOf(file)[3] ?? '')
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1920, height: 1200 } })
  const sheet = join(picturesFolder, 'sheet.html')
  for (const [width, all] of byWidth) {
    const across = columns[width] ?? 4
    const size = across * rows
    for (let at = 0; at < all.length; at += size) {
      await writeFile(sheet, htmlOf(all.slice(at, at + size), across))
      await page.goto(pathToFileURL(sheet).href, { waitUntil: 'load' })
      const path = join(sheetsFolder, `${width}-${String(at / size + 1).padStart(2, '0')}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
  await browser.close()
  await rm(sheet, { force: true })
  await writeFile(join(picturesFolder, 'list.txt'), `${files.map((file) => partsOf(file).join('  ')).join('\n')}\n`)
  process.stdout.write(`${files.length} pictures; contact sheets and the list of them: ${picturesFolder}\n`)
}

const htmlOf = (files: readonly string[], across: number) => `<!doctype html><meta charset="utf-8">
<style>body{margin:8px;background:#777;font:13px sans-serif;display:grid;grid-template-columns:repeat(${across},1fr);gap:8px}
figure{margin:0;background:#fff}img{display:block;width:100%}figcaption{padding:2px 6px}</style>
${files
  .map((file) => {
    const [name = '', ...look] = partsOf(file)
    return `<figure><img src="pages/${file}" alt=""><figcaption><b>${name}</b> ${look.join(' ')}</figcaption></figure>`
  })
  .join('\n')}`
