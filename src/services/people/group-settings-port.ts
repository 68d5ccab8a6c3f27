import type { GroupSettings } from '../../core/terms/group-settings.ts'

/** What settings ask of the store. A `group` is as `groupSubject` writes it. */
export type GroupSettingsStore = {
  settingsOf(group: string): Promise<GroupSettings>
  /** Sets what is named and leaves the rest. */
  change(group: string, change: Partial<GroupSettings>): Promise<void>
}
