/** What all plots share: their size, their colours, and that they are drawn anew when either changes. */
import uPlot from 'uplot'
import { clockTime, day } from './format.ts'
import { colour, onTheme } from './theme.ts'

/** A plot in `place`, as wide as that; `data` and `options` are asked again for every theme. Gives what draws it anew. */
export function plot(
  place: HTMLElement,
  data: () => uPlot.AlignedData,
  height: number,
  options: () => Omit<uPlot.Options, 'width' | 'height'>,
): () => void {
  let drawn: uPlot | undefined
  const draw = (): void => {
    drawn?.destroy()
    place.replaceChildren()
    drawn = new uPlot(
      { ...options(), width: Math.max(place.clientWidth, 100), height, legend: { show: false } },
      data(),
      place,
    )
  }
  draw()
  const forget = onTheme(() => {
    if (place.isConnected) draw()
    else end()
  })
  const observer = new ResizeObserver(() => {
    if (!place.isConnected) end()
    const width = Math.max(place.clientWidth, 100)
    if (drawn && drawn.width !== width) drawn.setSize({ width, height })
  })
  observer.observe(place)
  return draw

  /** Parts of the page are made anew: what is drawn in an old one is nobody's any more. */
  function end(): void {
    forget()
    observer.disconnect()
    drawn?.destroy()
    drawn = undefined
  }
}

const FONT = '12px system-ui, sans-serif'

/** An axis with quiet lines. `size`: pixels beside the plot. */
export function axis(more: uPlot.Axis): uPlot.Axis {
  const line = colour('line')
  return {
    stroke: colour('quiet'),
    font: FONT,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
    ...more,
  }
}

/** Labels of times, as short as the distance between them allows. */
export function timeLabels(_: uPlot, splits: number[]): string[] {
  const step = ((splits[1] ?? 0) - (splits[0] ?? 0)) * 1000
  const days = splits.map(each => day(each * 1000))
  return splits.map((each, index) => {
    if (step >= 20 * 3_600_000) return days[index] ?? ''
    const time = clockTime(each * 1000, false)
    return index === 0 || days[index] !== days[index - 1] ? `${days[index]} ${time}` : time
  })
}

/** The line `label` of a plot says what is under the pointer; empty when nothing is. */
export function onCursor(tell: (index: number | null) => void): uPlot.Hooks.Arrays {
  return { setCursor: [(drawn: uPlot) => tell(drawn.cursor.idx ?? null)] }
}
