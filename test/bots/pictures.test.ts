import { expect, test } from 'vitest'

import { drawBars } from '../../src/bots/pictures/draw-bars.ts'
import { drawChart } from '../../src/bots/pictures/draw-chart.ts'
import { drawRoute } from '../../src/bots/pictures/draw-route.ts'
import { toPng } from '../../src/bots/pictures/to-png.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
const point = (hour: number, value: number) => ({ at: at(hour), value, shown: `$${value}` })
const WAYS = { pays: '100 USDC', gets: '0.04 ETH' }

/** Width and height of a PNG, in pixels. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test.each([
  { name: 'a chart', svg: drawChart('1 ETH', [point(0, 2000), point(5, 2500)], at(9)), width: 720 },
  { name: 'bars', svg: drawBars([{ name: 'a<', shown: '$1', share: 1 }]), width: 720 },
  { name: 'a value that never moved', svg: drawChart('x', [point(0, 1)], at(0)), width: 720 },
  { name: 'one path', svg: drawRoute(WAYS, [{ tokens: ['USDC', 'ETH'] }]), width: 720 },
  {
    name: 'seven long names',
    svg: drawRoute(WAYS, [
      { tokens: Array.from({ length: 7 }, () => 'x'.repeat(64)), share: '1 %' },
    ]),
    width: 1448,
  },
])('$name becomes a PNG of twice its size', async ({ svg, width }) => {
  const [pixels] = sizeOf(await toPng(svg))
  expect(pixels).toBe(2 * width)
})

test('a chart is drawn in steps, from its first time to now, between its lowest and highest value', () => {
  const svg = drawChart('1 ETH', [point(0, 2000), point(5, 2500), point(10, 2250)], at(20))
  expect(svg).toContain('d="M24 312H166V56H308V184H592"')
  for (const words of ['1 ETH', '$2000', '$2500', '2026-01-01 00:00', '2026-01-01 20:00'])
    expect(svg).toContain(`>${words}</text>`)
})

test('names and shares of a route are text, whatever they are called', () => {
  const svg = drawRoute({ pays: '<b>', gets: '"&\u0000' }, [
    { tokens: ['A<', 'averylongtokenname', 'B'], share: '62.5 %' },
  ])
  for (const words of ['&lt;b&gt;', '&quot;&amp;', 'A&lt;', 'averylongto…', '62.5 %'])
    expect(svg).toContain(`>${words}</text>`)
})

test('a bar is as long as its share of the longest, with its name and amount as text', () => {
  const svg = drawBars([
    { name: '@alice', shown: '$10', share: 1 },
    { name: 'a name of <many> letters', shown: '$5', share: 0.5 },
  ])
  expect(svg).toContain('width="322" height="22"')
  expect(svg).toContain('width="161" height="22"')
  for (const words of ['@alice', '$10', 'a name of &lt;many&gt; …', '$5'])
    expect(svg).toContain(`>${words}</text>`)
})
