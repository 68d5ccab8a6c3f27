import type { Services } from '../dispatch/command.ts'

/** Whose clock somebody goes by: their own, else their group's; `undefined` where neither was set. `maker` is their account's key. */
export const zoneOf = async (
  maker: string,
  group: string | undefined,
  { people: { timeZones } }: Pick<Services, 'people'>,
): Promise<string | undefined> =>
  (await timeZones.zoneOf(maker)) ?? (group === undefined ? undefined : timeZones.zoneOf(group))
