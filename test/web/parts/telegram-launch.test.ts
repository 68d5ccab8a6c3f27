import { expect, test } from 'vitest'

import { readLaunch } from '../../../src/web/parts/telegram-launch.ts'

const initData = 'user=%7B%22id%22%3A7%7D&auth_date=1&hash=ab'
const launch = `tgWebAppData=${encodeURIComponent(initData)}&tgWebAppVersion=8.0&tgWebAppPlatform=ios`

test.each([
  { name: 'a page of its own', hash: `#${launch}`, rest: '', initData },
  {
    name: 'behind a claim link’s secret',
    hash: `#s3cret_-A?${launch}`,
    rest: '#s3cret_-A',
    initData,
  },
  { name: 'the same, joined by "&"', hash: `#s3cret_-A&${launch}`, rest: '#s3cret_-A', initData },
  {
    name: 'other parts first',
    hash: `#tgWebAppVersion=8.0&tgWebAppData=${encodeURIComponent(initData)}`,
    rest: '',
    initData,
  },
  {
    name: 'with its colours',
    hash: `#${launch}&tgWebAppThemeParams=%7B%22bg_color%22%3A%22%2317212b%22%7D`,
    rest: '',
    initData,
    theme: '{"bg_color":"#17212b"}',
  },
  { name: 'opened without a person', hash: '#tgWebAppVersion=8.0', rest: '', initData: undefined },
  { name: 'not opened by Telegram', hash: '#s3cret', rest: '#s3cret', initData: undefined },
  { name: 'no fragment', hash: '', rest: '', initData: undefined },
])('readLaunch: $name', ({ hash, rest, initData: expected, theme }) => {
  expect(readLaunch(hash)).toEqual({ rest, initData: expected, theme })
})
