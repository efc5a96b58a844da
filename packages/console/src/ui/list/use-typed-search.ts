import { useEffect, useRef, useState } from 'react'

const quietMs = 300

/** A search text: asked for when somebody stops typing; follows the address when that changes (back, clear). */
export function useTypedSearch(value: string, onSearch: (keyword: string) => void) {
  const [typed, setTyped] = useState({ text: value, from: value, asked: value })
  // The address changed under the box: what it says now is what is searched. Only of what was asked here it comes late, and
  // somebody may have typed on since.
  if (typed.from !== value) setTyped({ text: value === typed.asked ? typed.text : value, from: value, asked: value })
  const ask = (asked: string) => {
    setTyped((typed) => ({ ...typed, asked }))
    onSearch(asked)
  }
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (typed.text.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.text.trim()), quietMs)
    return () => clearTimeout(timer)
  }, [typed.text, value])
  return {
    text: typed.text,
    type: (text: string) => setTyped((before) => ({ ...before, text })),
    ask: () => ask(typed.text.trim()),
  }
}
