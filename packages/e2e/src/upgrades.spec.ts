import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { neverComesUp } from '@gatehouse/terminal/faults/never-comes-up.ts'
import { blindRecogniser } from '@gatehouse/terminal/recognition/recogniser.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import { memoryPackageStore } from '@gatehouse/terminal/node/memory-package-store.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { liftDeviceLimit } from './change-database.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import type { Product } from '@gatehouse/testkit/start-product.ts'
import { startProgram } from '@gatehouse/testkit/start-program.ts'

const doors = 10
const nameOfDoor = (index: number) => `Door ${String(index + 1).padStart(2, '0')}`

test('[UPG-01] [UPG-03] [UPG-04] firmware is signed, uploaded, tried at three of ten doors, stopped automatically, corrected and rolled out', async ({
  page,
  freshProduct: product,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse upgrades '))
  const terminals: Terminal[] = []
  try {
    const ask = await completeFirstLogin(page, product)
    await liftDeviceLimit(product.dataFolder)

    const earlier = join(folder, 'firmware 1.0.5.bin')
    const file = await test.step('the operator creates a key, trusts it and signs a package', async () => {
      const file = join(folder, 'firmware 1.1.0.bin')
      await writeFile(file, randomBytes(300_000))
      const key = join(folder, 'package')
      await gatehouse(product, 'package', 'keygen', '--out', folder)
      await gatehouse(product, 'package', 'trust', '--key', `${key}.pub`)
      await writeFile(earlier, randomBytes(300_000))
      for (const [of, version] of [
        [file, '1.1.0'],
        [earlier, '1.0.5'],
      ] as const) {
        const about = ['--kind', 'firmware', '--name', 'GT-1', '--version', version]
        await gatehouse(product, 'package', 'sign', '--key', `${key}.key`, '--file', of, ...about)
      }
      return file
    })

    await test.step('ten terminals join; one of them will not start the new version', async () => {
      const trustedKeys = [await readFile(join(folder, 'package.pub'), 'utf8')]
      for (let index = 0; index < doors; index++) {
        const code = await seedPairingCode(ask, { name: nameOfDoor(index), direction: 'in' })
        const terminal = createTerminal({
          serverUrl: product.url,
          pairingCode: code,
          state: createMemoryState(),
          recogniser: blindRecogniser('none'),
          versions: { model: 'GT-1', firmwareVersion: '1.0.0' },
          behaviours: [...(index === 1 ? [neverComesUp(1)] : []), ...defaultBehaviours],
          upgrades: { store: memoryPackageStore(), trustedKeys },
        })
        terminals.push(terminal)
        await terminal.start()
      }
    })

    await test.step('the package is uploaded with its signature', async () => {
      await page.goto(`${product.url}/upgrade/firwareManagement`)
      expect(await findAccessibilityFaults(page), 'the empty list').toEqual([])
      await upload(page, file, '1.1.0', 'Spring release')
      await page.getByRole('tab', { name: 'Who gets it' }).click()
      await expect(page.getByText('Match (10)')).toBeVisible()
      await page.getByRole('tab', { name: 'Devices' }).click()
    })

    await test.step('published silently to three doors, it stops by itself when one goes back', async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Publish Spring release 1.1.0' })
      const first = panel.getByLabel('Or first these devices')
      for (const index of [0, 1, 2]) {
        await first.fill(nameOfDoor(index))
        await page.getByTitle(nameOfDoor(index), { exact: true }).last().click()
      }
      await first.press('Escape')
      await panel.getByRole('button', { name: 'Publish' }).click()
      await confirm(page, 'Publish Spring release 1.1.0?', 'Publish')
      await expect(page.getByText('Stopped: too many failed')).toBeVisible()
      await expect(page.getByRole('row', { name: /Door 02/ })).toContainText('Rolled back')
      await expect(page.getByRole('row', { name: /Door 04/ })).toContainText('Later stage')
      expect(await findAccessibilityFaults(page), 'the package').toEqual([])
    })

    await test.step('the dashboard shows it, and leads to its page', async () => {
      await page.goto(`${product.url}/dashboard`)
      await page.getByRole('link', { name: /^1 firmware upgrade failed/ }).click()
      await expect(page.getByText('Stopped: too many failed')).toBeVisible()
    })

    await test.step('corrected, the three are done, and then all', async () => {
      await page.getByRole('button', { name: 'Try failed ones again' }).click()
      await page.getByRole('button', { name: 'Resume' }).click()
      await confirm(page, 'Resume the roll-out?', 'Resume')
      await expect(page.getByText('3 of 10 done')).toBeVisible()
      await page.getByRole('button', { name: 'Roll out to all' }).click()
      await confirm(page, 'Roll out to all?', 'Roll out to all')
      await expect(page.getByText('10 of 10 done')).toBeVisible()
      await expect(page.getByText('Rolled out')).toBeVisible()
    })

    await test.step('the fleet runs the new version', async () => {
      await page.goto(`${product.url}/upgrade/firwareManagement/versions`)
      await expect(page.getByRole('row', { name: 'GT-1 1.1.0 10 10' })).toBeVisible()
    })
    await test.step('a way back to an earlier version is asked for twice', async () => {
      await page.goto(`${product.url}/upgrade/firwareManagement`)
      await upload(page, earlier, '1.0.5', 'Winter release')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Publish Winter release 1.0.5' })
      await panel.getByLabel('First share').fill('100')
      await panel.getByRole('button', { name: 'Publish' }).click()
      const question = page.getByRole('dialog', { name: 'Publish Winter release 1.0.5?' })
      await question.getByRole('button', { name: 'Publish', exact: true }).click()
      await question.getByRole('alert').getByRole('button', { name: 'Downgrade to 1.0.5' }).click()
      await confirm(page, 'Really downgrade to 1.0.5?', 'Downgrade to 1.0.5')
      await expect(page.getByText('10 of 10 done')).toBeVisible()
      await page.goto(`${product.url}/upgrade/firwareManagement/versions`)
      await expect(page.getByRole('row', { name: 'GT-1 1.0.5 10 10' })).toBeVisible()
    })
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.stop()))
    await rm(folder, { recursive: true, force: true })
  }
})

test.describe('a package', () => {
  test.use({ role: 'superAdmin' })

  test('[UPG-01] a package with a wrong file is uploaded again or continued, and is not requested after its deletion', async ({
    page,
    product,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse packages '))
    try {
      const right = join(folder, 'fw.bin')
      const wrong = join(folder, 'bad.bin')
      await writeFile(right, randomBytes(30_000))
      await writeFile(wrong, randomBytes(20_000))
      await gatehouse(product, 'package', 'keygen', '--out', folder)
      await gatehouse(product, 'package', 'trust', '--key', join(folder, 'package.pub'))
      const about = ['--kind', 'firmware', '--name', 'GT-1', '--version', '7.0']
      await gatehouse(product, 'package', 'sign', '--key', join(folder, 'package.key'), '--file', right, ...about)
      await copyFile(`${right}.sig`, `${wrong}.sig`)

      const list = '/upgrade/firwareManagement'
      const refused = page.getByText('The file is not the one that was signed')
      const uploadWrong = async () => {
        await page.goto(list)
        await describe(page, wrong, '7.0', 'Wrong at first')
        await expect(refused).toBeVisible()
      }
      const deleteIt = async () => {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
        await confirm(page, 'Delete Wrong at first 7.0?', 'Delete package')
        await expect(page).toHaveURL(new RegExp(`${list}$`))
        await expect(page.getByRole('button', { name: 'Upload package' }).first()).toBeVisible()
      }

      await test.step('in the same form', async () => {
        await uploadWrong()
        const panel = page.getByRole('dialog', { name: 'Upload package' })
        await panel.getByLabel('Package file').setInputFiles(right)
        await panel.getByRole('button', { name: 'Upload', exact: true }).click()
        await expect(page.getByRole('heading', { name: 'Wrong at first 7.0' })).toBeVisible()
        await deleteIt()
      })
      await test.step('in a new form', async () => {
        await uploadWrong()
        await page.goto(list)
        await upload(page, right, '7.0', 'Wrong at first')
        await deleteIt()
      })
      await test.step('by continuing the upload', async () => {
        await uploadWrong()
        await page.goto(list)
        await page.getByRole('link', { name: /Wrong at first/ }).click()
        await page.getByRole('button', { name: 'Continue the upload' }).click()
        const panel = page.getByRole('dialog', { name: 'Continue the upload' })
        await panel.getByLabel('Package file').setInputFiles(right)
        await expect(panel.getByText('The upload starts again.')).toBeVisible()
        await panel.getByRole('button', { name: 'Upload', exact: true }).click()
        await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
        await deleteIt()
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

/** From the list of packages to the page of the new one. */
async function upload(page: Page, file: string, version: string, title: string) {
  await describe(page, file, version, title)
  await expect(page.getByRole('heading', { name: `${title} ${version}` })).toBeVisible()
}

/** Fills in the form of an upload and sends it. */
async function describe(page: Page, file: string, version: string, title: string) {
  await page.getByRole('button', { name: 'Upload package' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Upload package' })
  await panel.getByLabel('Package file').setInputFiles(file)
  await panel.getByLabel('Signature file (.sig)').setInputFiles(`${file}.sig`)
  await panel.getByLabel('Model').fill('GT-1')
  await panel.getByLabel('Software version').fill(version)
  await panel.getByLabel('Title').fill(title)
  // the silent strategy, which is the default
  await expect(panel.getByText('At once, when nobody is at the device.')).toBeVisible()
  await panel.getByRole('button', { name: 'Upload', exact: true }).click()
}

/** Confirms the question in its dialog. */
async function confirm(page: Page, question: string, deed: string) {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: deed, exact: true }).click()
}

/** Runs one of the operator's commands and returns its output. */
async function gatehouse({ dataFolder }: Product, ...args: string[]) {
  const program = startProgram('packages/server/src/cli.ts', args, { environment: { GATEHOUSE_DATA: dataFolder } })
  await program.says(/keep it secret|are now trusted|\.sig signs/)
  await program.end('SIGTERM')
}
