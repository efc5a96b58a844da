import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { listRecords, searchRecordFace } from '@gatehouse/contract/features/records.ts'
import { matchThresholds } from '@gatehouse/face/core/compare-embeddings.ts'
import { embeddingSize, normalise } from '@gatehouse/face/core/embed-face.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { packFace } from '@gatehouse/face/core/packed-face.ts'
import { createPackedRows, queryOf } from '@gatehouse/face/core/packed-rows.ts'
import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'
import { createStrangerSearch } from '@gatehouse/server/face/stranger-search.ts'
import { makeInstallKeys } from '@gatehouse/server/lib/install-keys.ts'
import { type Caller, fetchText } from './ask-server.ts'
import { type Benchmark, row } from './benchmark.ts'
import { install, openSession } from './install/installation.ts'
import { type Face, bulkInsertStrangers } from '@gatehouse/testkit/bulk-sql/insert-strangers.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { usageOf } from './install/usage-of.ts'
import { openHttpConnection } from './load/http-connection.ts'
import { timeCalls } from './percentile.ts'

/** `STRANGERS_BENCH=10000`: fewer of them. */
const faceCount = Number(process.env['STRANGERS_BENCH'] ?? 100_000)
const searches = 200
const aimMs = 8

/** A face searched for among strangers' captures: as the product keeps them, sealed in its database. */
export const strangers: Benchmark = {
  name: 'strangers',
  about: `a face searched for among ${faceCount.toLocaleString('en-US')} strangers of the last week, sealed in the database`,
  async run(context) {
    const installation = await install(context)
    const keys = makeInstallKeys({ GATEHOUSE_DATA: installation.dataFolder })
    context.log('faces')
    const random = seededRandom(faceCount)
    const direction = () => normalise(Float32Array.from({ length: embeddingSize }, () => random() + random() - 1))
    const wanted = await bulkInsertStrangers(installation, keys, { count: faceCount, wanted: searches, direction })
    const seenAgain = ({ embedding }: Face) => {
      const other = direction()
      return normalise(embedding.map((value, i) => value + 0.5 * (other[i] ?? 0)))
    }
    const server = await startGatehouseOn(context, installation)
    const { url } = server
    const token = await openSession(installation)
    const caller: Caller = { url, token, connection: await openHttpConnection(url) }
    context.cleanup.defer(() => caller.connection.close())
    const list = () => fetchText(caller, listRecords)
    let answers = 0
    let complete = 0
    const ask = async ({ id }: Face) => {
      const data = await askServer(url, token)(searchRecordFace, { params: { id } })
      answers++
      // Nobody was seen twice, and what is found is where else a face was seen.
      if (data.compared >= faceCount - 1 && data.items.length === 0) complete++
    }
    const face = (index: number) => wanted[index % wanted.length] ?? { id: '', embedding: direction() }

    context.log('the first search, which reads them all')
    const listAlone = await timeCalls(searches, list)
    const before = await usageOf(server)
    let isRead = false
    const began = performance.now()
    const first = ask(face(0)).finally(() => (isRead = true))
    // A failure is reported where it is awaited.
    first.catch(() => {})
    const listTimes: number[] = []
    while (!isRead) {
      const asked = performance.now()
      await list()
      listTimes.push(performance.now() - asked)
    }
    await first
    const firstSeconds = (performance.now() - began) / 1000

    context.log('searches')
    const http = await timeCalls(searches, (index) => ask(face(index)))
    const after = await usageOf(server)
    let isDone = false
    const searching = (async () => {
      for (let index = 0; !isDone; index++) await ask(face(index))
    })()
    const listBeside = await timeCalls(searches, list)
    isDone = true
    await searching

    const thread = createStrangerSearch(installation.databaseUrl, keys)
    context.cleanup.defer(() => thread.close())
    const since = Temporal.Now.instant()
      .subtract({ hours: 24 * 7 })
      .toString()
    const asked = { modelId: faceModelId, since, threshold: matchThresholds.verify, limit: 50 }
    await thread.search({ ...asked, embedding: direction() })
    let seen = 0
    const called = await timeCalls(searches, async (index) => {
      const { near } = await thread.search({ ...asked, embedding: seenAgain(face(index)) })
      if (near[0]?.id === face(index).id) seen++
    })
    const rows = createPackedRows(embeddingSize)
    for (let index = 0; index < faceCount; index++) rows.put(index, packFace(direction()))
    let most = 0
    const scan = await timeCalls(searches, (index) =>
      rows.scan(queryOf(face(index).embedding), (cosines) => (most += cosines[0] ?? 0)),
    )
    if (most === 0) throw new Error('nothing was compared')

    const raw = (value: number) => ({ what: 'comparing packed numbers in memory alone', value })
    const alone = (value: number) => ({ what: 'the same list with no search', value })
    const threadRows = [
      row({ what: 'from the question to the answer, p50', value: called.p50, unit: 'ms', limit: raw(scan.p50) }),
      row({
        what: 'from the question to the answer, p95',
        value: called.p95,
        unit: 'ms',
        limit: raw(scan.p95),
        atMost: aimMs,
      }),
    ]
    const httpRows = [
      row({ what: 'by HTTP, with session, records and log line, p50', value: http.p50, unit: 'ms' }),
      row({ what: 'by HTTP, with session, records and log line, p95', value: http.p95, unit: 'ms' }),
      row({ what: 'the first by HTTP, which opens all faces', value: firstSeconds, unit: 's' }),
      row({
        what: 'list of records beside the first, at most',
        value: Math.max(...listTimes),
        unit: 'ms',
        limit: alone(listAlone.p95),
      }),
      row({
        what: 'list of records beside searches, p95',
        value: listBeside.p95,
        unit: 'ms',
        limit: alone(listAlone.p95),
        atMost: 50,
      }),
      row({ what: 'the process has grown by', value: after.residentKb - before.residentKb, unit: 'kB' }),
    ]
    return [
      { work: { what: 'searches that found their face', expected: called.calls, done: seen }, rows: threadRows },
      { work: { what: 'searches by HTTP that compared everybody', expected: answers, done: complete }, rows: httpRows },
    ]
  },
}
