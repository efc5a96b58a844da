import { setTimeout as wait } from 'node:timers/promises'
import { type ZkSend, sendOverHttp } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { createZkTerminal, type ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { zkOrder, type ZkOrder, type ZkReport } from './zk-messages.ts'

/*
 * Terminals of ZKTeco by the thousand, in a process of their own: the simulator of the product, whole. Each opens a connection for each call
 * and polls at its own moment, as attendance terminals do.
 */
const terminals: ZkTerminal[] = []
let [pollMs, failedPolls, passed, isPassing, isEnding]: [number[], number, number, boolean, boolean] = [
  [],
  0,
  0,
  true,
  false,
]
let [usage, began] = [process.cpuUsage(), performance.now()]
const tell = (report: ZkReport) => process.send?.(report)
const now = () => performance.timeOrigin + performance.now()

function timed(send: ZkSend): ZkSend {
  return async (request) => {
    const sent = performance.now()
    try {
      const answer = await send(request)
      const isPoll = request.path.includes('/getrequest')
      if (isPoll && answer.status === 200 && answer.text === 'OK') pollMs.push(performance.now() - sent)
      return answer
    } catch (error) {
      failedPolls++
      throw error
    }
  }
}

async function run(terminal: ZkTerminal, place: number, { pollMs: everyMs, passEvery }: Start, count: number) {
  await wait((everyMs * place) / count)
  for (let polls = 1; !isEnding; polls++) {
    const due = performance.now() + everyMs
    if (passEvery > 0 && isPassing && (polls + place) % passEvery === 0) {
      terminal.pass({ event: 27 })
      passed++
    }
    await terminal.poll().catch(() => undefined)
    await wait(Math.max(0, due - performance.now()))
  }
}

type Start = Extract<ZkOrder, { kind: 'start' }>

async function start(order: Start) {
  const send = timed(sendOverHttp(order.url))
  for (const serialNumber of order.serialNumbers) {
    const terminal = createZkTerminal({ dialect: 'att', serialNumber, send })
    while (!(await terminal.handshake())) await wait(500)
    terminals.push(terminal)
  }
  for (const [place, terminal] of terminals.entries()) void run(terminal, place, order, terminals.length)
  tell({ kind: 'started' })
}

async function watch({ name, count }: Extract<ZkOrder, { kind: 'watch' }>) {
  const at = new Map<ZkTerminal, number>()
  while (at.size < count) {
    for (const terminal of terminals)
      if (!at.has(terminal) && [...terminal.state.people.values()].some((person) => person.name === name))
        at.set(terminal, now())
    await wait(50)
  }
  tell({ kind: 'reached', at: [...at.values()] })
}

/** Only ends what hangs: on a busy machine the server is offline for a while. */
const maxTries = 300

function tellPolls() {
  tell({ kind: 'polls', pollMs })
  pollMs = []
}

async function finish() {
  isPassing = false
  const { user, system } = process.cpuUsage(usage)
  const ownShare = (user + system) / 1000 / (performance.now() - began)
  const waiting = () => terminals.reduce((sum, terminal) => sum + terminal.waiting(), 0)
  for (let tries = 0; waiting() > 0 && tries < maxTries; tries++) await wait(1_000)
  isEnding = true
  tell({ kind: 'finished', pollMs, failedPolls, passed, waiting: waiting(), ownShare })
}

process.on('message', (message) => {
  const order = zkOrder.parse(message)
  if (order.kind === 'start') void start(order)
  else if (order.kind === 'watch') void watch(order)
  else if (order.kind === 'polls') tellPolls()
  else if (order.kind === 'finish') void finish()
  else [pollMs, failedPolls, usage, began] = [[], 0, process.cpuUsage(), performance.now()]
})
process.on('disconnect', () => process.exit(0))
