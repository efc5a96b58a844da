import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { login } from './texts/en.ts'
import { positionAfterDrag, positionAfterKey } from './slider-position.ts'
import { Slider } from './slider.tsx'

afterEach(cleanup)

describe('[LOGIN-02] the slider', () => {
  it('the slider goes fully right by arrow keys, and announces its position', () => {
    const onDone = vi.fn<() => void>()
    render(<Slider texts={login.slider} isDone={false} onDone={onDone} />)
    const slider = screen.getByRole('slider', { name: 'Slide to confirm' })
    for (let step = 0; step < 9; step += 1) fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(slider.getAttribute('aria-valuenow')).toBe('90')
    expect(slider.getAttribute('aria-valuetext')).toBe('90 per cent')
    expect(onDone).not.toHaveBeenCalled()
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(onDone).toHaveBeenCalledTimes(1)
  })

  it('the slider goes fully right by End, and back by Home before that', () => {
    const onDone = vi.fn<() => void>()
    render(<Slider texts={login.slider} isDone={false} onDone={onDone} />)
    const slider = screen.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'PageUp' })
    fireEvent.keyDown(slider, { key: 'Home' })
    expect(slider.getAttribute('aria-valuenow')).toBe('0')
    fireEvent.keyDown(slider, { key: 'End' })
    expect(onDone).toHaveBeenCalledTimes(1)
  })

  it('the slider stays at its end once it is done, until it is reloaded', () => {
    const onDone = vi.fn<() => void>()
    render(<Slider texts={login.slider} isDone onDone={onDone} />)
    const slider = screen.getByRole('slider')
    fireEvent.keyDown(slider, { key: 'Home' })
    expect(slider.getAttribute('aria-valuenow')).toBe('100')
    expect(slider.getAttribute('aria-valuetext')).toBe('Confirmed')
    expect(onDone).not.toHaveBeenCalled()
  })

  it('the slider ignores keys that are not its own', () => {
    expect(positionAfterKey(30, 'Tab')).toBeUndefined()
    expect(positionAfterKey(30, 'a')).toBeUndefined()
    expect(positionAfterKey(5, 'ArrowLeft')).toBe(0)
  })

  it('the slider is done by pointer only at the very end', () => {
    expect(positionAfterDrag(250, 300)).toBeLessThan(100)
    expect(positionAfterDrag(298, 300)).toBeLessThan(100)
    expect(positionAfterDrag(299, 300)).toBe(100)
    expect(positionAfterDrag(900, 300)).toBe(100)
    expect(positionAfterDrag(-40, 300)).toBe(0)
    expect(positionAfterDrag(10, 0)).toBe(0)
  })
})
