import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import { useMedia } from '../layout/media.ts'
import { readColour } from '../layout/read-colour.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

export type Series = {
  label: string
  values: readonly number[]
  /** A theme colour, such as `--chart-1`. With `last`, only the last bar has it. */
  colour: string
  last?: string
}

type BarChartProps = {
  /** Read by screen readers. */
  title: string
  labels: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
  /** Stacks the bars of one label. */
  isStacked?: boolean
  /** Precedes the numbers on the axis. */
  unit?: string
  /** Without an axis, where the sum is shown above. */
  isSmall?: boolean
}

const short = new Intl.NumberFormat('es-NI', { maximumFractionDigits: 0 })

function draw(
  canvas: HTMLCanvasElement,
  { labels, series, format, unit = '', isStacked = false, isSmall = false }: BarChartProps,
) {
  const frame = canvas.parentElement ?? canvas
  Object.assign(Chart.defaults.font, { family: getComputedStyle(frame).fontFamily, size: 11 })
  const [text, line, surface] = ['--fg-muted', '--border', '--surface'].map((name) => readColour(frame, name))
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: [...labels],
      datasets: series.map(({ label, values, colour, last = colour }) => ({
        label,
        data: [...values],
        backgroundColor: values.map((_, at) => readColour(frame, at === values.length - 1 ? last : colour)),
        borderColor: surface,
        borderWidth: isStacked ? { top: 1 } : 0,
        borderRadius: 2,
        categoryPercentage: 0.9,
        barPercentage: isStacked || series.length === 1 ? 0.72 : 0.86,
      })),
    },
    options: {
      // The frame sets the size, not the content.
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          stacked: isStacked,
          grid: { display: false },
          border: { color: text },
          ticks: { color: text, maxRotation: 0, autoSkipPadding: 24 },
        },
        y: {
          stacked: isStacked,
          beginAtZero: true,
          display: !isSmall,
          border: { display: false },
          grid: { color: line },
          ticks: { color: text, maxTicksLimit: 4, callback: (value) => unit + short.format(Number(value)) },
        },
      },
      plugins: {
        tooltip: { callbacks: { label: ({ dataset, raw }) => `${dataset.label}: ${format(Number(raw))}` } },
      },
    },
  })
}

/** Also renders the numbers as a table for screen readers. */
export function BarChart(props: BarChartProps) {
  const { title, labels, series, format } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const isPrinted = useMedia('print')
  // Redraws only if the numbers change.
  const drawn = JSON.stringify([labels, series, isDark, isPrinted])
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (canvas.current === null || drawn === '') return
    const chart = draw(canvas.current, latest.current)
    return () => chart.destroy()
  }, [drawn])
  return (
    <>
      {/* Out of the flow, so that only the frame sets the size. */}
      <canvas ref={canvas} className="absolute inset-0" />
      {/* A wrapper hides the table, because a table keeps its content's width. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, at) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map((one) => (
                  <td key={one.label}>{format(one.values[at] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
