import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The files that may open a connection to elsewhere, and the limit after which each gives it up. */
const known: Readonly<Record<string, { by: RegExp; limit: RegExp }>> = {
  'db/open-database.ts': { by: /new pg\.(?:Client|Pool)\(/, limit: /connectionTimeoutMillis/ },
  'db/embedded/embedded-postgres-watch.ts': { by: /[^\w.]connect\(/, limit: /answerWithinMs/ },
  'lib/s3-blobs.ts': { by: /\.fetch\(/, limit: /AbortSignal\.timeout/ },
  'lib/outbound-http.ts': { by: /from 'undici'/, limit: /AbortSignal\.timeout/ },
  'lib/sntp.ts': { by: /createSocket\(/, limit: /patienceMs/ },
  'jobs/send-mail.ts': { by: /createTransport\(/, limit: /connectionTimeout/ },
  'features/devices/commands/trigger-relay.ts': { by: /[^\w.]fetch\(/, limit: /AbortSignal\.timeout/ },
  'device-link/broker/remote-broker.ts': { by: /[^\w.]connect\(/, limit: /connectTimeout/ },
  'features/openid/openid-provider.ts': { by: /from 'openid-client'/, limit: /timeout: / },
}
const outgoing = [
  /new (?:pg\.)?(?:Client|Pool)\(/,
  /(?:[^\w.]|\.)fetch\(/,
  /from '(?:undici|openid-client|nodemailer|mqtt|aws4fetch|axios|got)'/,
  /\bconnect\b.* from '(?:node:)?(?:net|tls)'/,
  /createSocket\b.* from 'node:dgram'/,
  /https?\.(?:get|request|Agent)\(/,
]

it('every connection to elsewhere is opened by one of these files, and each of them has a time limit', async () => {
  const root = join(import.meta.dirname, '..')
  const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const found: string[] = []
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8')
    const typesLeftOut = text.replaceAll(/^import type .*$/gm, '')
    if (outgoing.some((form) => form.test(typesLeftOut))) found.push(file)
  }
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted())
  for (const [file, { by, limit }] of Object.entries(known)) {
    const text = await readFile(join(root, file), 'utf8')
    expect([file, by.test(text), limit.test(text)]).toEqual([file, true, true])
  }
})
