import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { answerClosing } from './answer-closing.ts'
import { answerError } from './envelope.ts'
import { serveConsole } from './static-files.ts'

let folder: string
let fastify: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Gatehouse</title>')
  await writeFile(join(folder, 'assets/main-abc.js'), 'export {}')
  fastify = Fastify()
  fastify.setErrorHandler(answerError)
  // These watch each response, too.
  answerClosing(fastify)
  await fastify.register(multipart)
  await serveConsole(fastify, folder)
})
afterAll(async () => {
  await fastify.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, accept?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  fastify.inject({ method, url, headers: accept === undefined ? {} : { accept } })

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const programs = [undefined, '*/*', 'text/*', browser]

describe('[NAV-01] a page of the console', () => {
  it.each([
    '/login',
    '/login?from=mail',
    '/dashboard',
    '/manmgt/staff/0',
    '/sign/signRecord/0198a000-0000-7000-8000-1',
  ])('a page is served to a caller who accepts pages, or anything: %s', async (url) => {
    for (const accept of programs) expect((await get(url, accept)).headers['content-type']).toContain('text/html')
    expect((await get(url, '*/*', 'HEAD')).statusCode).toBe(200)
  })

  it.each([
    ['/login', 'application/json'],
    ['/login', 'image/png'],
    ['/robots.txt', '*/*'],
    ['/apple-touch-icon.png', undefined],
    ['/assets/gone-1.js', '*/*'],
    ['/assets/gone-1.js', browser],
    ['/api/v2/nothing', browser],
    ['/api?x=1', '*/*'],
    ['/openapi/v1/nothing', '*/*'],
    ['/device/v1/nothing', '*/*'],
    ['/public/nothing', browser],
    // a zero byte and a backslash, which no file has in its name
    ['/%00', '*/*'],
    ['/assets%5Cmain-abc.js', browser],
  ])('the 404 of the envelope is the answer: %s for a caller who accepts %s', async (url, accept) => {
    const answer = await get(url, accept)
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([404, 'request.not-found'])
  })

  it('a page of the console cannot be posted to', async () => {
    expect((await get('/login', '*/*', 'POST')).statusCode).toBe(404)
  })

  it('a page of the console is served with its files', async () => {
    expect((await get('/assets/main-abc.js', '*/*')).headers['cache-control']).toContain('immutable')
  })

  it('a page of the console is served by a listening server without a warning of Node that listeners leak', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const address = await fastify.listen({ port: 0, host: '127.0.0.1' })
    const page = await fetch(`${address}/dashboard`, { headers: { accept: browser } })
    expect(await page.text()).toContain('Gatehouse')
    expect(warnings).toEqual([])
  })
})
