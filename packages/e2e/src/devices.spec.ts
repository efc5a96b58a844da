import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { completeFirstLogin } from './complete-first-login.ts'
import { liftDeviceLimit } from './change-database.ts'
import { hold } from './hold-button.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { type Program, startProgram } from '@gatehouse/testkit/start-program.ts'

const cli = 'packages/terminal/src/node/cli.ts'
const doors = 20

test('[DEV-01] [DEV-02] [DEV-03] [DEV-04] [DEV-05] [DEV-06] devices join, are configured, cut off and restored, opened, and configured twenty at a time', async ({
  page,
  freshProduct: product,
}) => {
  const step = test.step
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse devices '))
  const programs: Program[] = []
  const run = (name: string, ...args: string[]) => {
    const program = startProgram(cli, [...args, '--server', product.url, '--state', join(folder, name)])
    programs.push(program)
    return program
  }
  try {
    const ask = await completeFirstLogin(page, product)
    await liftDeviceLimit(product.dataFolder)
    const pair = (name: string) => seedPairingCode(ask, { name })

    const gate = await step('a terminal is paired by the code on the page, and recognised by it', async () => {
      await page.goto(`${product.url}/device/list/new`)
      const panel = page.getByRole('dialog', { name: 'Add device' })
      await panel.getByLabel('Name').fill('North gate')
      await panel.getByRole('button', { name: 'Get a pairing code' }).click()
      await expect(panel.getByRole('img', { name: 'The pairing code as a QR code' })).toBeVisible()
      const code = ((await panel.getByLabel(/^Pairing code/).textContent()) ?? '').replaceAll(/\s/g, '')
      const gate = run('gate', '--pair', code)
      await expect(panel.getByText('North gate has joined')).toBeVisible()
      await panel.getByRole('button', { name: 'View North gate' }).click()
      await expect(page.getByRole('heading', { name: 'North gate' })).toBeVisible()
      return gate
    })

    await step('its versions are shown', async () => {
      await page.getByRole('tab', { name: 'App and firmware' }).click()
      await expect(page.getByText('org.gatehouse.terminal')).toBeVisible()
    })

    await step(
      'a setting is changed and in force at the device; one out of range is refused before it is sent',
      async () => {
        await page.getByRole('tab', { name: 'Device settings' }).click()
        await expect(page.getByText('All settings are in force at the device.')).toBeVisible()
        expect(await findAccessibilityFaults(page), 'the settings').toEqual([])
        const seconds = page.getByLabel('Door-open time', { exact: true })
        await seconds.fill('99')
        await expect(page.getByText('From 1 to 30.')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled()
        await seconds.fill('12')
        await page.getByLabel('Success welcome', { exact: true }).fill('Good morning')
        const from = gate.output().length
        await page.getByRole('button', { name: 'Save settings' }).click()
        await expect(page.getByText('Settings of North gate saved')).toBeVisible()
        await gate.says(/settings of "North gate"/, { from })
        await expect(page.getByText('All settings are in force at the device.')).toBeVisible()
        await expect(seconds).toHaveValue('12')
      },
    )

    await step('its door is opened from its row in the list, by holding', async () => {
      const address = page.url()
      await page.goto(`${product.url}/device/list`)
      await page.getByRole('button', { name: 'Actions for North gate' }).click()
      await page.getByRole('menuitem', { name: 'Open door' }).click()
      const from = gate.output().length
      await hold(
        page,
        page.getByRole('dialog', { name: 'North gate' }).getByRole('button', { name: 'Open North gate' }),
      )
      await gate.says(/door opened for remote command/, { from })
      await page.goto(address)
    })

    await step('its settings are saved as a template', async () => {
      await page.getByRole('button', { name: 'Save as template' }).click()
      const question = page.getByRole('dialog', { name: 'Save as template' })
      await question.getByLabel('Name').fill('Front doors')
      await question.getByRole('button', { name: 'Save template' }).click()
      await expect(page.getByText('Template Front doors saved')).toBeVisible()
    })

    await step('the door is opened once, held open, and let go', async () => {
      const send = async (button: string, said: RegExp) => {
        const from = gate.output().length
        await hold(page, page.getByRole('button', { name: button }))
        await gate.says(said, { from })
      }
      await expect(page.getByRole('button', { name: 'Open North gate' })).toHaveText(/Hold to open for 12 s/)
      await send('Open North gate', /door opened for remote command/)
      await send('Hold open: North gate', /door held open/)
      await send('Set North gate back to normal', /door closed/)
      await expect(page.getByRole('button', { name: 'Set North gate back to normal' })).toBeHidden()
      await page.getByRole('tab', { name: 'Commands' }).click()
    })

    await step(
      'a cut wire shows within seconds; a change waits for the device, and is in force when it is back',
      async () => {
        await gate.end('SIGKILL')
        await expect(page.getByText('The device is offline.')).toBeVisible()
        await page.getByRole('tab', { name: 'Device settings' }).click()
        await page.getByLabel('Door-open time', { exact: true }).fill('7')
        await page.getByRole('button', { name: 'Save settings' }).click()
        await expect(page.getByText('1 setting is not in force yet')).toBeVisible()
        await expect(page.getByText(/On the device: 12 s, different since/)).toBeVisible()
        run('gate')
        await expect(page.getByText('All settings are in force at the device.')).toBeVisible()
      },
    )

    await step('a terminal announces itself and is accepted under the code on its screen', async () => {
      await page.goto(`${product.url}/device/list`)
      const asking = run('asking', '--announce')
      const [, code] = await asking.says(/it shows the code ([A-Z0-9]{6})/)
      await page.getByRole('link', { name: 'Review' }).click()
      const panel = page.getByRole('dialog', { name: 'Terminals that ask to join' })
      await expect(panel.getByText(`Code ${code}`)).toBeVisible()
      await panel.getByRole('button', { name: 'Accept' }).click()
      const form = page.getByRole('dialog', { name: `Accept terminal ${code}` })
      await form.getByLabel('Name').fill('Side door')
      await form.getByRole('button', { name: 'Accept' }).click()
      await expect(page.getByText('Side door has joined')).toBeVisible()
      await asking.says(/paired as/, { from: 0 })
    })

    await step('twenty terminals are set at once: looked at first, then in force at each', async () => {
      const codes: string[] = []
      for (let i = 1; i <= doors; i++) codes.push(await pair(`Hall ${String(i).padStart(2, '0')}`))
      const file = join(folder, 'codes')
      await writeFile(file, codes.join('\n'))
      run('doors', '--pair-file', file, '--count', String(doors))
      await page.goto(`${product.url}/device/list?keyword=Hall&sort=name&order=asc&status=online`)
      // They come one after the other, and the number of all can be ahead of the rows.
      await expect(page.getByRole('table', { name: 'Devices' }).locator('tbody').getByRole('row')).toHaveCount(doors)
      await page.getByRole('checkbox', { name: 'Select everything on this page' }).check()
      await page.getByRole('button', { name: `Set ${doors} devices` }).click()
      const panel = page.getByRole('dialog', { name: 'Settings for several devices' })
      await panel.getByRole('combobox', { name: 'Add a setting' }).fill('Show the name after success')
      await page.getByTitle('Show the name after success').click()
      await page.keyboard.press('Escape')
      await panel.getByLabel('Show the name after success').click()
      await page.getByTitle('No name', { exact: true }).click()
      await panel.getByRole('button', { name: 'See what changes' }).click()
      const preview = page.getByRole('dialog', { name: 'What changes' })
      await expect(preview.getByText('Show the name after success: Full name → No name')).toHaveCount(doors)
      await preview.getByRole('button', { name: `Set ${doors} devices` }).click()
      const result = page.getByRole('dialog', { name: 'Result' })
      await expect(result.getByText(`In force on ${doors} of ${doors}`)).toBeVisible()
    })
  } finally {
    await Promise.all(programs.map((program) => program.end('SIGTERM')))
    await rm(folder, { recursive: true, force: true })
  }
})
