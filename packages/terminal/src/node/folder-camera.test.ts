import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { folderCamera } from './folder-camera.ts'

function watch(folder: string, once = false) {
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const seen: string[] = []
  const camera = folderCamera({ folder, pauseMs: 0, scanMs: 10, once })
  const ended = (async () => {
    for await (const { name, bytes } of camera(stopping.signal)) seen.push(`${name}: ${Buffer.from(bytes).toString()}`)
  })()
  return { seen, ended, stopping }
}

it('A folder camera shows the existing pictures in the order of names, then each that is added or replaced, once', async () => {
  const folder = temporaryFolder()
  for (const name of ['b.jpg', 'a.PNG', 'notes.txt', '.hidden.jpg']) writeFileSync(join(folder, name), name)
  mkdirSync(join(folder, 'folder.jpg'))
  const { seen, ended, stopping } = watch(folder)
  await until(() => seen.length === 2, 'two pictures')
  writeFileSync(join(folder, 'c.jpeg'), 'new')
  await until(() => seen.length === 3, 'the new one')
  writeFileSync(join(folder, 'other.tmp'), 'replaced')
  renameSync(join(folder, 'other.tmp'), join(folder, 'b.jpg'))
  await until(() => seen.length === 4, 'the replaced one')
  rmSync(join(folder, 'a.PNG'))
  stopping.abort()
  await ended
  expect(seen).toEqual(['a.PNG: a.PNG', 'b.jpg: b.jpg', 'c.jpeg: new', 'b.jpg: replaced'])
})

it('A folder camera ends after the existing pictures if only those are wanted', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.jpg'), 'a')
  const { seen, ended } = watch(folder, true)
  await ended
  expect(seen).toEqual(['a.jpg: a'])
})

it('A folder camera ends at once in an empty folder', async () => {
  const { seen, ended } = watch(temporaryFolder(), true)
  await ended
  expect(seen).toEqual([])
})

it('A folder camera shows several pictures of one visit together, told by their names', async () => {
  const folder = temporaryFolder()
  for (const name of ['anna.jpg', 'anna~2.jpg', 'anna~3.jpg', 'bo.jpg', 'lone~2.jpg'])
    writeFileSync(join(folder, name), name)
  const visits: string[] = []
  for await (const { name, further = [] } of folderCamera({ folder, pauseMs: 0, scanMs: 10, once: true })(
    new AbortController().signal,
  ))
    visits.push([name, ...further.map((bytes) => Buffer.from(bytes).toString())].join(' '))
  expect(visits).toEqual(['anna.jpg anna~2.jpg anna~3.jpg', 'bo.jpg', 'lone~2.jpg'])
})
