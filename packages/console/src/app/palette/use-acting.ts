import { useState } from 'react'
import { useNavigate } from 'react-router'
import { rememberThing } from '../../lib/recent-things.ts'
import { useUser } from '../../lib/session.ts'
import { isHeld, type Option } from './option.ts'
import { useDeeds } from './use-deeds.ts'

type Palette = { typed: string; write: (text: string) => void; close: () => void }

/** Goes where an option leads, writes its words, or does what it says, and remembers it. A refusal is kept for the palette to show. */
export function useActing({ typed, write, close }: Palette) {
  const navigate = useNavigate()
  const user = useUser()
  const perform = useDeeds()
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  const remember = ({ text, act, sentence = typed }: Option) => {
    if (!user) return
    if (act.kind === 'go') rememberThing(user.id, { text, to: act.to })
    if (act.kind === 'do') rememberThing(user.id, { text, sentence })
  }
  const run = async (option: Option) => {
    if (option.act.kind !== 'do') return
    await perform(option.act.deed)
    remember(option)
  }
  const choose = async (option: Option | undefined) => {
    if (!option || isBusy) return
    const { act } = option
    if (act.kind === 'write') return write(act.text)
    if (act.kind === 'go') {
      remember(option)
      close()
      return void navigate(act.to)
    }
    // an action at doors is held, by its own button
    if (act.isOff || isHeld(act.deed)) return
    setIsBusy(true)
    try {
      await run(option)
      close()
    } catch (failure) {
      setRefusal(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return { refusal, isBusy, run, choose, forget: () => setRefusal(null) }
}
