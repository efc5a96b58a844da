import { brokerOptions, host } from '#platform'
import { downHint } from '@gatehouse/contract/device/link.ts'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { brokerAddresses } from '../link/broker-addresses.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import type { Session } from '../core/messages.ts'

/**
 * Keeps the MQTT connection: through it (and its will) the server sees whether the terminal is online, and sends hints.
 * Without it everything works, only later.
 */
export const keepPresence: OwnBehaviour<'presence'> = {
  name: 'presence',
  start(terminal) {
    let session: Session | undefined
    let client: MqttClient | undefined
    let attempts = 0

    const task = terminal.tasks.add('presence', async (signal) => {
      if (!session || client?.connected) return
      const addresses = brokerAddresses(session.broker, terminal.identity().serverUrl, host.speaksTcp)
      const address = addresses[attempts++ % addresses.length]
      if (!address) return terminal.notify('mqtt-unavailable')
      const { topicPrefix } = session
      const opened = mqtt.connect(address.url, {
        ...mqttOptions(terminal, session),
        ...(address.isServers && brokerOptions(terminal.trust)),
      })
      const closed = closeOf(opened, signal)
      opened.on('message', (_topic, payload) => hear(payload, terminal))
      try {
        await Promise.race([closed, once(opened)])
        const [grant] = await Promise.race([closed, opened.subscribeAsync(`${topicPrefix}/down`, { qos: 1 })])
        if (!grant || grant.qos > 2) throw new Error('the broker refused the subscription')
        await Promise.race([closed, announce(opened, topicPrefix, true)])
      } catch (error) {
        opened.end(true)
        terminal.notify('mqtt-unavailable')
        throw error
      }
      client = opened
      attempts = 0
      closed.catch(() => {
        if (client !== opened) return
        client = undefined
        opened.end(true)
        terminal.notify('mqtt-lost')
        task.schedule()
      })
      terminal.notify('mqtt-connected')
      terminal.emit('mqtt-connected')
    })

    return {
      on: {
        'session-opened': (opened) => {
          session = opened
          task.runNow()
        },
        // Repeated from time to time: the will of an earlier connection that broke unnoticed may arrive after the
        // greeting of its successor.
        poll() {
          if (!client?.connected || !session) return
          announce(client, session.topicPrefix, true).catch(() => undefined) // the `close` event handles it
        },
      },
      async stop() {
        const leaving = client
        client = undefined
        if (!leaving?.connected || !session) return
        await announce(leaving, session.topicPrefix, false)
        await leaving.endAsync()
      },
      die() {
        const dropped = client
        client = undefined
        dropped?.end(true) // without a DISCONNECT: the broker publishes the will
      },
    }
  },
}

function mqttOptions(terminal: TerminalCore, { topicPrefix, broker }: Session): IClientOptions {
  const { ldid, secret } = terminal.identity()
  return {
    clientId: `${ldid}-${crypto.randomUUID().slice(0, 8)}`,
    username: ldid,
    password: secret,
    protocolVersion: 4,
    clean: true,
    keepalive: broker.keepaliveSeconds,
    connectTimeout: 10_000,
    reconnectPeriod: 0, // the task reconnects, with its growing pauses
    queueQoSZero: false,
    will: { topic: `${topicPrefix}/up/presence`, payload: presence(false), qos: 1, retain: true },
  }
}

const presence = (online: boolean): string => JSON.stringify({ online })

const announce = (client: MqttClient, topicPrefix: string, online: boolean) =>
  client.publishAsync(`${topicPrefix}/up/presence`, presence(online), { qos: 1, retain: true })

function once(client: MqttClient): Promise<void> {
  return new Promise((resolve) => client.once('connect', () => resolve()))
}

/** Rejects with the problem when the connection ends. */
function closeOf(client: MqttClient, signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  let cause = new Error('the connection to the broker was closed')
  client.on('error', (error) => {
    cause = error
  })
  const cancel = (): void => reject(cause)
  signal.addEventListener('abort', cancel)
  client.once('close', () => {
    signal.removeEventListener('abort', cancel) // the signal outlives any number of connections
    reject(cause)
  })
  promise.catch(() => undefined) // the other side of each race handles the error
  return promise
}

function hear(payload: Uint8Array, terminal: TerminalCore): void {
  if (payload.length > 1_000) return
  try {
    const hint = downHint.safeParse(JSON.parse(new TextDecoder().decode(payload)))
    if (hint.success) terminal.notify('hint', hint.data.what)
  } catch {
    // Not JSON: a message of a later version, and nothing depends on a hint.
  }
}
