import { topicPrefix } from '@gatehouse/contract/device/link.ts'
import { connect } from 'mqtt'
import type { Log } from '../../ctx.ts'
import { type DeviceBroker, hintPayload, keepaliveSeconds } from './device-broker.ts'
import { readPresence } from './device-policy.ts'

const presenceTopic = `${topicPrefix('+')}/up/presence`
const presencePattern = new RegExp(`^${topicPrefix('([A-Z0-9]{2,8}-[0-9a-f]{32})')}/up/presence$`)

/**
 * A broker of the company's own (EMQX, Mosquitto …). The broker's own configuration decides about connections and
 * topics (docs/operations.md); presence comes from the retained messages and wills of the devices.
 */
export function createRemoteBroker(url: string, log: Log): DeviceBroker {
  let notify: (ldid: string, isOnline: boolean) => void = () => {}
  const client = connect(url, {
    clientId: `gatehouse-server-${crypto.randomUUID()}`,
    clean: true,
    keepalive: 30,
    reconnectPeriod: 2_000,
    connectTimeout: 10_000,
    queueQoSZero: false,
  })
  client.on('connect', () => {
    client.subscribe(presenceTopic, { qos: 1 }, (error) => {
      if (error) log.error({ err: error }, 'the MQTT broker does not let the server hear who is online')
    })
  })
  client.on('message', (topic, payload, { retain: isKept }) => {
    const ldid = presencePattern.exec(topic)?.[1]
    const isOnline = readPresence(payload)
    // A greeting that the broker has retained may be of a device that died since: living devices repeat it.
    if (ldid && isOnline !== undefined && !(isOnline && isKept)) notify(ldid, isOnline)
  })
  client.on('error', (error) => log.warn({ err: error }, 'the MQTT broker cannot be reached'))

  const publish = (topic: string, payload: string, retain: boolean) => {
    // Retained hints would arrive in a heap; devices ask for changes when they are back.
    if (!client.connected) return
    client.publish(topic, payload, { qos: 1, retain }, (error) => {
      if (error) log.debug({ err: error, topic }, 'a message could not be sent')
    })
  }

  return {
    address: { url: withoutCredentials(url), webSocketPath: null, tcpPort: null, keepaliveSeconds },
    hint: (ldid, what) => publish(`${topicPrefix(ldid)}/down`, hintPayload(what), false),
    connected: () => [],
    isReachable: () => client.connected,
    onPresence(listener) {
      notify = listener
    },
    // A client cannot cut another's connection; its retained presence is deleted, and its secret is invalid everywhere
    // else.
    disconnect: (ldid) => publish(`${topicPrefix(ldid)}/up/presence`, '', true),
    close: () => client.endAsync(true),
  }
}

function withoutCredentials(text: string): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href
}
