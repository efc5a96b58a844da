import { createAccount, grantableRoles } from '@gatehouse/contract/features/accounts.ts'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { logIn, replacePassword } from '@gatehouse/testkit/seeds/log-in.ts'

const names = {
  mainAdmin: 'Paula Personnel',
  subAdmin: 'Otto Office',
  deviceAdmin: 'Dora Doors',
  visitorAdmin: 'Rita Reception',
} as const satisfies Record<(typeof grantableRoles)[number], string>

/** An account of every other role, under the role's own name and with the demo's password. */
export async function seedAccounts(url: string, ask: Ask, password: string): Promise<void> {
  for (const role of grantableRoles) {
    const account = role.toLowerCase()
    const body = { account, name: names[role], role, email: `${account}@riverside.example` }
    const { password: initial } = await ask(createAccount, { body })
    // no mail server is set: the initial password is in the answer
    if (initial === null) continue
    const { token } = await logIn(url, account, initial)
    await replacePassword(askServer(url, token), initial, password)
  }
}
